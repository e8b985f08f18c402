"""Every picture and every first deal is played by the engine, and shows every kind of move."""

from __future__ import annotations

import pytest

from games import GAMES
from games.cards import SIGNS
from games.game import Position
from games.lessons import guide, lesson_pictures
from games.replay import play
from games.teaching import in_words
from games.views import view

from .test_reasons import NAMED


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_picture_is_a_legal_move_that_leads_to_what_it_shows(game):
    for picture, shown in zip(game.lesson.pictures, lesson_pictures(game), strict=True):
        before = Position(game, game.settle_rules(picture.rules), picture.table, 0)
        move = game.vocabulary(before.rules)[picture.move]
        assert move.refusal(picture.table) is None
        assert shown["before"] == view(before)
        assert shown["move"] in shown["before"]["legal"]
        after = before._replace(table=move.after(picture.table), ply=1)
        assert shown["after"] == view(after)
        assert set(shown["before"]["piles"]) == set(game.deal("pub", before.rules).piles())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_card_lies_twice_in_a_picture(game):
    for shown in lesson_pictures(game):
        for table in (shown["before"], shown["after"]):
            named = [card for pile in table["piles"].values() for card in pile if card != "??"]
            assert len(named) == len(set(named)), shown["caption"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_there_is_a_picture_of_every_kind_of_move(game):
    kinds = {type(move) for move in game.vocabulary({}).values()}
    words = {
        word for text in game.vocabulary({}) for word in text.split() if word.isalpha() and len(word) > 2
    }
    pictured = [picture.move for picture in game.lesson.pictures]
    assert {type(game.vocabulary(dict(p.rules))[p.move]) for p in game.lesson.pictures} == kinds
    spoken = {word for move in pictured for word in move.split()}
    assert words & {"move", "foundation", "new", "well", "waste", "pulled", "turn", "place"} <= spoken
    assert len({shown["caption"] for shown in lesson_pictures(game)}) == len(pictured)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_first_deal_is_played_line_by_line(game):
    position, told_of = game.open(guide(game)["seed"]), 0
    assert 3 <= len(guide(game)["lines"]) <= 4
    for line in guide(game)["lines"]:
        in_sight = {sign for pile in position.table.piles().values() for sign in signs(pile)}
        assert set(NAMED.findall(line["say"])) <= in_sight
        assert line["say"].endswith(".")
        assert len(line["say"]) <= 110
        if line["move"] is not None:
            moved = NAMED.findall(in_words(game.vocabulary({})[line["move"]], position))
            assert not NAMED.findall(line["say"]) or set(moved) & set(NAMED.findall(line["say"]))
            position = play(position, line["move"])
            assert isinstance(position, Position), line
            told_of += 1
    assert told_of >= 2
    assert not position.table.finished


def signs(pile):
    return [SIGNS[card] for card in pile.up]
