"""Home leads with the deals of the day, which are not among the contests that others have made."""

import re

import pytest
from django.utils import timezone

from competitions.contests.dailies.enter_daily import join_by_starting
from competitions.contests.dailies.streaks import Streak
from competitions.models import Attempt
from competitions.play import dealer
from frontend.dailies import todays_deals

from ..playing import daily_of, first_move, play_sealed, start
from ..reading import press, read, says

pytestmark = pytest.mark.django_db


@pytest.fixture
def wish():
    """Today's Wish."""
    return daily_of("wish")


def shown(browser, competition):
    """What home says of a daily, in one line."""
    card = rf'<li class="held[^>]*>(?:(?!</li>).)*?/c/{competition.pk}.*?</li>'
    [card] = re.findall(card, read(browser, "/"), re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", card).split())


def test_a_stranger_sees_all_five(stranger, wish):
    page = read(stranger, "/")
    day = timezone.now()
    assert f'<h2 id="today">{day:%A}, {day.day} {day:%B}</h2>' in page
    assert page.count('<button class="held-card"') == 5
    assert shown(stranger, wish) == "Wish : Play"


@pytest.mark.extra
def test_a_player_sees_how_far_they_are(mine, rival, wish):
    now = timezone.now()
    assert shown(mine, wish) == "Wish : Play"
    [round] = wish.rounds.all()
    entry = join_by_starting(competition=wish, round=round, player=rival, now=now)
    begun, _ = dealer.start_attempt(entry=entry, round=round, now=now)
    assert shown(mine, wish) == "Wish : Go on"
    dealer.finish(attempt_id=begun.attempt.pk, now=now)
    assert shown(mine, wish) == "Wish : you scored 32 ; see the scoreboard"
    assert read(mine, "/").count("held face-up") == 1


def test_nobody_is_told_a_place_before_they_have_ended(mine, rival, player, wish):
    play_sealed(wish, player("Ann"), [])
    start(wish, rival)
    assert "1st" not in read(mine, "/")


@pytest.mark.extra
def test_a_stranger_comes_from_home_to_the_cards_without_a_name(stranger, wish):
    stranger.cookies["practised"] = "wish"
    [form] = re.findall(rf'action="/c/{wish.pk}/join">(.*?)</form>', read(stranger, "/"), re.S)
    sent = dict(re.findall(r'name="(\w+)" value="(\w+)"', form))
    answer = stranger.post(f"/c/{wish.pk}/join", sent)
    assert answer.headers["Location"] == f"/c/{wish.pk}/rounds/1"
    assert "play-start" in read(stranger, answer.headers["Location"])
    assert shown(stranger, wish) == "Wish : Go on"
    # Asked for a name once the game is over, and only then.
    round = f"/c/{wish.pk}/rounds/1"
    assert "What shall we call you?" not in read(stranger, round)
    dealer.finish(attempt_id=Attempt.objects.get().pk, now=timezone.now())
    says(read(stranger, f"/results/{Attempt.objects.get().log.pk}/ending"), f'name="back" value="{round}"')
    assert "What shall we call you?" in read(stranger, round)
    assert stranger.post("/me", {"name": "Zoe", "back": round}).headers["Location"] == round
    says(read(stranger, round), "Zoe", lacks=["What shall we call you?"])
    assert press(stranger, "/me", {"name": "Zoe Z", "back": "https://example.org/"}) == "/me?did=name"


@pytest.mark.extra
def test_home_says_until_when_and_on_how_many_days_one_has_played(mine, stranger, rival, wish):
    closing = f'<time datetime="{wish.closes_at:%Y-%m-%dT%H:%M:%SZ}" data-soon>'
    assert closing in read(stranger, "/")
    assert "You have played on" not in read(mine, "/")
    play_sealed(wish, rival, [first_move(wish)])
    says(read(mine, "/"), closing, "You have played on <strong>1 day</strong>")


def test_a_run_of_dailies_is_told(mine, wish, monkeypatch):
    monkeypatch.setattr(todays_deals, "streaks_of", lambda *_: {"wish": Streak(5, 9, 20)})
    assert "5 days in a row" in shown(mine, wish)


def test_they_are_not_listed_among_contests(stranger, wish):
    for path in ("/contests", "/contests?state=running", "/contests?state=scheduled", "/contests?q=wish"):
        assert f"/c/{wish.pk}" not in read(stranger, path)
