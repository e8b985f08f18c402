"""Challenging others to a deal: the link gives everyone these cards, and a press a contest of one's own."""

import json
import random
import re

import pytest
from django.test import Client

from competitions.models import Attempt, Competition, Log, Player
from games import GAMES
from games.replay import replay

from .playing import play
from .reading import press, read, refused, says
from .walks import walk

pytestmark = pytest.mark.django_db

LINK = "/beat/pyramid/summer?draw=three"
PRACTICE = "/practice/pyramid?seed=summer&draw=three"
GAME, RULES = GAMES["pyramid"], {"draw": "three"}
MOVES = walk(GAME, "summer", random.Random(1), rules=RULES)
SCORE = replay(GAME, "summer", RULES, MOVES).score
"""Of giving up after these moves."""


def scoreboard(client, competition):
    answer = client.get(f"/api/v1/competitions/{competition.pk}/standings").json()
    return {row["player"]["name"]: (row["rank"], row["total"]) for row in answer["results"]}


def challenge(browser, moves=MOVES, **form):
    """Press the button; return the contest, and where the press leads to."""
    led = press(browser, LINK, {"name": "Ada", "moves": json.dumps(moves), **form})
    return Competition.objects.get(pk=re.match(r"/c/(\w+)", led)[1]), led


def section(page, name):
    """A panel of the page by its class, in one line; nothing where it is missing."""
    found = re.search(rf'<section class="panel {name}".*?</section>', page, re.S)
    return " ".join(found.group(0).split()) if found else ""


def test_the_link_deals_the_cards_for_practice_and_makes_nothing(stranger):
    assert GAME.worst_score(RULES) > SCORE
    assert stranger.get(LINK).headers["Location"] == PRACTICE
    says(read(stranger, PRACTICE), "Pyramid", "drawing three", "summer", f'action="{LINK}"')
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)


def test_a_name_and_a_button_make_the_contest_with_the_player_in_it(stranger):
    led = press(stranger, LINK, name="Ada", moves="")
    competition = Competition.objects.get()
    assert led == f"/c/{competition.pk}"
    assert (competition.access, competition.play, competition.attempts) == ("unlisted", "open", None)
    deal = competition.rounds.get().deal
    assert (deal.game_slug, deal.rules, deal.seed) == ("pyramid", RULES, "summer")
    says(read(stranger, led), "You are in", "Ada", "summer")
    says(read(Client(), "/"), lacks=["Challenge: Pyramid"])
    assert press(stranger, LINK, then="play") == f"{led}/rounds/1"
    says(read(stranger, f"{led}/rounds/1"), "play-start")


def test_who_challenges_with_the_same_cards_gets_a_contest_of_their_own(stranger, mine, rival):
    _, here = challenge(stranger)
    for browser in (stranger, Client(), mine):
        assert browser.get(LINK).headers["Location"] == PRACTICE
    theirs = press(mine, LINK)
    assert theirs != here
    assert (press(mine, LINK), press(stranger, LINK)) == (theirs, here), "each finds theirs again"
    made = [
        (each.organiser.name, *each.entries.values_list("player__name", flat=True))
        for each in Competition.objects.order_by("created_at")
    ]
    assert made == [("Ada", "Ada"), (rival.name, rival.name)]


def test_the_moves_come_along_onto_the_scoreboard_and_better_ones_are_another_attempt(stranger):
    for made in (MOVES[:1], MOVES[:1], MOVES):
        competition, _ = challenge(stranger, made)
    assert (Attempt.objects.count(), Player.objects.count()) == (2, 1)
    assert scoreboard(stranger, competition) == {"Ada": (1, SCORE)}
    assert Log.objects.latest("received_at").moves == MOVES


@pytest.mark.parametrize("made", [["nonsense"], ["discard a1 g7"], ["draw"] * 101, ["\ud800"]])
def test_moves_that_do_not_stand_are_left_behind_and_the_player_is_in(stranger, made):
    competition, _ = challenge(stranger, made)
    assert scoreboard(stranger, competition) == {"Ada": (None, 28)}
    assert Log.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "status"),
    [
        *(
            (text, 422)
            for text in ("{", "7", "{}", "[7]", "[" * 999, "9" * 9999, '"draw"', "[\x00]", "x" * 200_000)
        ),
        ("x" * 300_000, 413),  # more than a body holds
    ],
)
def test_moves_that_are_no_list_are_refused_and_make_nobody(stranger, text, status):
    page = refused(stranger, LINK, status=status, name="Ada", moves=text)
    assert status == 413 or 'class="errorlist"' in page
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)
    assert "sessionid" not in stranger.cookies


@pytest.mark.parametrize(("name", "sentence"), [("", "Please give a name"), ("x", "2 to 24 characters")])
def test_a_bad_name_is_told_beside_its_field_and_the_challenge_is_kept_for_the_next_try(
    stranger, rival, name, sentence
):
    kept = f'value="[&quot;{MOVES[0]}&quot;]"'
    page = refused(stranger, LINK, name=name, moves=json.dumps(MOVES[:1]), then="share")
    says(page, sentence, kept, "Challenge a friend")
    assert (Competition.objects.count(), Player.objects.count()) == (0, 1)
    competition, led = challenge(stranger, name="Ray Rival", then="share")
    assert led == f"/c/{competition.pk}"
    assert Log.objects.get().entry.player.name == "Ray Rival", "which another has, too"


def test_the_first_thing_that_the_maker_gets_is_the_link(stranger):
    _, led = challenge(stranger, then="share")
    page = read(stranger, led)
    shown = section(page, "challenge-link")
    says(shown, "Your challenge is ready", f">http://testserver{led}</code>")
    [told] = re.findall(r'data-share="(.*?)"', shown, re.S)
    assert told.startswith(f"Evendeal · Pyramid · {SCORE} left ")
    assert page.index("Your challenge is ready") < page.index("You are in")
    says(page, lacks=["beat it."])


def test_who_opens_it_reads_who_scored_what_and_plays_with_one_press(stranger, mine):
    _, led = challenge(stranger, then="share")
    page = read(Client(), led)
    title = 'og:title" content="Ada challenges you at Pyramid"'
    says(page, "<h1><bdi>Challenge: Pyramid</bdi></h1>", 'by <bdi lang="">Ada</bdi>', title)
    says(page, f'<bdi lang="">Ada</bdi> scored <strong>{SCORE}</strong>: beat it.')
    assert section(page, "challenge-link") == ""
    assert re.findall(r'value="play">(.*?)<', page) == ["Play the same cards"]
    assert press(mine, f"{led}/join", then="play") == f"{led}/rounds/1"
    says(read(mine, led), "Pass it on")


def test_while_its_maker_has_no_result_it_challenges_with_the_best_there_is(stranger, rival):
    competition, led = challenge(stranger, [])[0], press(stranger, LINK, name="Ada")
    Log.objects.all().delete()
    competition.entries.get().attempts.all().delete()
    says(read(Client(), led), lacks=["beat it."])
    play(competition, rival, MOVES)
    says(read(Client(), led), '<bdi lang="">Ray Rival</bdi> scored')


def test_after_its_close_whoever_comes_practises_the_same_cards(stranger):
    competition, led = challenge(stranger)
    read(stranger, f"{led}/desk")
    token = {"X-CSRFToken": stranger.cookies["csrftoken"].value}
    close = f"/api/v1/competitions/{competition.pk}/close"
    stranger.post(close, content_type="application/json", headers=token)
    link = 'href="/practice/pyramid?seed=summer&amp;draw=three">Play Pyramid</a>'
    says(read(Client(), led), link, "Ada")
