"""The client as a package: strictly typed, whole wherever it is put, at work on every Python it names."""

import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from client.generate import MADE, made_from, slugs_of
from frontend.games.archives import packed_client
from games import GAMES
from tests.environments import PIP_COMPILES_NOTHING, UV, make_environment

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "client"

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""Those that the client promises to work on."""

ALONE = ("talking", "clients", "wires", "sockets", "screens")
"""Tests that need nothing of the service."""

PYTEST = """
[pytest]
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
filterwarnings = error
"""


def said(command: list[str | Path], cwd: Path = ROOT, **environment: str) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(python: Path | str, folder: Path, *what: Path | str) -> Path:
    """The programs of a new environment with these packages."""
    said([UV, "venv", "--quiet", "--python", python, folder])
    said([UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python", *what])
    return folder / "bin"


def pythons() -> dict[str, str]:
    """The interpreters that are found, on the path or as pyenv keeps them, by their versions."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions").glob("*/bin")
    found = {}
    for folder in [*os.get_exec_path(), *map(str, kept)]:
        for version in VERSIONS:
            program = shutil.which(f"python{version}", path=folder)
            if program and version not in found and runs(program):
                found[version] = program
    return found


def runs(program: str) -> bool:
    """Whether it is more than a name: pyenv has one for each version that it has anywhere."""
    return subprocess.run([program, "-V"], capture_output=True, check=False).returncode == 0


def test_the_versions_that_it_names_are_those_that_are_tried() -> None:
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]
    python = "Programming Language :: Python :: "
    named = [each.removeprefix(python) for each in project["classifiers"] if each.startswith(python)]
    assert named == [*VERSIONS]
    assert project["requires-python"] == f">={VERSIONS[0]}"


@pytest.mark.parametrize("name", MADE)
def test_the_synchronous_client_is_made_from_the_asynchronous_one(name: str) -> None:
    made = (CLIENT / "src" / "evendeal" / MADE[name]).read_text()
    assert made == made_from(name), "run: python client/generate.py"


def test_the_types_name_every_game() -> None:
    made = (CLIENT / "src" / "evendeal" / "resources" / "game_slugs.py").read_text()
    assert made == slugs_of(GAMES), "run: python client/generate.py"


@pytest.mark.extra
@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_the_client_and_its_examples_are_strictly_typed(version: str) -> None:
    cache = ROOT / ".mypy_cache" / "client"
    options = ["--config-file=", "--cache-dir", cache, "--strict", "--explicit-package-bases"]
    sources = [CLIENT / "src" / "evendeal", CLIENT / "examples"]
    said(
        [sys.executable, "-m", "mypy", *options, "--python-version", version, *sources],
        MYPYPATH=os.pathsep.join([str(CLIENT / "src"), str(ROOT)]),
    )


@pytest.mark.extra
def test_it_works_on_every_python_that_is_here(tmp_path: Path) -> None:
    (settings := tmp_path / "pytest.ini").write_text(PYTEST)
    tests = [ROOT / "tests" / "client" / f"test_{name}.py" for name in ALONE]
    options = ["-c", settings, "--rootdir", ROOT, "--import-mode=importlib", "--noconftest", "-q"]
    found = pythons()
    assert found
    for version, python in found.items():
        programs = installed(python, tmp_path / version, CLIENT, "pytest", "pytest-asyncio")
        assert version in said([programs / "python", "-V"])
        said([programs / "python", "-m", "pytest", "-p", "no:cacheprovider", *options, *tests])


@pytest.mark.extra
def test_what_a_site_hands_out_installs_into_an_empty_folder(tmp_path: Path) -> None:
    (archive := tmp_path / "evendeal.zip").write_bytes(packed_client())
    programs = make_environment(tmp_path / "venv")
    said([programs / "pip", "install", "--quiet", archive], **PIP_COMPILES_NOTHING)
    assert "logs.ndjson" in said([programs / "evendeal", "--help"])
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 30}))
    assert "1 log: all its claims are true." in said([programs / "evendeal", "verify", log])
    assert '"legal"' in said([programs / "python", "-I", "-m", "games", "deal", "well", "pub"])
    # Nothing of the service comes along, and types of all that comes.
    look = "import importlib.util; print(importlib.util.find_spec('django'))"
    assert said([programs / "python", "-I", "-c", look]) == "None\n"
    (program := tmp_path / "program.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", programs / "python"]
    said([*command, "--config-file=", program], cwd=tmp_path)


TYPED = """
from evendeal import Client
from games import GAMES

client = Client()
client.create("Friday", [{"game": "wihs"}])  # type: ignore[typeddict-item]
client.create("Friday", [{"game": "wish"}], play="opne")  # type: ignore[arg-type]
client.competitions(state="runing")  # type: ignore[arg-type]
GAMES["wish"].open("pub", 7)  # type: ignore[arg-type]
for row in client.rows("c"):
    row["player"]["nmae"]  # type: ignore[typeddict-item]
    total: float | None = row["total"]
    so_far, playing, newest = row["so_far"], row["playing"], row["newest"]
for message in client.watch("c"):
    if message["type"] == "presence":
        watching: int = message["watching"]
for event in client.events("c"):
    if event["type"] == "result":
        score: int = event["data"]["score"]
"""
"""Mistakes that a type checker finds; a comment where none is, is a mistake for it too."""


@pytest.mark.extra
def test_a_copy_of_its_folder_alone_says_what_is_missing(tmp_path: Path) -> None:
    shutil.copytree(CLIENT, tmp_path / "client")
    said([UV, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv"])
    command = [UV, "pip", "install", "--python", tmp_path / "venv", tmp_path / "client"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "The rules of the games are missing" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_archive_that_a_site_hands_out_is_whole() -> None:
    with zipfile.ZipFile(io.BytesIO(packed_client())) as archive:
        names = set(archive.namelist())
    taken = {
        str(file.relative_to(CLIENT))
        for file in CLIENT.rglob("*.*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {"LICENSE", "games/py.typed", "games/conform/RULES.md", "src/evendeal/py.typed"} <= names
    assert taken <= names
    assert not [name for name in names if "__pycache__" in name]
