"""The rules pages."""

import pytest
from django.utils.html import escape

from games import GAMES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_has_its_rules_its_rulings_marked_and_its_source(stranger, game):
    page = stranger.get(f"/games/{game.slug}").content.decode()
    assert game.name in page
    assert game.about.rules
    for paragraph in game.about.rules:
        assert escape(paragraph) in page
    assert game.about.source
    for ruling in game.about.rulings:
        assert f'<span class="tag">Ruling</span> {escape(ruling)}' in page
    for option, values in game.options.items():
        for text in (option, *values):
            assert f"<code>{text}</code>" in page
    assert f"{game.move_limit} moves" in page


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_has_its_own_drawing(stranger, game):
    page = stranger.get(f"/games/{game.slug}").content.decode()
    assert page.count('<svg class="layout"') == 1


def test_the_list_leads_to_every_game(stranger):
    page = stranger.get("/games").content.decode()
    for game in GAMES.values():
        assert f'href="/games/{game.slug}"' in page


def test_a_game_that_is_not_there_is_not_found(stranger):
    assert stranger.get("/games/poker").status_code == 404


def test_rules_need_no_database(stranger, django_assert_num_queries):
    with django_assert_num_queries(0):
        stranger.get("/games/wish")
