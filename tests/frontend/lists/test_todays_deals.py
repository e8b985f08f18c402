"""Home leads with the deals of the day, which are not among the contests that others have made."""

import re

import pytest
from django.utils import timezone

from competitions.dailies.calendar import make_dailies
from competitions.dailies.entering import join_by_starting
from competitions.dailies.streaks import Streak
from competitions.models import Competition
from competitions.playing import dealer
from frontend.lists import todays_deals

pytestmark = pytest.mark.django_db


@pytest.fixture
def wish():
    """Today's Wish."""
    now = timezone.now()
    make_dailies(now)
    return Competition.objects.with_rounds().get(daily__game_slug="wish", daily__date=now.date())


def shown(browser, competition):
    """What home says of a daily, in one line."""
    page = browser.get("/").content.decode()
    [card] = re.findall(rf'<li class="game-card">(?:(?!</li>).)*/c/{competition.pk}.*?</li>', page, re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", card).split())


def test_without_any_there_is_nothing_to_say(stranger):
    assert "Today's deals" not in stranger.get("/").content.decode()


def test_a_stranger_sees_all_five(stranger, wish):
    page = stranger.get("/").content.decode()
    assert "Today's deals" in page
    assert page.count(": today's ") == 5
    assert shown(stranger, wish).endswith("Play : today's Wish")


def test_a_player_sees_how_far_they_are(browser_of, rival, wish):
    browser, now = browser_of(rival), timezone.now()
    assert "Play : today's Wish" in shown(browser, wish)
    [round] = wish.rounds.all()
    entry = join_by_starting(competition=wish, round=round, player=rival, now=now)
    begun, _ = dealer.start_attempt(entry=entry, round=round, now=now)
    assert "You are playing it Go on : today's Wish" in shown(browser, wish)
    dealer.finish(attempt_id=begun.attempt.pk, now=now)
    assert "You scored 32 Scoreboard : today's Wish" in shown(browser, wish)
    assert "in a row" not in shown(browser, wish)


def test_a_run_of_dailies_is_told(browser_of, rival, wish, monkeypatch):
    monkeypatch.setattr(todays_deals, "streaks_of", lambda *_: {"wish": Streak(5, 9, 20)})
    assert "5 in a row" in shown(browser_of(rival), wish)


def test_they_are_not_listed_among_contests(stranger, wish):
    for path in ("/contests", "/contests?state=running", "/contests?state=scheduled", "/contests?q=wish"):
        assert f"/c/{wish.pk}" not in stranger.get(path).content.decode()
