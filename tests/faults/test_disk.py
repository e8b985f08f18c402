"""The disk under SQLite is full: who writes is told to come again, and all is right when there is room."""

import resource
from pathlib import Path

import pytest

from tests.clients.pages import fetch

from .crowd import until
from .parts import Site

pytestmark = pytest.mark.faults


def test_no_file_can_grow(small_site: Site) -> None:
    """As on a full disk: the system refuses whatever the process writes beyond the first byte."""
    process = small_site.web[0].now
    unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    file = Path(small_site.database_url.removeprefix("sqlite:///"))
    with small_site.under_load() as crowd:
        token = {"Authorization": f"Bearer {crowd.host.token}", "Content-Type": "application/json"}

        def rename() -> int:
            return fetch(small_site.urls[0], "PATCH", "/api/v1/me", b'{"name": "Hilda"}', token).status

        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        until(lambda: rename() == 503, "it still has room")
        for path in ("/", f"/c/{crowd.open}", "/api/v1/competitions"):
            assert fetch(small_site.urls[0], "GET", path).status == 200, path
        assert file.stat().st_size > 0
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
        crowd.goes_on()
        assert rename() == 200
