"""The rules pages."""

import re

import pytest
from django.utils.html import escape
from django.utils.translation import override

from frontend.challenges.deal_links import first_deal
from games import GAMES

from .reading import says

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_has_its_goal_its_rules_its_rulings_marked_its_source_and_a_drawing(stranger, game):
    page, about = stranger.get(f"/games/{game.slug}").content.decode(), game.about_in("en")
    assert about.name in page
    assert about.rules
    for paragraph in about.rules:
        assert escape(paragraph) in page
    assert about.source
    for ruling in about.rulings:
        assert f'<span class="tag">Ruling</span> {escape(ruling)}' in page
    for option, values in game.options.items():
        for text in (option, *values):
            assert f"<code>{text}</code>" in page
    assert f"{game.move_limit} moves" in page
    says(page, escape(about.goal), f'<a class="button" href="{escape(first_deal(game))}">Show me how</a>')
    assert page.count('<svg class="layout"') == 1, "its own drawing"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_options_are_said_in_a_players_words_and_not_by_their_short_names(game):
    about = game.about_in("en")
    rules = " ".join((about.goal, *about.rules))
    for option, values in game.options.items():
        for value in values:
            assert (option, value) in about.ways
            assert value.isalpha() or value not in rules


def test_the_rules_say_what_the_words_of_the_table_mean(stranger):
    page = stranger.get("/games/pyramid").content.decode()
    assert "<dt>free</dt><dd>a card is free when nothing lies on it</dd>" in page
    assert "Words used at the table" not in stranger.get("/games/wish").content.decode()


def test_rules_need_no_database(stranger, django_assert_num_queries):
    with django_assert_num_queries(0):
        stranger.get("/games/wish")


@pytest.mark.parametrize(
    "path",
    [
        "/guides/scoring",
        "/games",
        "/games/well",
        "/practice/well?seed=pub",
        "/contests",
        "/new",
        "/verify",
        "/leaderboards",
    ],
)
def test_games_speak_german_to_a_reader_of_german(stranger, settings, path):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    with override("de"):
        page = stranger.get(path, headers={"Accept-Language": "de"}).content.decode()
    assert "Brunnen" in page
    read = page.replace(GAMES["well"].about_in("de").source, "")
    assert not re.findall(r">[^<]*\b(?:Well|Pyramid|Three By Three)\b[^<]*", read)
