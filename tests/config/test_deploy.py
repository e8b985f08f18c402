"""The files for operators in `config/deploy`: what they name is there, and nginx reads them."""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
import trustme

from config.serving import parse
from config.site.ports import free_port
from config.site.programs import nginx_program
from config.variables import VARIABLES
from tests.clients.pages import fetch
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Table
from tests.servers.daphne import ROOT, Daphne

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
    text = re.sub(r"listen (\[::\]:)?\d+", lambda _: f"listen 127.0.0.1:{free_port()}", text)
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}")
    done = subprocess.run(
        [nginx_program(), "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
