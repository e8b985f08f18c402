"""Two processes that migrate one database at once: both end well."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers import postgres
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import managed


@pytest.mark.extra
@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_two_that_migrate_at_once_both_end_well(
    vendor: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        if vendor == "sqlite":
            url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
        else:
            url = stack.enter_context(postgres.database(request.getfixturevalue("postgres_server")))
        variables = environment({"DATABASE_URL": url, "DATA_DIR": str(tmp_path)})
        logs = [tmp_path / "one.log", tmp_path / "two.log"]
        both = [stack.enter_context(managed(["migrate"], log, cwd=ROOT, env=variables)) for log in logs]
        assert [each.wait(240) for each in both] == [0, 0], [log.read_text()[-2000:] for log in logs]
        assert any("Waiting for another migrate" in log.read_text() for log in logs)
        assert any("No migrations to apply" in log.read_text() for log in logs)
