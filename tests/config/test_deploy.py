"""The files for operators in `config/deploy`: what they name is there, and nginx reads them."""

import asyncio
import json
import re
import subprocess
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
import trustme

from competitions.web.caching import A_SECOND, CHECKED
from config.roles import PLAY, WATCH, reads_standings, role_of, serving_only
from config.serving import parse
from config.site.ports import accepts_connections
from config.site.programs import nginx_program
from config.site.whole_site import nginx_file
from config.variables import ROLES, VARIABLES
from tests.clients.pages import fetch
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Table
from tests.embargo.routes import routes as site_routes
from tests.embargo.routes import socket_routes
from tests.servers.daphne import ROOT, Daphne
from tests.servers.ports import own_port
from tests.servers.running import PATIENCE_S, running, wait_for

DEPLOY = ROOT / "config" / "deploy"
UNTRIED = ("evendeal-web@.service", "evendeal-worker.service", "Containerfile", "compose.yaml")


def test_they_name_options_and_variables_that_there_are() -> None:
    for name in UNTRIED:
        text = (DEPLOY / name).read_text()
        assert "Not tried" in text
        for words in re.findall(r"manage\.py[\", ]+serve([^\]\n]*)", text):
            parse([word.replace("%i", "8001") for word in re.findall(r"[^\s\",]+", words)])
    compose = (DEPLOY / "compose.yaml").read_text()
    named = re.findall(r"^    ([A-Z_]+): ", compose, re.MULTILINE)
    assert {"DATABASE_URL", "REDIS_URL", "TRUSTED_PROXIES"} <= set(named) <= set(VARIABLES)


def test_dashboard_and_alerts_name_the_metrics_that_a_site_has(two_on_postgres: Daphne) -> None:
    url = two_on_postgres.urls[0]
    event = Client(over_http(url)).guest("Ann").create()
    with Table(f"{url.replace('http', 'ws', 1)}/ws/v1/competitions/{event['id']}") as watching:
        watching.hear()
        text = fetch(url, "GET", "/metrics").raw.decode()
    for counted in ('connections{about="standings"} [1-9]', 'database_pool{state="(used|free)"} [1-9]'):
        assert re.search(f"^evendeal_{counted}", text, re.MULTILINE)
    ours = {
        name for name in re.findall("^# TYPE (\\S+) ", text, re.MULTILINE) if name.startswith("evendeal_")
    }
    ours = {name for name in ours if not name.endswith("_created")}
    board, alerts = ((DEPLOY / name).read_text() for name in ("grafana.json", "alerts.yaml"))
    shown = [target["expr"] for panel in json.loads(board)["panels"] for target in panel.get("targets", ())]
    assert names_in(shown) == ours >= names_in([alerts]) != set()


def names_in(expressions: Iterable[str]) -> set[str]:
    """The metrics that expressions of Prometheus name; a histogram is named by its parts."""
    named = re.findall(r"\bevendeal_\w+", " ".join(expressions))
    return {re.sub("_(bucket|sum|count)$", "", name) for name in named}


