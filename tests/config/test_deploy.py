"""The files for operators in `config/deploy`: what they name is there, and nginx reads them."""

import json
import os
import re
import subprocess
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
import trustme

from competitions.web.caching import A_SECOND, CHECKED
from config.serving import parse
from config.site.ports import accepts_connections, free_port
from config.site.programs import nginx_program
from config.site.whole_site import NGINX
from config.variables import VARIABLES
from tests.clients.pages import fetch
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Table
from tests.servers.daphne import ROOT, Daphne
from tests.servers.running import running, wait_for

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
    assert re.search('^evendeal_connections{about="standings"} [1-9]', text, re.MULTILINE)
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
    text = re.sub(r"/etc/letsencrypt\S+pem|/etc/letsencrypt\S+", str(tmp_path / "pem"), text)
    text = re.sub(r"include \S+;", f"include {DEPLOY / 'proxy.conf'};", text)
    text = re.sub(r"server web-(\d):8000", r"server 127.0.0.1:800\1", text)
    text = re.sub(r"/var/cache/nginx", str(tmp_path), text)
    text = re.sub(r"listen (\[::\]:)?\d+", lambda _: f"listen 127.0.0.1:{free_port()}", text)
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}")
    done = subprocess.run(
        [nginx_program(), "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


class Answering(BaseHTTPRequestHandler):
    """A service that counts what reaches it, and says of some standings that they are the same for all."""

    asked: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        body = str(self.asked[self.path]).encode()
        self.send_response(200)
        shared = "/public/" in self.path
        self.send_header("Cache-Control", A_SECOND.cache_control if shared else CHECKED.cache_control)
        self.send_header("Vary", "Accept-Encoding, Authorization, Cookie, origin")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[str]:
    """The address of nginx with our files before a service that counts."""
    service = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    port = free_port()
    text = NGINX.format(
        user="user root;" if os.geteuid() == 0 else "",
        folder=tmp_path,
        servers=f"server 127.0.0.1:{service.server_port};",
        port=port,
        root=ROOT,
    )
    (tmp_path / "nginx.conf").write_text(text)
    command = [nginx_program(), "-p", tmp_path, "-c", tmp_path / "nginx.conf"]
    with running(command, tmp_path / "log", cwd=tmp_path) as process:
        wait_for(process, lambda: accepts_connections(port), tmp_path / "log")
        yield f"http://127.0.0.1:{port}"
    service.shutdown()
    service.server_close()


def test_nginx_keeps_what_is_the_same_for_all_and_nothing_else(proxied: str) -> None:
    public, private = (f"/api/v1/competitions/{which}/standings" for which in ("public", "private"))
    once = [
        (public, {}),
        (f"{public}?version=7", {"Cookie": "sessionid=a"}),
        (public, {"Origin": "https://a.example"}),
    ]
    each_time = [
        (private, {}),
        (f"{public}?around=me", {"Cookie": "sessionid=a"}),
        (f"{public}?round=1", {"Authorization": "Bearer a"}),
        (f"{public}.csv", {}),
        ("/c/public/", {}),
    ]
    times = 60
    for path, headers in once:
        before = Answering.asked[path]
        answers = {fetch(proxied, "GET", path, headers=headers).raw for _ in range(times)}
        asked = Answering.asked[path] - before
        assert 1 <= asked == len(answers) < times / 2
    for path, headers in each_time:
        answers = {fetch(proxied, "GET", path, headers=headers).raw for _ in range(3)}
        assert len(answers) == Answering.asked[path] == 3, path
