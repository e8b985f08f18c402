"""The client as a package: strictly typed, and whole wherever pip puts it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "client"


def said(command: list[str | Path], **environment: str) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.extra
def test_the_client_and_its_examples_are_strictly_typed() -> None:
    options = ["--strict", "--explicit-package-bases"]
    said(
        [sys.executable, "-m", "mypy", *options, CLIENT / "src" / "evendeal", CLIENT / "examples"],
        MYPYPATH=os.pathsep.join([str(CLIENT / "src"), str(ROOT)]),
    )


@pytest.mark.extra
def test_pip_installs_all_of_it_into_a_fresh_environment(tmp_path: Path) -> None:
    said([sys.executable, "-m", "venv", tmp_path / "venv"])
    programs = tmp_path / "venv" / "bin"
    said([programs / "pip", "install", "--quiet", CLIENT])
    assert "logs.ndjson" in said([programs / "evendeal", "--help"])
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 30}))
    assert "1 log: all is as they say." in said([programs / "evendeal", "verify", log])
    assert '"legal"' in said([programs / "python", "-I", "-m", "games", "deal", "well", "pub"])
    # Nothing of the service comes along.
    look = "import importlib.util; print(importlib.util.find_spec('django'))"
    assert said([programs / "python", "-I", "-c", look]) == "None\n"
