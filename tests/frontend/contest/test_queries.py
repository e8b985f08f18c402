"""How many queries a page of a contest takes, however many are in it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.play.dealer import finish

from ..playing import play, start

pytestmark = pytest.mark.django_db


def cost(browser, path):
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(path).status_code == 200
    return len(queries)


@pytest.mark.extra
def test_it_takes_as_many_for_many_players_as_for_two(desk, mine, stranger, rival, player, contest):
    competition = contest("wish", "pyramid", attempts=2)
    path = f"/c/{competition.pk}"
    play(competition, player("Second"), [])
    finish(attempt_id=start(competition, rival).attempt.pk, now=timezone.now())
    log = play(competition, rival, [])
    asked = {
        path: (mine, 12),
        f"{path}/room": (stranger, 10),
        f"{path}/rounds/1": (mine, 20),
        f"{path}/players/{log.entry_id}": (mine, 12),
        f"{path}/desk": (desk, 16),
        f"/results/{log.pk}": (stranger, 16),
    }
    mine.get(path)
    few = {page: cost(browser, page) for page, (browser, _) in asked.items()}
    assert [page for page, (_, most) in asked.items() if few[page] > most] == []
    for number in range(18):
        play(competition, player(f"Player {number}"), [], number=1 + number % 2)
    assert {page: cost(browser, page) for page, (browser, _) in asked.items()} == few
    start(competition, rival, 2)
    assert cost(mine, f"{path}/rounds/2") <= 8
