"""The disk under SQLite is full, or may only be read: who writes is told to come again, and all is right when
there is room."""

import resource
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from tests.clients.pages import fetch
from tests.threads import at_once
from tests.waiting import until

from .parts import Site

pytestmark = pytest.mark.faults

AT_ONCE = 16
"""How many requests a process answers at once."""
JSON = {"Content-Type": "application/json"}


def database(site: Site) -> Path:
    return Path(site.database_url.removeprefix("sqlite:///"))


@contextmanager
def no_room(site: Site) -> Iterator[None]:
    """As on a full disk: the system refuses whatever the process writes beyond the first byte of a file."""
    pid = site.web[0].now.pid
    unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def read_only(site: Site) -> Iterator[None]:
    """Nobody may write to the files any more: neither who opens them, nor who has them open already."""
    # Not to `-shm`, too: SQLite writes there through memory, and the system kills whoever may not.
    files = [database(site), Path(f"{database(site)}-wal")]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


def can_be_immutable() -> bool:
    """Whether this machine can make files immutable: only root can, on a file system that knows how."""
    if not shutil.which("chattr"):
        return False
    with tempfile.NamedTemporaryFile() as file:
        made = subprocess.run(["chattr", "+i", file.name], capture_output=True, check=False).returncode == 0
        if made:
            subprocess.run(["chattr", "-i", file.name], check=True)
    return made


@pytest.mark.parametrize("fault", [no_room, *([read_only] if can_be_immutable() else [])])
def test_nothing_can_be_written(
    small_site: Site, fault: Callable[[Site], AbstractContextManager[None]]
) -> None:
    with small_site.under_load() as crowd:
        token = {"Authorization": f"Bearer {crowd.host.token}", **JSON}

        def rename() -> int:
            return fetch(small_site.urls[0], "PATCH", "/api/v1/me", b'{"name": "Hilda"}', token).status

        def register() -> int:
            return fetch(small_site.urls[0], "POST", "/api/v1/guests", b'{"name": "Ida"}', JSON).status

        with fault(small_site):
            until(lambda: rename() == 503, "it still writes")
            for path in ("/", f"/c/{crowd.open}", "/api/v1/competitions"):
                # So many at once meet threads that open the file only now.
                read = at_once(*[lambda path=path: fetch(small_site.urls[0], "GET", path).status] * AT_ONCE)
                assert {*read} == {200}, path
        assert {*at_once(*[register] * AT_ONCE)} == {201}
        crowd.goes_on()
        assert rename() == 200
    small_site.web[0].stop()
    with closing(sqlite3.connect(database(small_site))) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
