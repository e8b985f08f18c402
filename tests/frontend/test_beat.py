"""Challenging others to a deal: the link gives everyone these cards, and a press a contest of one's own."""

import json
import random
import re
from html import unescape

import pytest
from django.test import Client

from competitions.models import Attempt, Competition, Log, Player
from games import GAMES
from games.replay import replay

from .playing import play
from .walks import walk

pytestmark = pytest.mark.django_db

LINK = "/beat/pyramid/summer?draw=three"
PRACTICE = "/practice/pyramid?seed=summer&draw=three"
GAME, RULES = GAMES["pyramid"], {"draw": "three"}


@pytest.fixture
def moves():
    """A few moves of the deal, and the score of giving up after them."""
    made = walk(GAME, "summer", random.Random(1), rules=RULES)
    played = replay(GAME, "summer", RULES, made)
    assert played.score < GAME.worst_score(RULES)
    return made


def scoreboard(client, competition):
    answer = client.get(f"/api/v1/competitions/{competition.pk}/standings").json()
    return {row["player"]["name"]: (row["rank"], row["total"]) for row in answer["results"]}


def test_the_link_deals_the_cards_for_practice_and_makes_nothing(stranger):
    answer = stranger.get(LINK)
    assert answer.headers["Location"] == PRACTICE
    page = stranger.get(PRACTICE).content.decode()
    for text in ("Pyramid", "drawing three", "summer", 'action="/beat/pyramid/summer?draw=three"'):
        assert text in page
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)


def test_a_name_and_a_button_make_the_contest_with_the_player_in_it(stranger):
    answer = stranger.post(LINK, {"name": "Ada", "moves": ""})
    competition = Competition.objects.get()
    assert answer.headers["Location"] == f"/c/{competition.pk}"
    assert (competition.access, competition.play, competition.attempts) == ("unlisted", "open", None)
    deal = competition.rounds.get().deal
    assert (deal.game_slug, deal.rules, deal.seed) == ("pyramid", RULES, "summer")
    page = stranger.get(answer.headers["Location"]).content.decode()
    assert "You are in" in page
    assert "Ada" in page
    assert "summer" in page
    assert "Challenge: Pyramid" not in Client().get("/").content.decode()


def test_who_challenges_with_the_same_cards_gets_a_contest_of_their_own(stranger, browser_of, rival):
    stranger.post(LINK, {"name": "Ada"})
    adas = Competition.objects.get()
    for browser in (stranger, Client(), browser_of(rival)):
        assert browser.get(LINK).headers["Location"] == PRACTICE
    theirs = browser_of(rival).post(LINK).headers["Location"]
    assert theirs != f"/c/{adas.pk}"
    assert browser_of(rival).post(LINK).headers["Location"] == theirs, "theirs is found again"
    assert stranger.post(LINK).headers["Location"] == f"/c/{adas.pk}"
    for competition, name in zip(
        Competition.objects.order_by("created_at"), ("Ada", rival.name), strict=True
    ):
        assert competition.organiser.name == name
        assert [entry.player.name for entry in competition.entries.all()] == [name]


def test_the_moves_come_along_onto_the_scoreboard(stranger, moves):
    stranger.post(LINK, {"name": "Ada", "moves": json.dumps(moves)})
    score = replay(GAME, "summer", RULES, moves).score
    assert scoreboard(stranger, Competition.objects.get()) == {"Ada": (1, score)}
    assert json.loads(Log.objects.get().moves) == moves


def test_the_same_moves_again_are_the_same_attempt_and_better_ones_another(stranger, moves):
    for made in (moves[:1], moves[:1], moves):
        stranger.post(LINK, {"name": "Ada", "moves": json.dumps(made)})
    assert (Attempt.objects.count(), Player.objects.count()) == (2, 1)


@pytest.mark.parametrize("made", [["nonsense"], ["discard a1 g7"], ["draw"] * 101, ["\ud800"]])
def test_moves_that_do_not_stand_are_left_behind_and_the_player_is_in(stranger, made):
    answer = stranger.post(LINK, {"name": "Ada", "moves": json.dumps(made)})
    assert answer.status_code == 302
    assert scoreboard(stranger, Competition.objects.get()) == {"Ada": (None, 28)}
    assert Log.objects.count() == 0


@pytest.mark.parametrize(
    "text", ["{", "7", "{}", "[7]", "[" * 999, "9" * 9999, '"draw"', "[\x00]", "x" * 200_000]
)
def test_moves_that_are_no_list_are_refused_and_make_nobody(stranger, text):
    answer = stranger.post(LINK, {"name": "Ada", "moves": text})
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)
    assert "sessionid" not in stranger.cookies


