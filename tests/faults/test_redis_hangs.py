"""A Redis that takes connections and never answers holds nobody for long."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers.daphne import ROOT, environment

ASK = """
import django, redis
django.setup()
from django.core.cache import cache
try:
    cache.get("a key")
except redis.TimeoutError:
    print("told")
"""


@pytest.mark.faults
def test_a_cache_that_hangs_is_an_outage_within_seconds(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        variables = environment({"REDIS_URL": url, "DATA_DIR": str(tmp_path)})
        variables["DJANGO_SETTINGS_MODULE"] = "config.settings"
        asked = subprocess.run(
            [sys.executable, "-c", ASK], cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120
        )
    assert asked.stdout == "told\n", asked.stderr
