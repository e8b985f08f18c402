"""Wish: pairs of equal rank, and what becomes exposed under them."""

from __future__ import annotations

from games.cards import cards
from games.wish import GAME as WISH
from games.wish.rules import Pair, WishTable

#: The board a rules page would show: two nines, two kings and two sevens are exposed.
BOARD = ("8D 9S", "QH 9H", "TC KC", "TS KD", "JC 7C", "JD 7H", "8S AC", "8H QS")


def table(*stacks):
    return WishTable(tuple(map(cards, stacks)), ())


def texts(position):
    return {move.text for move in position.legal()}


def test_nines_kings_and_sevens_pair_off_and_turn_the_next_cards():
    board = table(*BOARD)
    assert texts(board) == {"pair 1 2", "pair 3 4", "pair 5 6"}
    after = WISH.vocabulary({})["pair 4 3"].after(board)
    assert after.discard == cards("KC KD")
    assert after.stacks[2] == cards("TC")
    assert texts(after) == {"pair 1 2", "pair 3 4", "pair 5 6"}  # the tens under the kings make a pair


def test_of_three_equal_cards_two_go_and_the_third_stays():
    board = table("7C", "7D", "7H", "", "", "", "", "")
    assert texts(board) == {"pair 1 2", "pair 1 3", "pair 2 3"}
    after = Pair(0, 2).after(board)
    assert after.finished
    assert after.stacks == ((), cards("7D"), (), (), (), (), (), ())


def test_a_pair_is_two_exposed_cards_of_one_rank_on_two_piles():
    board, empty = table("8D 9S", "QH 9H", "TC KC", "TS KD", "7C", "7H", "", ""), "a pile is empty"
    for piles, refusal in {
        "1 2": None,
        "2 1": None,
        "1 3": "the cards differ in rank",
        "3 3": "a pair is of two piles",
        "1 8": empty,
        "7 8": empty,
    }.items():
        reason = WISH.vocabulary({})[f"pair {piles}"].refusal(board)
        assert (reason and reason.words()) == refusal


def test_the_lower_numbered_piles_card_is_discarded_first():
    after = WISH.vocabulary({})["pair 2 1"].after(table("AS", "AC", "", "", "", "", "", ""))
    assert after.discard == cards("AS AC")


def test_clearing_the_table_wins_and_anything_left_is_a_penalty():
    won = WishTable(((),) * 8, WISH.pack)
    assert (won.finished, won.won, won.score) == (True, True, 0)
    stuck = WishTable((cards("8D 9S"), cards("8C TS"), *((),) * 6), WISH.pack[:28])
    assert (stuck.finished, stuck.won, stuck.score) == (True, False, 4)


def test_only_the_top_card_of_a_pile_is_seen():
    seen = table(*BOARD).piles()
    assert seen["1"].names() == ["??", "9S"]
    assert table("", *BOARD[1:]).piles()["1"].names() == []


def test_the_grammar_knows_piles_one_to_eight_and_nothing_else():
    no_moves = {"pair 0 1", "pair 1 9", "pair 1", "pair 1 2 3", "pair 01 2", "Pair 1 2", "pair 1  2", ""}
    assert not no_moves & {*WISH.vocabulary({})}
    assert len(WISH.vocabulary({})) == 64