def test_more_moves_than_a_body_holds_are_refused_unread(stranger):
    assert stranger.post(LINK, {"name": "Ada", "moves": "x" * 300_000}).status_code == 413
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "Please give a name"), ("x", "2 to 24 characters")],
)
def test_a_bad_name_is_told_beside_its_field_and_the_moves_are_kept_for_the_next_try(
    stranger, rival, moves, name, sentence
):
    answer = stranger.post(LINK, {"name": name, "moves": json.dumps(moves[:1])})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert f'value="[&quot;{moves[0]}&quot;]"' in page
    assert (Competition.objects.count(), Player.objects.count()) == (0, 1)


def section(page, name):
    """A panel of the page by its class, in one line; nothing where it is missing."""
    found = re.search(rf'<section class="panel {name}".*?</section>', page, re.S)
    return " ".join(found.group(0).split()) if found else ""


def test_one_press_leads_from_the_link_to_the_table(stranger):
    answer = stranger.post(LINK, {"name": "Ada", "then": "play"})
    assert answer.headers["Location"] == f"/c/{Competition.objects.get().pk}/rounds/1"
    assert "play-start" in stranger.get(answer.headers["Location"]).content.decode()


def test_the_first_thing_that_the_maker_gets_is_the_link(stranger, moves):
    answer = stranger.post(LINK, {"name": "Ada", "moves": json.dumps(moves), "then": "share"})
    page = stranger.get(answer.headers["Location"]).content.decode()
    shown = section(page, "challenge-link")
    assert "Your challenge is ready" in shown
    assert f">http://testserver{answer.headers['Location']}</code>" in shown
    told = json.loads(unescape(re.search(r'data-share="(.*?)"', shown).group(1)))
    score = replay(GAME, "summer", RULES, moves).score
    facts = {
        "label": "Pyramid",
        "who": None,
        "score": score,
        "won": False,
        "link": answer.headers["Location"],
    }
    assert told.items() >= facts.items()
    assert (told["among"]["others"], told["scores"][-1]) == (0, score)
    assert page.index("Your challenge is ready") < page.index("You are in")
    assert "beat it." not in page


def test_who_opens_it_reads_who_scored_what_and_plays_with_one_press(stranger, browser_of, rival, moves):
    stranger.post(LINK, {"name": "Ada", "moves": json.dumps(moves), "then": "share"})
    competition = Competition.objects.get()
    score = replay(GAME, "summer", RULES, moves).score
    page = Client().get(f"/c/{competition.pk}").content.decode()
    assert "<h1><bdi>Challenge: Pyramid</bdi></h1>" in page
    assert "by <bdi>Ada</bdi>" in page
    assert 'og:title" content="Challenge: Pyramid, by Ada"' in page
    assert f"<bdi>Ada</bdi> scored <strong>{score}</strong>: beat it." in page
    assert section(page, "challenge-link") == ""
    assert re.findall(r'value="play">(.*?)<', page) == ["Play the same cards"]
    answer = browser_of(rival).post(f"/c/{competition.pk}/join", {"then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert "Pass it on" in browser_of(rival).get(f"/c/{competition.pk}").content.decode()


def test_while_its_maker_has_no_result_it_challenges_with_the_best_there_is(stranger, rival, moves):
    stranger.post(LINK, {"name": "Ada"})
    competition = Competition.objects.get()
    assert "beat it." not in Client().get(f"/c/{competition.pk}").content.decode()
    play(competition, rival, moves)
    assert "<bdi>Ray Rival</bdi> scored" in Client().get(f"/c/{competition.pk}").content.decode()


def test_after_its_close_whoever_comes_practises_the_same_cards(stranger, moves):
    stranger.post(LINK, {"name": "Ada", "moves": json.dumps(moves)})
    competition = Competition.objects.get()
    stranger.get(f"/c/{competition.pk}/desk")
    token = {"X-CSRFToken": stranger.cookies["csrftoken"].value}
    stranger.post(
        f"/api/v1/competitions/{competition.pk}/close", content_type="application/json", headers=token
    )
    page = Client().get(f"/c/{competition.pk}").content.decode()
    assert 'href="/practice/pyramid?seed=summer&amp;draw=three">Play Pyramid</a>' in page
    assert "Ada" in page


def test_a_challenge_whose_name_is_refused_stays_a_challenge_on_the_next_try(stranger, rival, moves):
    made = json.dumps(moves)
    page = stranger.post(LINK, {"name": "x", "moves": made, "then": "share"}).content.decode()
    assert "Challenge a friend" in page
    answer = stranger.post(LINK, {"name": "Ray Rival", "moves": made, "then": "share"})
    assert answer.headers["Location"] == f"/c/{Competition.objects.get().pk}"
    assert Log.objects.get().entry.player.name == "Ray Rival", "which another has, too"