@pytest.mark.parametrize("name", ["nginx.conf", "compose.nginx.conf"])
def test_nginx_reads_its_files(name: str, tmp_path: Path) -> None:
    text = (DEPLOY / name).read_text()
    certificate = trustme.CA().issue_cert("patience.example")
    certificate.private_key_and_cert_chain_pem.write_to_path(tmp_path / "pem")
    caches = re.findall("proxy_cache_path [^;]+;", text + nginx_file(tmp_path, 1, dict.fromkeys(ROLES, ())))
    assert ["max_size=" in each for each in caches] == [True, True]
    text = re.sub(r"/etc/letsencrypt\S+pem|/etc/letsencrypt\S+", str(tmp_path / "pem"), text)
    text = re.sub(r"include \S+;", f"include {DEPLOY / 'proxy.conf'};", text)
    text = re.sub(r"server web-(\d):8000", r"server 127.0.0.1:800\1", text)
    text = re.sub(r"/var/cache", str(tmp_path), text)  # Debian has no /var/cache/nginx
    text = re.sub(r"listen (\[::\]:)?\d+", lambda _: f"listen 127.0.0.1:{own_port()}", text)
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}")
    done = subprocess.run(
        [nginx_program(), "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


class Answering(BaseHTTPRequestHandler):
    """A service that counts what reaches it, and says of some standings that they are the same for all."""

    asked: ClassVar[Counter[str]] = Counter()
    two: ClassVar = threading.Barrier(2)

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        if "/two/" in self.path:
            self.two.wait(PATIENCE_S)
        kept = A_SECOND if "/public/" in self.path else CHECKED
        body = str(self.asked[self.path]).encode()
        self.send_response(304 if "If-None-Match" in self.headers else 200)
        self.send_header("Cache-Control", kept.cache_control)
        self.send_header("Vary", "Accept-Encoding, Authorization, Cookie, origin")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Server-Port", str(self.connection.getsockname()[1]))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Proxied(NamedTuple):
    url: str
    ports: Mapping[str, int]
    """The port of the service for each role."""


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Proxied]:
    """nginx with our files before a service for each role."""
    services = {role: ThreadingHTTPServer(("127.0.0.1", 0), Answering) for role in ROLES}
    for service in services.values():
        threading.Thread(target=service.serve_forever, daemon=True).start()
    port, ports = own_port(), {role: service.server_port for role, service in services.items()}
    file = tmp_path / "nginx.conf"
    text = nginx_file(tmp_path, port, {role: [each] for role, each in ports.items()})
    assert "http {" in text
    # If nginx lets one request wait for the answer to another, it waits for longer than anybody here.
    file.write_text(text.replace("http {", "http { proxy_cache_lock_timeout 1d; proxy_cache_lock_age 1d;", 1))
    with running([nginx_program(), "-p", tmp_path, "-c", file], tmp_path / "log", cwd=tmp_path) as process:
        wait_for(process, lambda: accepts_connections(port), tmp_path / "log")
        yield Proxied(f"http://127.0.0.1:{port}", ports)
    for service in services.values():
        service.shutdown()
        service.server_close()


def test_nginx_keeps_what_is_the_same_for_all_and_nothing_else(proxied: Proxied) -> None:
    public, private = (f"/api/v1/competitions/{which}/standings" for which in ("public", "private"))
    in_a_browser = {"Cookie": "sessionid=a"}
    for path, headers in (
        (f"{public}?version=7", in_a_browser),
        (f"{public}?round=1&version=7&limit=2", {"Origin": "https://a.example"}),
    ):
        before = Answering.asked[path]
        answers = {fetch(proxied.url, "GET", path, headers=headers).raw for _ in range(60)}
        assert 1 <= Answering.asked[path] - before == len(answers) < 30, path
    for path, headers in (
        (private, {}),
        (f"{private}?version=7", {}),
        (public, {}),
        (f"{public}?round=1", {}),
        (f"{public}?version=7&around=me", in_a_browser),
        (f"{public}?version=7&x=1", {}),
        (f"{public}?VERSION=7", {}),
        (f"{public}?version=8", {"Authorization": "Bearer a"}),
        (f"{public}.csv", {}),
        ("/c/public/", {}),
    ):
        answers = {fetch(proxied.url, "GET", path, headers=headers).raw for _ in range(3)}
        assert len(answers) == Answering.asked[path] == 3, path
        again = fetch(proxied.url, "GET", path, headers={**headers, "If-None-Match": '"a"'}).status
        assert again == (200 if path.endswith("private/standings?version=7") else 304), path


def test_nginx_makes_nobody_wait_for_the_answer_to_another(proxied: Proxied) -> None:
    """The service answers neither of two before both have come."""
    path = "/api/v1/competitions/two/standings?version=7"
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(fetch, 2 * [proxied.url], 2 * ["GET"], 2 * [path]))
    assert [each.status for each in answers] == [200, 200]


def test_nginx_sends_every_address_to_a_process_that_serves_it(proxied: Proxied) -> None:
    routes = [*(f"/{route}" for route in (*site_routes(), *socket_routes())), "/static/x.js", "/healthz"]
    paths = [re.sub(r"\(\?P?<\w+>[^)]*\)|<[^>]+>", "x", route).strip("^$") for route in routes]
    paths += ["/api/v1//attempts/x", "//ws/v1/attempts/x"]
    sent = {path: fetch(proxied.url, "GET", path).headers["Server-Port"] for path in paths}
    assert sent == {path: str(proxied.ports[role_of(path)]) for path in paths}
    assert {role_of(path) for path in paths} == {*ROLES}


def test_a_process_refuses_what_others_serve() -> None:
    async def served(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "served"})

    async def receive() -> None:
        pass

    async def asked(path: str, kind: str = "http", roles: Collection[str] = (PLAY,)) -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message.get("status") or message.get("code") or message["type"])

        await serving_only(roles, served)({"type": kind, "path": path, "headers": []}, receive, send)
        return sent

    for path, kind, answer in (
        ("/api/v1/attempts/x/moves", "http", ["served"]),
        ("/ws/v1/attempts/x", "websocket", ["served"]),
        ("/c/x", "http", [421, "http.response.body"]),
        ("/api/v1/competitions/x/stream", "http", [421, "http.response.body"]),
        ("/ws/v1/competitions/x", "websocket", ["websocket.accept", 4503]),
    ):
        assert asyncio.run(asked(path, kind)) == answer, path
        assert asyncio.run(asked(path, kind, ROLES)) == ["served"]
    assert [reads_standings(each) for each in ([PLAY], [WATCH], ROLES)] == [False, True, True]
