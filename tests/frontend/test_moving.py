"""Pages of people through the standings say when these have moved since the first of them was read."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest

from frontend.views import competition, results, sheet

from .lists.shown import next_page
from .playing import play

pytestmark = pytest.mark.django_db
MOVED = "The scoreboard has moved since you began to read"
PLACES = {
    "board": lambda contest, log: f"/c/{contest.pk}",
    "sheet": lambda contest, log: f"/c/{contest.pk}/sheet",
    "players of a deal": lambda contest, log: f"/results/{log.pk}",
}


@pytest.fixture(params=PLACES)
def first(request, contest, player, monkeypatch):
    """The address of the first of four pages, and what puts another player on one of them."""
    for module, name in ((competition, "PAGE"), (results, "PAGE"), (sheet, "ROWS")):
        monkeypatch.setattr(module, name, 2)
    event = contest("wish")
    logs = [play(event, player(f"Player {n}"), []) for n in range(7)]
    return PLACES[request.param](event, logs[0]), lambda: play(event, player("Nina New"), [])


def read(browser, path):
    answer = browser.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def link(path, page, way="next"):
    found = re.search(rf'rel="{way}" href="(.*?)"', page)
    return urljoin(path, unescape(found[1]))


def test_while_they_stand_still_nothing_is_said(stranger, first):
    path, _ = first
    while path:
        page = read(stranger, path)
        assert MOVED not in page
        path = urljoin(path, next_page(page)) if next_page(page) else None


def test_later_pages_say_that_they_have_moved_and_lead_to_the_beginning(stranger, first):
    path, moves = first
    second = link(path, read(stranger, path))
    moves()
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


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "\u0663", "9" * 30, ""])
def test_a_version_that_is_none_is_not_found(stranger, first, since):
    assert stranger.get(first[0], {"page": 2, "since": since}).status_code == 404
