"""The page of a round before it is played: what each viewer finds there, and dealing the cards."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from competitions.contests.disqualify import disqualify
from competitions.models import Attempt, Competition
from competitions.play.dealer import finish
from frontend.challenges.deal_links import first_deal
from games import GAMES

from .playing import play
from .props import props_in
from .rounds import deal, page_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def window(competition, opens, closes):
    """Move the competition's window; `opens` and `closes` are from now."""
    now = timezone.now()
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now + opens, opens_at=now + opens, closes_at=now + closes
    )


# Before


def test_who_has_not_begun_may_practise_first(contest, entered):
    competition = contest("well", play="sealed")
    browser, _ = entered(competition)
    page = unescape(page_of(browser, competition))
    for href, label in (("/practice/well", "Practise first"), (first_deal(GAMES["well"]), "See how it goes")):
        assert f'<a class="button" href="{href}" target="_blank">{label}' in page


def test_who_is_not_in_reads_the_facts_and_can_join(regular, contest):
    page = page_of(regular, contest("wish", "pyramid", name="The Friday cup"), 2)
    for text in ("The Friday cup", "Round 2: Pyramid", "drawing one", "Your name", "deals the cards at once"):
        assert text in page
    assert "Deal the cards" not in page


def test_joining_from_a_round_leads_back_to_it(stranger, contest):
    competition = contest("wish", "pyramid")
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "round": "2"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/2"
    assert "Deal the cards" in page_of(stranger, competition, 2)


def test_joining_from_an_unknown_round_leads_to_the_competition(contest):
    path = f"/c/{contest().pk}"
    for count, number in enumerate(("9", "0", "x", "//evil.example", "", "٢")):
        answer = Client().post(f"{path}/join", {"name": f"Ada {count}", "round": number})
        assert answer.headers["Location"] == path, number


def test_a_name_that_is_refused_is_told_on_the_page_of_the_round(stranger, contest):
    competition = contest("wish", "pyramid")
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "x", "round": "2"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "2 to 24 characters" in page
    assert "Round 2: Pyramid" in page
    assert 'name="round" value="2"' in page


def test_the_page_says_that_the_clock_starts_with_the_cards_and_not_before(entered, contest):
    competition = contest(play="sealed", time_limit_s=600)
    browser, entry = entered(competition)
    page = page_of(browser, competition)
    assert "Your clock starts then, not before" in page
    assert "10 minutes" in page
    assert "Sealed:" in page
    assert "Moves are final" in page
    assert "You play this deal once" in page
    assert not entry.attempts.exists()


def test_in_a_sealed_game_that_hides_nothing_moves_may_be_taken_back(entered, contest):
    browser, _ = entered(competition := contest("well", play="sealed"))
    assert "you may undo moves" in page_of(browser, competition)


@pytest.mark.parametrize(
    ("attempts", "sentence"),
    [(None, "as often as you like; the best attempt counts"), (3, "3 of 3 attempts left")],
)
def test_the_page_says_how_many_attempts_there_are(entered, contest, attempts, sentence):
    browser, _ = entered(competition := contest(attempts=attempts))
    page = page_of(browser, competition)
    assert sentence in page
    assert "you may undo any move" in page


def test_a_round_that_is_not_open_says_when_it_opens(entered, contest):
    competition = contest(opens_at=timezone.now() + HOUR)
    browser, entry = entered(competition)
    page = page_of(browser, competition)
    assert "Not open yet" in page
    assert "<time" in page
    assert "Deal the cards" not in page
    answer = deal(browser, competition)
    assert answer.status_code == 409
    assert "Round 1 is not open yet." in answer.content.decode()
    assert not entry.attempts.exists()


def test_a_round_that_is_over_says_so_and_takes_nobody(entered, stranger, contest):
    competition = contest()
    browser, entry = entered(competition)
    window(competition, -2 * HOUR, -HOUR)
    for viewer in (browser, stranger):
        page = page_of(viewer, competition)
        assert "This round is over" in page
        assert "Deal the cards" not in page
        assert "Your name" not in page.split("<main")[1]
    assert deal(browser, competition).status_code == 409
    assert not entry.attempts.exists()


