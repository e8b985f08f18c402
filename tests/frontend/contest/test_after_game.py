"""What comes after a game: the next open round, or the next deal of today with the streak."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Competition, Round

from ..playing import enter, first_move, play, play_sealed, start
from ..reading import press, read, says
from ..rounds import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still where it is set."""

    def set_to(now):
        monkeypatch.setattr(timezone, "now", lambda: now)
        make_dailies(now)
        return now

    return set_to


def daily(slug, day):
    return Competition.objects.with_rounds().get(daily__game_slug=slug, daily__date=day.date())


def result_of(browser, log):
    return read(browser, f"/results/{log.pk}")


def leads_to(page):
    """What the one button for the next game says, and where it leads."""
    [found] = re.findall(
        r'<(?:form|a) [^>]*(?:action|href)="(\S*)">(?:<input[^>]*>)?(?:<button[^>]*>)?(Next: [^<]*)<', page
    )
    return unescape(found[1]), found[0]


def test_a_result_leads_to_the_next_open_round(mine, stranger, contest, rival):
    competition = contest("wish", "pyramid")
    log = play(competition, rival, [])
    for page in (result_of(mine, log), page_of(mine, competition)):
        assert leads_to(page) == ("Next: round 2, Pyramid", f"/c/{competition.pk}/rounds/2")
    assert "Next: " not in result_of(stranger, log)
    Round.objects.filter(competition=competition, number=2).update(
        opens_at=timezone.now().replace(year=timezone.now().year + 1)
    )
    assert "Next: " not in result_of(mine, log)


def test_a_daily_leads_to_the_next_of_today_with_the_streak_and_the_time_of_new_cards(
    mine, stranger, rival, clock
):
    yesterday = clock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    old = play_sealed(daily("pyramid", yesterday), rival, [first_move(daily("pyramid", yesterday))])
    today = clock(datetime(2026, 12, 1, 12, tzinfo=UTC))
    assert leads_to(result_of(mine, old)) == (
        "Next: today's Three By Three, about 4 minutes",
        f"/c/{daily('three-by-three', today).pk}/join",
    )
    assert "New cards" not in result_of(mine, old)

    pyramid = daily("pyramid", today)
    three = f"/c/{daily('three-by-three', today).pk}"
    log = play_sealed(pyramid, rival, [first_move(pyramid)])
    at_the_table = read(mine, f"/results/{log.pk}/ending")
    for page in (result_of(mine, log), page_of(mine, pyramid), at_the_table):
        assert leads_to(page) == ("Next: today's Three By Three, about 4 minutes", f"{three}/join")
        assert "You have played Pyramid 2 days in a row. New cards come <time" in page
        assert 'datetime="2026-12-02T00:00:00Z"' in page
    read(stranger, f"/results/{log.pk}", 404)

    assert press(mine, f"{three}/join", {"then": "play"}) == f"{three}/rounds/1"


def test_a_daily_that_runs_comes_next_and_none_when_all_are_played(mine, rival, clock):
    today = clock(datetime(2026, 12, 1, 12, tzinfo=UTC))
    log = play_sealed(daily("wish", today), rival, [])
    well = start(daily("well", today), rival).attempt.round.competition_id
    assert leads_to(result_of(mine, log)) == (
        "Next: today's Well, about 8 minutes",
        f"/c/{well}/rounds/1",
    )
    enter(daily("pyramid", today), rival)
    for slug in ("well", "winabit", "pyramid", "three-by-three"):
        play_sealed(daily(slug, today), rival, [])
    page = result_of(mine, log)
    says(page, "You have played all of today's deals. New cards come", lacks=["Next: ", "in a row"])
