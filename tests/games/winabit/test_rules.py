"""WinABit: building both ways, kings, cheats and the two ways of scoring."""

from __future__ import annotations

from games.cards import cards
from games.replay import play, replay
from games.winabit import GAME as WINABIT
from games.winabit.rules import PulledCard, WinABitTable

WORDS = WINABIT.vocabulary({})


def table(up=(), down=(), hand="", turned=0, scoring="5a", **more):
    """Return a table with these stacks; without any face-down card, an eleventh stack gets one."""
    up, down = ([cards(text) for text in texts] for texts in (up, down))
    up += [()] * (11 - len(up))
    down += [()] * (11 - len(down))
    pulled = more.get("pulled")
    if not any(down) and not pulled and "hidden" not in more:
        up[10], down[10] = cards("9S"), cards("9C")
    facts = {"home": (0, 0, 0, 0), "pulled": None, "cheats": 0} | more
    facts.setdefault("hidden", sum(map(len, down)) + bool(pulled))
    return WinABitTable(tuple(down), tuple(up), cards(hand), turned, scoring=scoring, **facts)


def allows(position, text):
    return WORDS[text].refusal(position) is None


def texts(position):
    return {move.text for move in position.legal()}


def played(position, *moves):
    for text in moves:
        assert WORDS[text].refusal(position) is None, text
        position = WORDS[text].after(position)
    return position


def test_the_deal_is_three_or_four_cards_face_down_and_one_face_up():
    opening = WINABIT.deal("pub", {})
    assert [len(stack) for stack in opening.down] == [3, 3, 4, 4, 4, 3, 3, 0, 0, 0, 0]
    assert [len(stack) for stack in opening.up] == [1] * 7 + [0] * 4
    assert (len(opening.hand), opening.turned, opening.hidden) == (21, 0, 24)


def test_a_stack_is_built_up_or_down_in_alternating_colours_and_ace_and_king_do_not_meet():
    for pair in ("6S 5H", "6S 7D", "AS 2H", "KS QH"):
        assert allows(table(pair.split()), "move 1 2"), pair
    for pair in ("6S 5C", "6S 7C", "6S 8H", "6S 6H", "AS KH", "KS AH"):
        assert not allows(table(pair.split()), "move 1 2"), pair


def test_a_set_moves_in_its_order_when_its_deepest_card_fits():
    board = table(["KD 9S 8H 7S", "TD"])
    assert allows(board, "move 1 2 3")
    assert not allows(board, "move 1 2 2")
    assert not allows(board, "move 1 2 4")
    after = played(board, "move 1 2 3")
    assert after.up[:2] == (cards("KD"), cards("TD 9S 8H 7S"))
    too_many = table(["8H 7S", "TD"], ["9S"])
    assert not any(allows(too_many, move) for move in ("move 1 2 3", "move 1 2 99"))


def test_the_finesse_turns_a_run_over_card_by_card_on_an_ace():
    """5 4 3 2, the two exposed, and a red ace turned up elsewhere."""
    board = table(["5S 4H 3S 2H", "AS"], ["KC"])
    board = played(board, "move 1 2", "move 1 2", "move 1 2", "move 1 2")
    assert board.up[:2] == (cards("KC"), cards("AS 2H 3S 4H 5S"))
    assert not allows(board, "move 2 foundation")


def test_after_the_finesse_the_ace_goes_home_once_it_is_exposed_again():
    board = table(["5C 4D 3C 2S", "AD", "3D", "6H"], ["KC"])
    board = played(board, "move 1 2", "move 2 3", "move 2 foundation")
    assert board.home == (0, 1, 0, 0)
    assert board.up[1] == ()


def test_the_next_card_is_turned_up_when_the_last_face_up_card_leaves():
    after = played(table(["6S", "7D"], ["AC 2C"]), "move 1 2")
    assert (after.up[0], after.down[0], after.hidden) == (cards("2C"), cards("AC"), 1)


def test_a_king_starts_the_lowest_numbered_empty_stack():
    board = table(["2H", "", "5C KS QD"])
    after = played(board, "move 3 new 2")
    assert after.up[:3] == (cards("2H"), cards("KS QD"), cards("5C"))
    assert not allows(board, "move 3 new")  # a queen is no king
    assert not allows(board, "move 3 2 2")  # an empty stack is called new


def test_a_king_that_is_all_its_stack_holds_stays_but_one_with_cards_face_down_under_it_may_go():
    assert not allows(table(["KS QD"]), "move 1 new 2")
    assert allows(table(["KS QD"], ["3C"]), "move 1 new 2")


def test_a_king_of_the_waste_goes_to_new_even_as_the_only_card_there():
    after = played(table(["2H"], hand="KS", turned=1), "move waste new")
    assert (after.up[1], after.hand, after.turned) == (cards("KS"), (), 0)


def test_a_king_goes_nowhere_when_no_stack_is_empty():
    full = ["2H", "2D", "4H", "4D", "6H", "6D", "8H", "8D", "TH", "TD", "QH"]
    assert not allows(table(full, ["3C"], hand="KC", turned=1), "move waste new")


def test_foundations_are_built_up_in_suit_from_the_ace_and_give_nothing_back():
    board = table(["3D 2H", "AD"], hand="2D 5C", turned=1)
    assert not allows(board, "move waste foundation")
    board = played(board, "move 2 foundation", "move waste foundation")
    assert board.home == (0, 2, 0, 0)
    assert not allows(board, "move 1 foundation")
    assert "move foundation 1" not in WORDS


