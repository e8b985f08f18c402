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

from .playing import enter, play, start
from .props import props_in
from .reading import page_of, press, read, refused, says

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DEAL = "Deal the cards"


def window(competition, opens, closes):
    """Move the competition's window; `opens` and `closes` are from now."""
    now = timezone.now()
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now + opens, opens_at=now + opens, closes_at=now + closes
    )


@pytest.mark.parametrize(
    ("settings", "texts"),
    [
        (
            {"play": "sealed", "time_limit_s": 600},
            [
                "Your clock starts only then",
                "10 minutes",
                "Sealed:",
                "Moves are final",
                "You play this deal once",
            ],
        ),
        ({"games": ["well"], "play": "sealed"}, ["No card is hidden in this game, so you may undo moves"]),
        ({"attempts": None}, ["as often as you like; the best attempt counts", "you may undo any move"]),
        ({"attempts": 3}, ["3 of 3 attempts left", "you may undo any move"]),
    ],
)
def test_who_has_not_begun_reads_what_awaits_them_and_may_practise_first(
    rival, mine, contest, settings, texts
):
    games = settings.pop("games", ["three-by-three"])
    competition = contest(*games, **settings)
    entry = enter(competition, rival)
    page = unescape(page_of(mine, competition))
    says(page, *texts)
    first = [f'<a class="button" href="{first_deal(GAMES[games[0]])}" target="_blank">Show me how']
    practice = f'<a class="button" href="/practice/{games[0]}" target="_blank">Practise first'
    says(page, practice, *(first if "play" in settings else ()))
    assert not entry.attempts.exists()


def test_who_is_not_in_reads_the_facts_and_joining_leads_back(regular, stranger, contest):
    competition = contest("wish", "pyramid", name="The Friday cup")
    facts = ("The Friday cup", "Round 2: Pyramid", "drawing one", "Your name", "deals the cards at once")
    says(page_of(regular, competition, 2), *facts, lacks=[DEAL])
    path = f"/c/{competition.pk}"
    page = refused(stranger, f"{path}/join", name="x", round="2")
    says(page, "2 to 24 characters", "Round 2: Pyramid", 'name="round" value="2"')
    assert press(stranger, f"{path}/join", name="Ada", round="2") == f"{path}/rounds/2"
    says(page_of(stranger, competition, 2), DEAL)
    for count, number in enumerate(("9", "0", "x", "//evil.example", "", "٢")):
        assert press(Client(), f"{path}/join", name=f"Ada {count}", round=number) == path, number


def test_a_round_that_is_not_open_or_over_says_so_and_takes_nobody(rival, mine, stranger, contest):
    early, over = contest(opens_at=timezone.now() + HOUR), contest()
    entry = enter(early, rival)
    says(page_of(mine, early), "Not open yet", "<time", lacks=[DEAL])
    says(refused(mine, f"/c/{early.pk}/rounds/1/deal", status=409), "Round 1 is not open yet.")
    assert not entry.attempts.exists()
    entry = enter(over, rival)
    window(over, -2 * HOUR, -HOUR)
    for viewer in (mine, stranger):
        page = page_of(viewer, over)
        says(page, "This round is over", lacks=[DEAL])
        says(page.split("<main")[1], lacks=["Your name"])
    refused(mine, f"/c/{over.pk}/rounds/1/deal", status=409)
    assert not entry.attempts.exists()


def test_dealing_starts_one_attempt_however_often_it_is_asked_and_reading_none(rival, mine, contest):
    competition = contest(attempts=None)
    entry = enter(competition, rival)
    there = f"/c/{competition.pk}/rounds/1"
    page_of(mine, competition)
    assert mine.get(f"{there}/deal").headers["Location"] == there
    assert not entry.attempts.exists()
    for _ in range(3):
        assert press(mine, f"{there}/deal") == there
    assert props_in(page_of(mine, competition))["attempt"] == entry.attempts.get().pk


def test_who_has_not_joined_is_dealt_nothing(stranger, mine, contest):
    path = f"/c/{contest().pk}"
    for browser in (stranger, mine):
        assert press(browser, f"{path}/rounds/1/deal") == f"{path}/rounds/1"
    assert not Attempt.objects.exists()
    says(read(stranger, path), lacks=["/rounds/1"])


def test_no_more_is_dealt_than_there_are_attempts_nor_to_the_disqualified(mine, contest, rival, owner):
    competition, out = contest(attempts=1), contest()
    entry = enter(competition, rival)
    finish(attempt_id=start(competition, rival).attempt.pk, now=timezone.now())
    says(page_of(mine, competition), lacks=[DEAL])
    page = refused(mine, f"/c/{competition.pk}/rounds/1/deal", status=409)
    says(page, "No attempt at round 1 is left.")
    assert entry.attempts.count() == 1
    entry = enter(out, rival)
    disqualify(competition=out, organiser=owner, entry=entry, reason="Two names.", now=timezone.now())
    says(page_of(mine, out), "You are disqualified", f"/c/{out.pk}/trail", lacks=[DEAL])


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
    rival, mine, contest, left, limit, warned
):
    competition = contest("wish", play="sealed", time_limit_s=limit, attempts=1)
    enter(competition, rival)
    window(competition, -HOUR, left)
    told = re.findall(r'<p class="notice late">(.*?)</p>', page_of(mine, competition), re.S)
    assert len(told) == (warned is not None)
    for notice in told:
        says(notice, warned, "even if you have not used your 10 minutes")


@pytest.mark.parametrize(
    ("made", "label"), [(None, "Play"), ("running", "Go on playing"), ("ended", "Your result")]
)
def test_the_page_of_the_competition_has_the_button_that_fits(mine, contest, rival, made, label):
    enter(competition := contest(play="sealed"), rival)
    if made:
        seat = start(competition, rival)
    if made == "ended":
        finish(attempt_id=seat.attempt.pk, now=timezone.now())
    page = read(mine, f"/c/{competition.pk}")
    assert re.findall(rf'href="/c/{competition.pk}/rounds/1">(.*?)</a>', page) == [label]


def test_of_many_rounds_the_one_to_play_is_named(mine, contest, rival):
    competition = contest("wish", "pyramid", attempts=None)
    play(competition, rival, [])
    page = read(mine, f"/c/{competition.pk}")
    labels = [re.findall(rf'class="button[^"]*" href="[^"]*/rounds/{n}">(.*?)</a>', page) for n in (1, 2)]
    assert labels == [["Play again"], ["Play: round 2", "Play"]]