# Dealing


def test_dealing_starts_one_attempt_however_often_it_is_asked(entered, contest):
    browser, entry = entered(competition := contest(attempts=None))
    for _ in range(3):
        answer = deal(browser, competition)
        assert answer.status_code == 302
        assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    attempt = entry.attempts.get()
    assert props_in(page_of(browser, competition))["attempt"] == attempt.pk


def test_reading_starts_nothing(entered, contest):
    browser, entry = entered(competition := contest())
    page_of(browser, competition)
    answer = browser.get(f"/c/{competition.pk}/rounds/1/deal")
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert not entry.attempts.exists()


def test_who_has_not_joined_is_dealt_nothing(stranger, browser_of, rival, contest):
    competition = contest()
    for browser in (stranger, browser_of(rival)):
        assert deal(browser, competition).headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert not Attempt.objects.exists()


def test_no_more_is_dealt_than_there_are_attempts(entered, contest, sit, rival):
    competition = contest(attempts=1)
    browser, entry = entered(competition)
    finish(attempt_id=sit(competition, rival).attempt.pk, now=timezone.now())
    assert "Deal the cards" not in page_of(browser, competition)
    answer = deal(browser, competition)
    assert answer.status_code == 409
    assert "No attempt at round 1 is left." in answer.content.decode()
    assert entry.attempts.count() == 1


@pytest.mark.parametrize(
    ("left", "limit", "warned"),
    [
        (timedelta(minutes=4, seconds=30), 600, "4 minutes"),
        (timedelta(seconds=45), 600, "seconds"),
        (timedelta(minutes=11), 600, None),
        (timedelta(minutes=4), None, None),
    ],
)
def test_who_comes_late_is_told_that_the_round_ends_before_their_time_does(
    entered, contest, left, limit, warned
):
    competition = contest("wish", play="sealed", time_limit_s=limit, attempts=1)
    browser, _ = entered(competition)
    window(competition, -HOUR, left)
    page = page_of(browser, competition)
    told = re.search(r'<p class="notice late">(.*?)</p>', page, re.S)
    assert bool(told) is bool(warned)
    if warned:
        assert warned in told.group(1)
        assert "instead of 10 minutes" in told.group(1)


# Addresses, cost, hostile names


# The way there


@pytest.mark.parametrize(
    ("made", "label"), [(None, "Play"), ("running", "Go on playing"), ("ended", "Your result")]
)
def test_the_page_of_the_competition_has_the_button_that_fits(entered, contest, sit, rival, made, label):
    competition = contest(play="sealed")
    browser, _ = entered(competition)
    if made:
        seat = sit(competition, rival)
    if made == "ended":
        finish(attempt_id=seat.attempt.pk, now=timezone.now())
    page = browser.get(f"/c/{competition.pk}").content.decode()
    assert re.findall(rf'href="/c/{competition.pk}/rounds/1">(.*?)</a>', page) == [label]


def test_of_many_rounds_the_one_to_play_is_named(entered, contest, rival):
    competition = contest("wish", "pyramid", attempts=None)
    browser, _ = entered(competition)
    play(competition, rival, [])
    page = browser.get(f"/c/{competition.pk}").content.decode()
    assert re.findall(r'class="button[^"]*" href="[^"]*/rounds/2">(.*?)</a>', page) == [
        "Play: round 2",
        "Play",
    ]
    assert re.findall(r'class="button[^"]*" href="[^"]*/rounds/1">(.*?)</a>', page) == ["Play again"]


def test_strangers_find_no_button_to_play(stranger, contest):
    assert "/rounds/1" not in stranger.get(f"/c/{contest().pk}").content.decode()


def test_a_disqualified_player_is_told_so_and_offered_no_cards(entered, contest, owner):
    competition = contest()
    browser, entry = entered(competition)
    disqualify(competition=competition, organiser=owner, entry=entry, reason="Two names.", now=timezone.now())
    page = browser.get(f"/c/{competition.pk}/rounds/1").content.decode()
    assert "You are out of this contest" in page
    assert f"/c/{competition.pk}/trail" in page
    assert "Deal the cards" not in page
