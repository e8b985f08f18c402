"""Traces that a server sends to a collector of OpenTelemetry."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from tests.clients.pages import fetch
from tests.clients.rest import Client, over_http
from tests.servers import daphne
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked
from tests.servers.running import PATIENCE_S


@pytest.fixture
def collector() -> Iterator[tuple[str, Queue[bytes]]]:
    """The address of a collector, and the traces that it has got."""
    traces: Queue[bytes] = Queue()

    class Collecting(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            traces.put(self.path.encode() + self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Collecting) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", traces
        server.shutdown()


def test_a_trace_has_route_and_statements_and_nothing_secret(
    collector: tuple[str, Queue[bytes]], sqlite_url: str, tmp_path: Path
) -> None:
    endpoint, traces = collector
    settings = {
        "DATABASE_URL": sqlite_url,
        "DATA_DIR": str(tmp_path),
        "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
        "OTEL_BSP_SCHEDULE_DELAY": "50",
    }
    with daphne.serving(settings, tmp_path, 1, daphne.TESTED, forked, IDLE) as server:
        event = Client(over_http(server.url)).guest("Ann Ansel").create()
        request_id = fetch(server.url, "GET", f"/c/{event['id']}?secret=9").headers["X-Request-ID"]
        fetch(server.url, "BREWCOFFEE", "/games")
        seen = b""
        while request_id.encode() not in seen or b"other games" not in seen:
            seen += traces.get(timeout=PATIENCE_S)
    assert seen.startswith(b"/v1/traces")
    for told in (b"evendeal", b"GET c/<", b"INSERT", b"POST api/v1/guests"):
        assert told in seen
    for hidden in (event["id"].encode(), b"secret=9", b"Ann Ansel", b"BREWCOFFEE"):
        assert hidden not in seen
