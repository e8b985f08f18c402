"""On which database a test runs: by default on the one that can show what it holds, with `--all` on both."""

import pytest

ALIKE = ["sqlite", pytest.param("postgresql", marks=pytest.mark.extra)]
"""For what both do alike."""

LOCKING = [pytest.param("sqlite", marks=pytest.mark.extra), "postgresql"]
"""For what comes at once: SQLite lets one write after the other, only PostgreSQL needs our locks."""

on_databases_that_lock = pytest.mark.parametrize("any_database", LOCKING, indirect=True)
