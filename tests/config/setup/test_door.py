"""`manage.py`: which command is run, in which environment, and what goes on meanwhile."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from config.setup import door, pages
from config.setup.requirements import ROOT
from config.setup.saying import SetupFailed
from solvers import compile_solvers
from tests.waiting import until


@pytest.mark.parametrize(
    ("named", "needs"),
    [
        ({}, {"serve"}),
        ({"DATABASE_URL": "sqlite:////tmp/site.sqlite3", "REDIS_URL": " "}, {"serve"}),
        ({"DATABASE_URL": "postgresql://evendeal@localhost/site"}, {"serve", "servers"}),
        ({"DATABASE_URL": "postgres://evendeal@localhost/site"}, {"serve", "servers"}),
        ({"REDIS_URL": "redis://localhost:6379/0"}, {"serve", "servers"}),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"}, {"serve", "traces"}),
    ],
)
def test_what_speaks_to_servers_is_installed_where_one_is_named(named, needs, monkeypatch):
    for variable in ("DATABASE_URL", "REDIS_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in named.items():
        monkeypatch.setenv(variable, value)
    entered = []
    monkeypatch.setattr(door, "python_for", lambda groups: entered.append(groups) or sys.exit())
    with pytest.raises(SystemExit):
        door.main(["manage.py", "check"])
    assert entered == [needs]


@pytest.mark.parametrize(
    ("command", "compiles"),
    [("serve", False), ("site", False), ("worker", False), ("build", True), ("compile_solvers", True)],
)
@pytest.mark.parametrize("missing", ["", "this machine has no C compiler"])
def test_what_compiles_solvers_is_installed_where_it_can_and_nobody_waits(
    command, compiles, missing, monkeypatch
):
    entered = []
    monkeypatch.setattr(compile_solvers, "missing_to_compile", lambda: missing)
    monkeypatch.setattr(pages, "work_to_do", lambda modules: [])
    monkeypatch.setattr(door, "python_for", lambda groups: entered.append(groups) or sys.exit())
    with pytest.raises(SystemExit):
        door.main(["manage.py", command])
    assert ["compiler" in groups for groups in entered] == [compiles and not missing]


@pytest.mark.parametrize(
    ("node", "needs", "built"),
    [
        (Path("/usr/bin"), {"serve"}, [True]),
        (ROOT / ".venv" / "bin", {"serve"}, []),
        (None, {"serve", "build"}, []),
    ],
)
def test_the_pages_are_built_while_the_environment_is_made(node, needs, built, monkeypatch):
    """If there is a Node besides the environment's: that one may be taken away while it is at work."""
    building, entered, were_built = threading.Event(), [], []

    def make_environment(groups: set[str]) -> NoReturn:
        entered.append(groups)
        were_built.extend([True] * building.wait(10 if built else 0))
        sys.exit()

    monkeypatch.setattr(pages, "work_to_do", lambda modules: ["ci", "build"])
    monkeypatch.setattr(pages, "node_folder", lambda: node)
    monkeypatch.setattr(pages, "build", lambda modules: building.set())
    monkeypatch.setattr(door, "python_for", make_environment)
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit):
        door.main(["manage.py", "serve"])
    assert (entered, building.is_set(), were_built) == ([needs], bool(built), built)


def test_the_database_is_prepared_while_the_pages_are_built(tmp_path, monkeypatch, capfd):
    """Where `--data` says, seen from the person's folder; what is wrong with it, the start itself says."""
    claimed = tmp_path / "mine" / "evendeal.sqlite3.serving"
    claimed.parent.mkdir()
    (claimed.parent / "evendeal.sqlite3").write_bytes(b"not a database at all" * 1000)
    seen = []

    def build(modules: bool) -> None:
        seen.append(until(claimed.exists))

    monkeypatch.setattr(pages, "work_to_do", lambda modules: ["build"])
    monkeypatch.setattr(pages, "node_folder", lambda: Path("/usr/bin"))
    monkeypatch.setattr(pages, "build", build)
    monkeypatch.setattr(door, "python_for", lambda groups: Path(sys.executable))
    monkeypatch.setattr(door.os, "execv", lambda *program: sys.exit())
    for name in ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        door.main(["manage.py", "serve", "--data", "mine"])
    assert seen == [True]
    assert capfd.readouterr().err == ""


def test_an_environment_is_not_entered_without_its_pages(monkeypatch):
    def fails(modules: bool) -> NoReturn:
        raise SetupFailed("npm ci failed in frontend/, see above.")

    monkeypatch.setattr(pages, "work_to_do", lambda modules: ["ci", "build"])
    monkeypatch.setattr(pages, "node_folder", lambda: Path("/usr/bin"))
    monkeypatch.setattr(pages, "build", fails)
    monkeypatch.setattr(door, "python_for", lambda groups: Path(sys.executable))
    entered = []
    monkeypatch.setattr(door.os, "execv", lambda *program: entered.append(program) or sys.exit())
    with pytest.raises(SetupFailed, match="npm ci failed"):
        door.main(["manage.py", "serve"])
    assert not entered


def test_an_old_python_is_told_so_in_a_sentence():
    """Whatever Python is there reads `manage.py`, so it may use nothing new."""
    source = (ROOT / "manage.py").read_text()
    program = (
        "import sys; sys.version_info = (3, 7); exec(compile(open(sys.argv[1]).read(), 'manage.py', 'exec'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, ROOT / "manage.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "Evendeal needs Python 3.11 or newer, and this is Python 3.7.\n"
    assert 'f"' not in source


def test_a_newcomer_is_told_the_commands_and_nothing_is_installed(root):
    """In a copy of `manage.py`, with a Python that sees no package."""
    shutil.copy(ROOT / "manage.py", root)
    shutil.copytree(ROOT / "config", root / "config", dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-S", "manage.py"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("python3 manage.py serve ")
    assert not done.stderr
    assert not (root / ".venv").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], door.A_RUN),
        (["--where-time-goes"], [*door.A_RUN, "--where-time-goes"]),
        (["--all"], door.A_RUN_OF_ALL),
        (["--faults"], door.A_RUN_OF_FAULTS),
        (["tests/games", "-q"], ["tests/games", "-q"]),
    ],
)
def test_everything_is_run_unless_the_arguments_say_what(arguments, told):
    assert door.for_pytest(arguments) == told


@pytest.mark.xdist_group("one of its kind")
def test_a_group_reaches_its_worker(request):
    """Otherwise each worker starts the servers that one is to start for all who share them."""
    grouped = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith("@one of its kind") == grouped


def test_what_tests_start_keeps_what_it_compiles_and_has_no_settings_of_a_real_service(monkeypatch):
    started = []
    monkeypatch.setattr(door.os, "execve", lambda program, arguments, variables: started.append(variables))
    monkeypatch.setattr(door.os, "chdir", lambda folder: None)
    monkeypatch.setattr(door, "python_for", lambda groups: None)
    monkeypatch.setattr(pages, "build", lambda modules: None)
    monkeypatch.setattr(pages, "node_folder", lambda: Path("/usr/bin"))
    for name, value in {"PYTHONDONTWRITEBYTECODE": "1", "DATA_DIR": "/srv", "REDIS_URL": "redis://r"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    door.main(["manage.py", "test"])
    (variables,) = started
    assert not variables.keys() & {"PYTHONDONTWRITEBYTECODE", "DATA_DIR", "REDIS_URL"}
    assert variables["TEST_REDIS_URL"] == "redis://r"
