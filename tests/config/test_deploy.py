"""The files for operators in `config/deploy`: what they name is there, and nginx reads them."""

import re
import subprocess
from pathlib import Path

import pytest
import trustme

from config.serving import parse
from config.site.ports import free_port
from config.site.programs import nginx_program
from config.variables import VARIABLES
from tests.servers.daphne import ROOT

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
