"""Three By Three: edge, centre and joker plays, and the rounds."""

from __future__ import annotations

import pytest

from games.cards import cards
from games.replay import play
from games.three_by_three import GAME as THREE_BY_THREE
from games.three_by_three.rules import CORNERS, SQUARES, ThreeByThreeTable, TurnedCard

WORDS = THREE_BY_THREE.vocabulary({})


def table(corners, stock="", turned=None, **inner):
    """Return a table with these corners (nw ne sw se), and one card on each other square unless given."""
    piles = {"n": "KC", "w": "KD", "c": "KH", "e": "KS", "s": "QC"} | inner
    piles |= dict(zip(("nw", "ne", "sw", "se"), corners.split(), strict=True))
    return ThreeByThreeTable(tuple(cards(piles[square]) for square in SQUARES), cards(stock), turned)


def texts(position):
    return {move.text for move in position.legal()}


@pytest.mark.parametrize(
    ("corners", "turn", "receivers"),
    [
        ("2C 3C 4D 5H", "n", "nw ne"),
        ("2C 4D 3C 5H", "w", "nw sw"),
        ("4D 2C 5H 3C", "e", "ne se"),
        ("4D 5H 2C 3C", "s", "sw se"),
        ("2C 4D 5H 3C", "c", "nw ne sw se"),
        ("4D 2C 3C 5H", "c", "nw ne sw se"),
    ],
)
def test_matching_corners_let_the_card_between_them_be_turned_and_placed(corners, turn, receivers):
    board = table(corners)
    assert texts(board) == {f"turn {turn}"}
    after = WORDS[f"turn {turn}"].after(board)
    assert texts(after) == {f"place {corner}" for corner in receivers.split()}


def test_a_joker_takes_a_card_from_any_square_and_only_on_itself():
    board = table("X1 2C 3D 4H")
    assert texts(board) == {"turn n", "turn w", "turn c", "turn e", "turn s"}
    for turn in texts(board):
        assert texts(WORDS[turn].after(board)) == {"place nw"}


def test_two_jokers_do_not_match_each_other():
    board = table("X1 3D 4H X2")
    assert texts(WORDS["turn c"].after(board)) == {"place nw", "place se"}
    assert texts(WORDS["turn n"].after(board)) == {"place nw", "place se"}


def test_where_several_plays_apply_any_of_their_corners_may_be_chosen():
    board = table("2C 3C X1 4H")
    assert texts(WORDS["turn n"].after(board)) == {"place nw", "place ne", "place sw"}
    centre = table("2C 3D X1 4C")
    assert len(texts(WORDS["turn c"].after(centre))) == 4


def test_a_joker_turned_by_a_joker_lands_on_it_and_is_exposed():
    board = WORDS["place nw"].after(WORDS["turn n"].after(table("X1 2C 3D 4H", n="X2")))
    assert board.piles()["nw"].names() == ["X1", "X2"]
    assert texts(WORDS["turn s"].after(board)) == {"place nw"}


def test_the_topmost_card_is_turned_and_seen_before_its_corner_is_chosen():
    board = WORDS["turn n"].after(table("2C 3C 4D 5H", n="9C TD"))
    assert board.turned == TurnedCard(*cards("TD"), SQUARES.index("n"))
    assert board.piles()["turned"].names() == ["TD"]
    assert board.piles()["n"].names() == ["??"]
    after = WORDS["place ne"].after(board)
    assert after.piles()["ne"].names() == ["3C", "TD"]
    assert after.piles()["turned"].names() == []


def test_an_empty_square_turns_nothing():
    assert texts(table("2C 3C 4D 5H", n="", stock="AC")) == {"deal"}


def test_a_round_is_dealt_only_when_no_card_can_be_turned():
    nine = "2H 3H 4H 5H 6H 7H 8H 9H TH"
    assert "deal" not in texts(table("2C 3C 4D 5H", stock=nine))
    board = table("2C 3D 4H 5S", stock=nine)
    assert texts(board) == {"deal"}
    after = WORDS["deal"].after(board)
    assert after.stock == ()
    assert after.piles()["nw"].names() == ["2C", "2H"]
    assert after.piles()["n"].names() == ["??", "??"]
    assert after.piles()["se"].names() == ["5S", "TH"]


def test_a_turned_card_keeps_everything_else_waiting():
    turned = TurnedCard(*cards("9C"), SQUARES.index("n"))
    assert texts(table("2C 3C 4C 5C", turned=turned)) == {"place nw", "place ne"}


def test_the_score_counts_cards_face_down_and_five_for_each_round_to_come():
    opening = THREE_BY_THREE.deal("pub", {})
    assert opening.score == 30
    assert table("2C 3C 4D 5H", n="9C TD").score == 6
    assert WORDS["turn n"].after(table("2C 3C 4D 5H")).score == 4


def test_the_game_ends_after_the_last_round_when_nothing_can_be_turned():
    stuck = table("2C 3D 4H 5S")
    assert (stuck.finished, stuck.won, stuck.score) == (True, False, 5)
    won = table("2C 3C 4C 5C", n="", w="", c="", e="", s="")
    assert (won.finished, won.won, won.score) == (True, True, 0)


def test_with_a_card_still_turned_the_game_is_not_won():
    turned = TurnedCard(*cards("9C"), SQUARES.index("n"))
    last = table("2C 3C 4D 5H", turned=turned, n="", w="", c="", e="", s="")
    assert (last.finished, last.won, last.score) == (False, False, 0)


def test_corners_are_face_up_and_the_other_squares_face_down():
    for square, (name, pile) in enumerate(list(THREE_BY_THREE.deal("pub", {}).piles().items())[:9]):
        assert name == SQUARES[square]
        assert (pile.down, len(pile.up)) == ((0, 1) if square in CORNERS else (1, 0))


def test_what_is_not_of_the_grammar_is_no_move():
    for text in ("turn nw", "place n", "turn n nw", "place", "deal 2", "turn stock", "turn N"):
        assert play(THREE_BY_THREE.open("pub"), text).code == "bad_move", text
