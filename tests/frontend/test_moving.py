"""Pages of people through the standings say when these have moved since the first of them was read."""

import re
from html import unescape
from itertools import product
from urllib.parse import urljoin

import pytest

from frontend.contest import views as contest_page
from frontend.results import views as result_page
from frontend.scoreboard import result_sheet

from .lists.shown import next_page
from .playing import play
from .reading import read

pytestmark = pytest.mark.django_db
MOVED = "The scoreboard has changed since you opened its first page"


@pytest.fixture
def places(contest, player, monkeypatch):
    """The addresses of the first of four pages each, and what puts another player on one of all of them."""
    for module, name in ((contest_page, "PAGE"), (result_page, "PAGE"), (result_sheet, "ROWS")):
        monkeypatch.setattr(module, name, 2)
    event = contest("wish")
    logs = [play(event, player(f"Player {n}"), []) for n in range(7)]
    paths = (f"/c/{event.pk}", f"/c/{event.pk}/sheet", f"/results/{logs[0].pk}")
    return paths, lambda: play(event, player("Nina New"), [])


def link(path, page, way="next"):
    found = re.search(rf'rel="{way}" href="(.*?)"', page)
    return urljoin(path, unescape(found[1]))


@pytest.mark.extra
def test_while_they_stand_still_nothing_is_said_and_then_that_they_have_moved(stranger, places):
    paths, moves = places
    for path in paths:
        while path:
            page = read(stranger, path)
            assert MOVED not in page
            path = urljoin(path, next_page(page)) if next_page(page) else None
    seconds = {path: link(path, read(stranger, path)) for path in paths}
    moves()
    for path, second in seconds.items():
        page = read(stranger, second)
        assert MOVED in page
        assert MOVED in read(stranger, link(path, page)), "it holds for all that follow"
        beginning = unescape(re.search(r'<a href="([^"]*)">Begin again</a>', page)[1])
        assert beginning.partition("#")[0] == path
        begun = read(stranger, beginning)
        assert MOVED not in begun
        assert MOVED not in read(stranger, link(path, begun))
        back = link(path, page, "prev")
        assert MOVED not in read(stranger, back), "the first page is where one begins"
        assert MOVED not in read(stranger, link(path, read(stranger, back)))


def test_a_version_that_is_none_is_not_found(stranger, places):
    for path, since in product(places[0], ("x", "-1", "1.5", "\u0663", "9" * 30, "")):
        assert stranger.get(path, {"page": 2, "since": since}).status_code == 404, (path, since)
