"""What the workers of one run share: PostgreSQL, Redis, and a migrated database of each kind to copy.

The process that hands out the tests starts them before its workers, which are told where they are.
"""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from . import daphne, postgres, redis


class Shared:
    """A plugin for a run with workers."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.places: dict[str, str] = {}

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        folder = Path(self.stack.enter_context(TemporaryDirectory(prefix="evendeal-tests-")))
        server = self.stack.enter_context(postgres.server(os.environ))
        self.places = {
            "postgres_server": server,
            "migrated_postgres": self.stack.enter_context(postgres.database(server)),
            "migrated_sqlite": str(folder / "migrated.sqlite3"),
            "redis_url": self.stack.enter_context(redis.server(os.environ, folder)),
        }
        with ThreadPoolExecutor() as pool:
            urls = self.places["migrated_postgres"], f"sqlite:///{self.places['migrated_sqlite']}"
            list(pool.map(daphne.migrate, urls))

    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["shared"] = self.places

    def pytest_unconfigure(self) -> None:
        self.stack.close()


def places_for(config: pytest.Config) -> Mapping[str, str]:
    """Where a worker finds what is shared; nothing where there are no workers."""
    return getattr(config, "workerinput", {}).get("shared", {})
