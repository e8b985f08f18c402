"""What comes after a game: the next open round, or the next deal of today with the streak."""

import re
from html import unescape

import pytest
from django.utils import timezone

from competitions.models import Round

from ..playing import daily_of, enter, first_move, play, play_sealed, start
from ..reading import page_of, press, read, says

pytestmark = pytest.mark.django_db


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
    mine, stranger, rival, noon
):
    noon(11, 30)
    old = play_sealed(daily_of("pyramid"), rival, [first_move(daily_of("pyramid"))])
    noon(12, 1)
    pyramid, three = daily_of("pyramid"), f"/c/{daily_of('three-by-three').pk}"
    following = ("Next: today's Three By Three, about 4 minutes", f"{three}/join")
    assert leads_to(result_of(mine, old)) == following
    assert "New cards" not in result_of(mine, old)

    log = play_sealed(pyramid, rival, [first_move(pyramid)])
    at_the_table = read(mine, f"/results/{log.pk}/ending")
    for page in (result_of(mine, log), page_of(mine, pyramid), at_the_table):
        assert leads_to(page) == following
        streak = "You have played Pyramid 2 days in a row. New cards come <time"
        says(page, streak, 'datetime="2026-12-02T00:00:00Z"')
    read(stranger, f"/results/{log.pk}", 404)

    assert press(mine, f"{three}/join", {"then": "play"}) == f"{three}/rounds/1"


def test_a_daily_that_runs_comes_next_and_none_when_all_are_played(mine, rival, noon):
    noon(12, 1)
    log = play_sealed(daily_of("wish"), rival, [])
    well = start(daily_of("well"), rival).attempt.round.competition_id
    assert leads_to(result_of(mine, log)) == (
        "Next: today's Well, about 8 minutes",
        f"/c/{well}/rounds/1",
    )
    enter(daily_of("pyramid"), rival)
    for slug in ("well", "winabit", "pyramid", "three-by-three"):
        play_sealed(daily_of(slug), rival, [])
    page = result_of(mine, log)
    says(page, "You have played all of today's deals. New cards come", lacks=["Next: ", "in a row"])
