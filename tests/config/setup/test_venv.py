"""From a bare Python to an environment: what is decided, and what is run for it. No command is real here."""

import shutil
import sys
import threading
from pathlib import Path

import pytest

from config.setup import venv
from config.setup.requirements import missing
from config.setup.saying import SetupFailed
from tests.config.setup.commands import Commands


def python_for(root: Path, commands: Commands, *groups: str) -> Path | None:
    return venv.python_for(set(groups or ["serve"]), root=root, run=commands)


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
