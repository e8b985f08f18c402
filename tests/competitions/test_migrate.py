"""Processes that migrate one database at once: one waits for the other, and all end well."""

import fcntl
import os
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from competitions.management.commands.migrate import KEY
from tests.servers import postgres
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import managed
from tests.waiting import until


@pytest.mark.extra
@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_two_that_migrate_at_once_both_end_well(
    vendor: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    def wait() -> bool:
        return all(log.exists() and "Waiting for another migrate" in log.read_text() for log in logs)

    logs = [tmp_path / "one.log", tmp_path / "two.log"]
    with ExitStack() as stack, ExitStack() as ours:
        if vendor == "sqlite":
            url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
            folder = os.open(tmp_path, os.O_RDONLY)
            ours.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        else:
            url = stack.enter_context(postgres.database(request.getfixturevalue("postgres_server")))
            ours.enter_context(psycopg.connect(url)).execute("SELECT pg_advisory_lock(%s)", [KEY])
        variables = environment({"DATABASE_URL": url, "DATA_DIR": str(tmp_path)})
        both = [stack.enter_context(managed(["migrate"], log, cwd=ROOT, env=variables)) for log in logs]
        until(wait, "they did not wait")
        assert [each.poll() for each in both] == [None, None]
        ours.close()
        assert [each.wait(240) for each in both] == [0, 0], [log.read_text()[-2000:] for log in logs]
        assert any("No migrations to apply" in log.read_text() for log in logs)
