"""From a bare Python to an environment: what is decided, and what is run for it. No command is real here."""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

import pytest

from config.setup import door, pages, venv
from config.setup.requirements import ROOT, missing
from config.setup.saying import SetupFailed
from tests.servers.running import PATIENCE_S

ABSENT = ["no-such-package>=1,<2"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project that asks for a package which nobody has."""
    (tmp_path / "pyproject.toml").write_text(
        f"[project]\ndependencies = {json.dumps(ABSENT)}\n[dependency-groups]\ntest = {json.dumps(ABSENT)}\n"
    )
    locks = tmp_path / "config" / "requirements"
    locks.mkdir(parents=True)
    for group in ("setup", "serve", "test"):
        (locks / f"{group}.lock").write_text(f"{group} 1\n")
    return tmp_path


class Commands:
    """Stands in for running a command: notes it, makes what it would make, fails when told to."""

    def __init__(self, *failing: str) -> None:
        self.lines: list[str] = []
        self.failing = failing

    def __call__(self, command: list[str | Path], **_: object) -> bool:
        words = [Path(word).name if isinstance(word, Path) else word for word in command]
        self.lines.append(" ".join(words))
        if any(word in self.failing for word in words):
            return False
        if words[1:3] == ["-m", "venv"]:
            (Path(command[3]) / "bin").mkdir()
            (Path(command[3]) / "bin" / "python").touch()
        if "setup.lock" in words and "pip" in words and "sync" not in words:
            (Path(command[command.index("install") - 1 if "--python" in words else 0]).parent / "uv").touch()
        return True

    def count(self, word: str) -> int:
        return sum(word in line.split() for line in self.lines)


def python_for(root: Path, commands: Commands, *groups: str) -> Path | None:
    return venv.python_for(set(groups or ["serve"]), root=root, run=commands)


# Which environment


def test_an_environment_that_has_everything_is_used_and_nothing_installed(root):
    (root / "pyproject.toml").write_text('[project]\ndependencies = ["django>=5.2,<5.3"]\n')
    commands = Commands()
    assert python_for(root, commands) is None
    assert not commands.lines
    assert not (root / ".venv").exists()


def test_a_bare_machine_gets_an_environment_with_the_hashed_locks(root):
    commands = Commands()
    assert python_for(root, commands) == root / ".venv" / "bin" / "python"
    assert [commands.count(word) for word in ("venv", "sync")] == [1, 1]
    assert all("--require-hashes" in line for line in commands.lines[1:])
    assert "serve.lock" in commands.lines[-1]


def test_a_python_that_has_pip_lends_it_to_the_environment(root, monkeypatch):
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(venv, "find_spec", lambda name: name == "pip")
    lending = Commands()
    assert python_for(root, lending)
    made, lent, synced = lending.lines
    assert made.endswith("-m venv .venv --without-pip")
    assert " -m pip --python python install " in lent
    assert "--require-hashes" in lent
    assert lent.endswith("-r setup.lock")
    assert "serve.lock" in synced

    shutil.rmtree(root / ".venv")
    monkeypatch.setattr(venv, "find_spec", lambda name: None)
    none = Commands()
    assert python_for(root, none)
    assert none.lines[0].endswith("-m venv .venv")
    assert none.lines[1].startswith("python -m pip install ")


def test_the_second_run_does_nothing(root):
    python_for(root, Commands())
    again = Commands()
    assert python_for(root, again) == root / ".venv" / "bin" / "python"
    assert not again.lines


def test_a_changed_lock_is_installed_into_the_same_environment(root):
    python_for(root, Commands())
    (root / "config" / "requirements" / "serve.lock").write_text("serve 2\n")
    again = Commands()
    python_for(root, again)
    assert [again.count(word) for word in ("venv", "sync")] == [0, 1]


def test_serve_after_test_takes_nothing_away(root):
    python_for(root, Commands(), "serve", "test")
    again = Commands()
    python_for(root, again)
    assert not again.lines
    (root / "config" / "requirements" / "serve.lock").write_text("serve 2\n")
    python_for(root, again)
    assert "test.lock" in again.lines[-1]


def test_only_for_tests_is_everything_compiled(root):
    commands = Commands()
    python_for(root, commands, "serve")
    python_for(root, commands, "test")
    assert ["--compile-bytecode" in line for line in commands.lines if "sync" in line] == [False, True]


def test_a_group_that_is_no_more_is_taken_away(root):
    python_for(root, Commands(), "serve", "test")
    (root / "config" / "requirements" / "test.lock").unlink()
    again = Commands()
    assert python_for(root, again)
    assert "test.lock" not in again.lines[-1]
    assert "serve.lock" in again.lines[-1]


def test_pip_does_it_where_uv_does_not_work(root):
    commands = Commands("sync")
    assert python_for(root, commands)
    assert commands.lines[-1].startswith("python -m pip install")
    assert "--require-hashes" in commands.lines[-1]
    assert "serve.lock" in commands.lines[-1]


def test_an_interrupted_set_up_is_repaired_from_the_start(root):
    class Interrupted(Commands):
        def __call__(self, command, **options):
            if "sync" in command:
                raise KeyboardInterrupt
            return super().__call__(command, **options)

    with pytest.raises(KeyboardInterrupt):
        python_for(root, Interrupted())
    again = Commands()
    assert python_for(root, again)
    assert [again.count(word) for word in ("venv", "sync")] == [1, 1]


def test_a_failed_installation_is_tried_again(root):
    with pytest.raises(SetupFailed, match="could not be installed"):
        python_for(root, Commands("install", "sync"))
    again = Commands()
    assert python_for(root, again)
    assert [again.count(word) for word in ("venv", "sync")] == [0, 1]


def test_an_environment_of_another_python_or_without_one_is_made_anew(root):
    python_for(root, Commands())
    stamp = root / ".venv" / "evendeal.json"
    stamp.write_text(stamp.read_text().replace(venv.THIS_PYTHON, "3.10"))
    again = Commands()
    python_for(root, again)
    assert again.count("venv") == 1
    (root / ".venv" / "bin" / "python").unlink()
    python_for(root, again)
    assert again.count("venv") == 2


def test_a_torn_stamp_is_no_stamp(root):
    python_for(root, Commands())
    (root / ".venv" / "evendeal.json").write_text('{"python": ')
    again = Commands()
    assert python_for(root, again)
    assert again.count("venv") == 1


def test_somebody_elses_environment_is_used_or_left_alone(root, monkeypatch):
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / ".venv" / "bin" / "python").touch()
    commands = Commands()
    assert python_for(root, commands) == root / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "prefix", str(root / ".venv"))
    with pytest.raises(SetupFailed, match="no-such-package"):
        python_for(root, commands)
    assert not commands.lines


def test_two_starts_at_once_set_up_once(root):
    commands = Commands()
    starts = [threading.Thread(target=python_for, args=(root, commands)) for _ in range(4)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert [commands.count(word) for word in ("venv", "sync")] == [1, 1]


def test_a_python_without_venv_is_told_what_to_install(root):
    with pytest.raises(SetupFailed, match="python3-venv"):
        python_for(root, Commands("venv"))


@pytest.mark.parametrize(
    ("requirement", "met"),
    [
        ("django>=5.2,<5.3", True),
        ("Django>=5,<6", True),
        ("django>=5.3,<6", False),
        ("django>=4,<5.2", False),
        ("psycopg[binary,pool]>=3.3,<4", True),
        ("no-such-package>=1,<2", False),
        ("no-such-package>=1,<2; sys_platform == 'plan9'", True),
    ],
)
def test_a_requirement_is_met_by_a_version_that_fits(requirement, met):
    assert (missing([requirement]) == []) is met


def test_a_requirement_in_another_form_is_an_error():
    with pytest.raises(ValueError, match="django==5"):
        missing(["django==5"])


@pytest.mark.parametrize(
    ("named", "needs"),
    [
        ({}, {"serve"}),
        ({"DATABASE_URL": "sqlite:////tmp/site.sqlite3", "REDIS_URL": " "}, {"serve"}),
        ({"DATABASE_URL": "postgresql://evendeal@localhost/site"}, {"serve", "servers"}),
        ({"DATABASE_URL": "postgres://evendeal@localhost/site"}, {"serve", "servers"}),
        ({"REDIS_URL": "redis://localhost:6379/0"}, {"serve", "servers"}),
    ],
)
def test_what_speaks_to_servers_is_installed_where_one_is_named(named, needs, monkeypatch):
    for variable in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in named.items():
        monkeypatch.setenv(variable, value)
    entered = []
    monkeypatch.setattr(door, "python_for", lambda groups: entered.append(groups) or sys.exit())
    with pytest.raises(SystemExit):
        door.main(["manage.py", "check"])
    assert entered == [needs]


# The pages


@pytest.fixture
def site(tmp_path: Path) -> Path:
    frontend = tmp_path / "frontend"
    (frontend / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "src/site.ts"):
        (frontend / name).write_text("1")
    return tmp_path


class Npm(Commands):
    """Makes `node_modules` and the manifest."""

    def __call__(self, command: list[str | Path], **options: object) -> bool:
        frontend = Path(str(options["cwd"]))
        if "ci" in command:
            (frontend / "node_modules").mkdir(exist_ok=True)
        if "build" in command:
            manifest = frontend / "static" / "frontend" / "manifest.json"
            manifest.parent.mkdir(parents=True, exist_ok=True)
            manifest.touch()
        return super().__call__(command, **options)


def built(site: Path, *, modules: bool = False) -> list[str]:
    """The npm commands of one run."""
    npm = Npm()
    pages.build(modules=modules, root=site, run=npm)
    return [line.split()[-1 if "build" in line else 1] for line in npm.lines]


def test_the_pages_are_built_once(site):
    assert built(site) == ["ci", "build"]
    assert built(site) == []


def test_changed_sources_are_built_and_a_changed_lock_is_installed_first(site):
    built(site)
    (site / "frontend" / "src" / "site.ts").write_text("2")
    assert built(site) == ["build"]
    (site / "frontend" / "package-lock.json").write_text("2")
    assert built(site) == ["ci", "build"]
    (site / "frontend" / "src" / "new.ts").write_text("1")
    assert built(site) == ["build"]


def test_python_and_templates_are_no_sources_of_the_build(site):
    built(site)
    (site / "frontend" / "urls.py").write_text("1")
    (site / "frontend" / "templates").mkdir()
    (site / "frontend" / "templates" / "home.html").write_text("1")
    assert built(site) == []


def test_data_of_the_games_that_the_table_reads_is_a_source_too(site):
    built(site)
    (site / "games" / "wish").mkdir(parents=True)
    (site / "games" / "wish" / "rules.py").write_text("1")
    assert built(site) == []
    (site / "games" / "wish" / "pile_names.json").write_text("{}")
    assert built(site) == ["build"]


def test_what_only_tests_need_is_not_fetched_to_serve(site):
    npm = Npm()
    pages.build(modules=False, root=site, run=npm)
    pages.build(modules=True, root=site, run=npm)
    installing = [line for line in npm.lines if " ci " in f" {line} "]
    assert ["--omit=dev" in line for line in installing] == [True, False]
    (site / "frontend" / "src" / "site.ts").write_text("2")
    assert built(site) == ["build"]
    (site / "frontend" / "package-lock.json").write_text("2")
    assert built(site) == ["ci", "build"]
    assert built(site, modules=True) == ["ci"]


def test_what_is_lost_is_made_again(site):
    built(site)
    shutil.rmtree(site / "frontend" / "static")
    assert built(site) == ["build"]
    shutil.rmtree(site / "frontend" / "node_modules")
    assert built(site) == []
    assert built(site, modules=True) == ["ci"]


def test_a_build_that_failed_is_due_again(site):
    with pytest.raises(SetupFailed, match="build"):
        pages.build(modules=False, root=site, run=Npm("build"))
    assert pages.work_to_do(modules=False, root=site) == ["build"]


@pytest.mark.parametrize(
    ("does", "enough"),
    [
        ("echo v20.18.3", False),
        ("echo v20.19.0", True),
        ("echo v21.7.3", False),
        ("echo v22.11.0", False),
        ("echo v22.12.0", True),
        ("echo v24.1.0", True),
        ("echo v18.20.8", False),
        ("", False),
        ("echo next", False),
        ("echo v24.1.0; exit 127", False),
    ],
)
def test_node_runs_and_is_new_enough_for_vite(does, enough, tmp_path, monkeypatch):
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pages.node_folder(tmp_path) == (tmp_path if enough else None)


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
        until = monotonic() + PATIENCE_S
        while not claimed.exists() and monotonic() < until:
            sleep(0.05)
        seen.append(claimed.exists())

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


# manage.py


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
