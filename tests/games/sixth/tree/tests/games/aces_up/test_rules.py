"""Aces Up: what goes, what fills an empty column, and the end."""

from __future__ import annotations

import pytest

from games.aces_up import GAME
from games.aces_up.rules import AcesUpTable, beats
from games.cards import CARDS, cards

WORDS = GAME.vocabulary({})


def table(*columns, stock=""):
    return AcesUpTable((*map(cards, columns),), cards(stock), ())


@pytest.mark.parametrize(
    ("card", "other", "higher"),
    [("9H", "8H", True), ("8H", "9H", False), ("9H", "8D", False), ("AH", "KH", True), ("2H", "AH", False)],
)
def test_a_card_beats_lower_cards_of_its_suit_and_aces_are_high(card, other, higher):
    assert beats(CARDS[card], CARDS[other]) is higher


def test_a_card_goes_while_a_higher_one_of_its_suit_is_in_sight():
    board = table("9H 2C", "3C", "KD", "TS")
    assert {move.text for move in board.legal()} == {"discard 1"}
    then = WORDS["discard 1"].after(board)
    assert (then.columns[0], then.discard, then.score) == (cards("9H"), cards("2C"), 47)


def test_an_empty_column_takes_a_card_from_above_another():
    assert {move.text for move in table("9H 2C", "", "KD", "TS").legal()} == {"move 1 2"}


def test_a_deal_lays_a_card_on_each_column():
    then = WORDS["deal"].after(table("9H", "", "KD", "TS", stock="2C 3D 4H 5S"))
    assert then.columns == (cards("9H 2C"), cards("3D"), cards("KD 4H"), cards("TS 5S"))
    assert then.stock == ()


def test_four_aces_alone_are_won():
    everything = tuple(card for card in GAME.pack if card % 13)
    board = AcesUpTable(tuple((ace,) for ace in cards("AC AD AH AS")), (), everything)
    assert (board.finished, board.won, board.score) == (True, True, 0)
