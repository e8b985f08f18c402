"""Well: rows in suit, the well and when it opens, and foundations that choose their way."""

from __future__ import annotations

import pytest

from games.cards import cards
from games.replay import play
from games.well import GAME as WELL
from games.well.rules import ACES, WellTable

WORDS = WELL.vocabulary({})


def table(rows=(), left="KC", right="KD", well="", home=None, either=True):
    """Return a table with these rows; irrelevant cards are left out."""
    rows = [*rows, *[""] * (8 - len(rows))]
    return WellTable((*map(cards, (*rows, left, right, well)), *(home or ACES)), either)


def foundations(clubs="AC", diamonds="AD", hearts="AH", spades="AS"):
    return tuple(map(cards, (clubs, diamonds, hearts, spades)))


def allows(position, text):
    return WORDS[text].refusal(position) is None


def texts(position):
    return {move.text for move in position.legal()}


def test_the_aces_lie_ready_and_the_other_cards_keep_their_order():
    opening = WELL.deal("pub", {})
    assert opening.home == foundations()
    assert [len(stack) for stack in opening.stacks] == [5] * 8 + [4, 4, 0] + [1] * 4
    assert opening.score == 48


def test_rows_are_built_in_suit_up_or_down_without_a_wrap():
    for pair, allowed in {
        **dict.fromkeys(("6S 5S", "6S 7S", "KH QH", "2H 3H"), True),
        **dict.fromkeys(("6S 7C", "6S 8S", "KH 2H", "2D KC"), False),
    }.items():
        card, onto = pair.split()
        assert allows(table([f"9C {card}", onto]), "move 1 2") is allowed, pair


def test_only_the_exposed_card_of_a_row_moves():
    after = WORDS["move 1 2"].after(table(["5S 6S", "7S"]))
    assert after.stacks[:2] == (cards("5S"), cards("7S 6S"))


def test_auxiliary_rows_give_and_never_receive():
    board = table(["QC", "QC"])
    assert allows(board, "move left 1")
    assert "move 1 left" not in WORDS
    assert "move well right" not in WORDS


def test_an_empty_row_takes_any_card_but_the_only_one_of_another_row():
    board = table(["9C", "9D 8H", ""])
    assert not allows(board, "move 1 3")
    assert allows(board, "move 2 3")
    assert allows(board, "move left 3")


def test_any_card_may_rest_in_the_empty_well_and_one_at_a_time():
    board = table(["9C"])
    assert allows(board, "move 1 well")
    assert allows(board, "move left well")
    assert not allows(WORDS["move 1 well"].after(board), "move left well")


@pytest.mark.parametrize(
    ("left", "right", "opened"), [("KC", "KD", False), ("", "KD", True), ("KC", "", True)]
)
def test_the_well_opens_when_an_auxiliary_row_is_empty(left, right, opened):
    board = table(["8C", "9D"], left, right, well="9C")
    assert allows(board, "move well 1") is opened
    assert allows(board, "move well 3") is opened  # an empty row
    assert not allows(board, "move well 2")
    assert not allows(board, "move well well")


def test_the_wells_card_goes_home_only_when_the_well_is_open():
    assert not allows(table(well="2C"), "move well foundation")
    assert allows(table(left="", well="2C"), "move well foundation")


@pytest.mark.parametrize(
    ("home", "card", "either", "up"),
    [
        ("AH", "2H", True, True),
        ("AH", "KH", True, False),
        ("AH", "QH", False, False),
        ("AH 2H", "3H", True, True),
        ("AH 2H", "KH", False, False),
        ("AH KH", "QH", True, False),
        ("AH KH", "2H", False, False),
        ("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H", "2H", True, False),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH", "KH", True, True),
    ],
)
def test_the_first_card_on_the_ace_fixes_which_way_a_foundation_goes(home, card, either, up):
    home = foundations(hearts=home)
    assert allows(table([card], home=home), "move 1 foundation") is either
    if home[2][1:] != cards("KH") and len(home[2]) != 12:
        assert allows(table([card], home=home, either=False), "move 1 foundation") is up


def test_each_foundation_chooses_for_itself():
    board = table(["KS", "2D"])
    after = WORDS["move 2 foundation"].after(WORDS["move 1 foundation"].after(board))
    assert after.home == foundations(spades="AS KS", diamonds="AD 2D")


def test_the_game_ends_when_nothing_moves_or_all_is_home():
    stuck = table(["9C", "9D", "9H", "9S", "4C", "4D", "4H", "4S"], "6C", "6D", "6H")
    assert (stuck.finished, stuck.won, stuck.score) == (True, False, 48)
    assert texts(stuck) == set()
    suits = ("23456789TJQK", "KQJT98765432")
    home = tuple(
        cards(" ".join(f"{rank}{suit}" for rank in f"A{suits[n % 2]}")) for n, suit in enumerate("CDHS")
    )
    won = table(left="", right="", home=home)
    assert (won.finished, won.won, won.score) == (True, True, 0)


def test_what_is_not_of_the_grammar_is_no_move_and_what_cannot_be_is_illegal():
    no_moves = "move 9 1|move 1 9|move 1 left|move foundation 1|move 1 foundation-c|move 1|move 1 2 2|draw"
    for text in no_moves.split("|"):
        assert play(WELL.open("pub"), text).code == "bad_move", text
    for text in ("move 3 3", "move well well", "move well 1"):
        assert play(WELL.open("pub"), text).code == "illegal_move", text
