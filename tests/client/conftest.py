"""A site for the client to speak to, and a home of its own for the command line."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from evendeal.cli import app
from tests.servers.daphne import Daphne

FAULT = " ERROR "
"""What no test may bring a server to log."""


@pytest.fixture
def site(two_on_sqlite: Daphne) -> Iterator[str]:
    """The address of a real server."""
    with two_on_sqlite.never_says(FAULT):
        yield two_on_sqlite.url


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, in which the command line finds nobody's account."""
    for name in list(os.environ):
        if name.startswith("EVENDEAL_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.chdir(tmp_path)
    return tmp_path


Run = Callable[..., Result]


@pytest.fixture
def run(home: Path) -> Run:
    """Types a command, and then these keys; it must end with this status, if one is given. `environment` is
    set for it alone."""

    def type_in(*arguments: str | Path, keys: str = "", status: int | None = 0, **environment: str) -> Result:
        done = CliRunner(env=environment).invoke(app, [str(each) for each in arguments], input=keys)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == status or status is None, done.output
        return done

    return type_in