def test_the_hand_is_turned_card_by_card_and_redealt_in_the_same_order():
    board = table(["2H"], hand="5C 6D 7H")
    assert not allows(board, "redeal")
    board = played(board, "turn", "turn")
    assert board.piles()["waste"].names() == ["5C", "6D"]
    assert board.piles()["stock"].names() == ["??"]
    board = played(board, "turn")
    assert not allows(board, "turn")
    board = played(board, "redeal", "turn")
    assert board.piles()["waste"].names() == ["5C"]


def test_a_card_played_from_the_waste_leaves_the_order_of_the_others_alone():
    board = played(table(["6H"], hand="9C 5C 9D", turned=2), "move waste 1", "turn", "redeal", "turn", "turn")
    assert board.piles()["waste"].names() == ["9C", "9D"]


def test_an_empty_hand_is_neither_turned_nor_redealt():
    assert not texts(table(["2H"])) & {"turn", "redeal"}


def test_a_pulled_card_is_played_before_anything_else():
    board = played(table(["2H", "7D"], ["9C 6S 9D"], hand="KC"), "pull 1 2")
    assert (board.pulled, board.cheats, board.hidden) == (PulledCard(*cards("6S"), 0, 1), 1, 3)
    assert board.piles()["1"].names() == ["??", "??", "2H"]
    assert texts(board) == {"move pulled 2"}
    after = played(board, "move pulled 2")
    assert (after.pulled, after.hidden, after.up[1]) == (None, 2, cards("7D 6S"))


def test_a_pulled_card_may_go_on_the_stack_it_came_from():
    assert texts(played(table(["7D"], ["6S"]), "pull 1 1")) == {"move pulled 1"}


def test_a_pulled_card_with_nowhere_to_go_returns_to_its_place_and_stays_counted():
    board = table(["2H"], ["9C 6S 9D"])
    pulled = played(board, "pull 1 2")
    assert texts(pulled) == {"return"}
    assert played(pulled, "return") == board._replace(cheats=1)


def test_a_pulled_king_may_always_go_to_new():
    assert texts(played(table(["2H"], ["9C KS"]), "pull 1 2")) == {"move pulled new"}


def test_a_pull_takes_only_what_is_face_down():
    board = table(["2H", "7D"], ["9C 6S"])
    assert texts(board) == {"pull 1 1", "pull 1 2"}
    assert not allows(board, "pull 1 3")
    assert not allows(board, "pull 2 1")
    assert not allows(board, "pull 11 99")


def test_the_score_is_the_hand_less_the_cheats_and_never_below_giving_up_at_once():
    hand = "AC 2C 3C"
    for cheats, hidden, cards_held, *scores in (
        (0, 0, hand, 3, 3),
        (2, 0, hand, -2, 0),
        (1, 4, hand, -5, -6),
        (30, 4, "", -24, -25),
        (30, 0, "AC", -24, -25),
    ):
        for scoring, score in zip(("5a", "5b"), scores, strict=True):
            board = table(["2H"], hand=cards_held, cheats=cheats, hidden=hidden, scoring=scoring)
            over = not hidden
            assert (board.score, board.finished, board.won) == (score, over, over and not cheats)


def test_the_game_is_over_as_soon_as_nothing_is_face_down_though_cards_could_be_moved():
    board = table(["6S", "7D"], ["AC"], hand="KC 2C", turned=1)
    after = played(board, "move 1 2")
    assert after.finished
    assert texts(after) == set()
    moves = ("turn", "redeal", "move 1 foundation", "move waste new")
    assert {WORDS[text].refusal(after).words() for text in moves} == {"the game is over"}


def test_the_last_card_pulled_is_still_to_be_played():
    pulled = played(table(["6S"], ["7D"]), "pull 1 1")
    assert not pulled.finished
    assert pulled.score == -2
    assert played(pulled, "move pulled 1").score == -1


NO_MOVES = """
move 1 2 1|move 1 2 02|move 1 2 100|move 0 2|move 12 1|move 01 2|move 1 foundation 2|move 1 foundation-c
move waste 1 2|move pulled new 2|move waste waste|move 1 waste|move new 1|move stock 1|move foundation 1
pull 0 1|pull 1 0|pull 1 100|pull 12 1|pull 1|pull waste 1|turn 1|return 1|Turn|move 1\u00a02|move \u0661 2
"""
NEVER_LEGAL = "move 3 3|move 3 3 2|move 1 11|move 11 1|move 8 new 99|pull 11 1|pull 1 99|return"


def test_what_is_not_of_the_grammar_is_no_move_and_what_cannot_be_is_illegal():
    opening = WINABIT.open("pub")
    for text in (*"|".join(NO_MOVES.strip().splitlines()).split("|"), "turn\n"):
        assert play(opening, text).code == "bad_move", text
    for text in NEVER_LEGAL.split("|"):
        assert play(opening, text).code == "illegal_move", text


def test_scoring_is_5a_unless_said():
    assert WINABIT.settle_rules({}) == {"scoring": "5a"}
    assert replay(WINABIT, "pub", {}, []).score == -24
    assert replay(WINABIT, "pub", {"scoring": "5b"}, []).score == -25
