"""Pyramid: covering, pairs of thirteen, the waste piles and the two ways to win."""

from __future__ import annotations

from games.cards import CARDS, cards
from games.pyramid import GAME as PYRAMID
from games.pyramid.rules import COVERED_BY, PLACES, TURNED_ONTO, PyramidTable
from games.replay import play

WORDS = {draw: PYRAMID.vocabulary({"draw": draw}) for draw in ("one", "three")}


def table(places, stock="4C", wastes=(), draw="one"):
    """Return a table of pyramid cards by place; the stock has a card, so that it is not used up."""
    named = dict(place.split(":") for place in places.split())
    pyramid = tuple(CARDS[named.get(place, "AC")] for place in PLACES)
    left = sum(1 << PLACES.index(place) for place in named)
    piles = [()] * 4
    for n, waste in zip(TURNED_ONTO[draw], wastes, strict=False):
        piles[n] = cards(waste)
    return PyramidTable(pyramid, left, cards(stock), tuple(piles), TURNED_ONTO[draw], ())


def allows(position, text, draw="one"):
    return WORDS[draw][text].refusal(position) is None


def texts(position):
    return {move.text for move in position.legal()}


def test_each_card_is_covered_by_the_two_below_it():
    covers = {
        place: {PLACES[n] for n in range(28) if mask >> n & 1}
        for place, mask in zip(PLACES, COVERED_BY, strict=True)
    }
    assert covers["a1"] == {"b1", "b2"}
    assert covers["c3"] == {"d3", "d4"}
    assert covers["f6"] == {"g6", "g7"}
    assert covers["g1"] == set()


def test_a_pair_adds_up_to_thirteen():
    for pair, allowed in {"AC QD": 1, "2C JD": 1, "3C TD": 1, "6C 7C": 1, "6C 6D": 0, "KC KD": 0}.items():
        one, other = pair.split()
        assert allows(table(f"g1:{one} g2:{other}"), "discard g1 g2") is bool(allowed), pair


def test_a_king_goes_alone_and_only_a_king_does():
    board = table("g1:KC g2:QD")
    assert allows(board, "discard g1")
    assert not allows(board, "discard g2")
    assert not allows(board, "discard g1 g1")


def test_a_card_is_exposed_when_both_places_below_it_are_empty():
    board = table("f1:KC g1:6C g2:7D")
    assert not allows(board, "discard f1")
    half = WORDS["one"]["discard g1 g2"].after(board)
    assert allows(half, "discard f1")
    assert not allows(table("f1:KC g2:7D"), "discard f1")


def test_a_card_and_the_card_that_covers_it_never_go_together():
    assert not allows(table("f1:6C g1:7D"), "discard f1 g1")


def test_a_draw_turns_the_next_card_onto_the_waste_whose_top_alone_is_exposed():
    board = table("g1:6C", stock="7D 2C 5H")
    turned = WORDS["one"]["draw"].after(board)
    assert turned.piles()["waste"].names() == ["7D"]
    assert allows(turned, "discard g1 waste")
    covered = WORDS["one"]["draw"].after(turned)
    assert covered.piles()["waste"].names() == ["7D", "2C"]
    assert covered.piles()["stock"].names() == ["??"]
    assert not allows(covered, "discard g1 waste")


def test_drawing_three_turns_one_card_onto_each_waste_pile():
    after = WORDS["three"]["draw"].after(table("g1:6C", stock="7D 2C 5H 9C 9D 9H", draw="three"))
    piles = after.piles()
    assert [piles[f"waste{n}"].names() for n in (1, 2, 3)] == [["7D"], ["2C"], ["5H"]]
    assert "waste" not in piles
    assert len(piles["stock"].names()) == 3


def test_the_tops_of_two_of_three_waste_piles_may_pair():
    board = table("g1:9C", wastes=("6C", "KD", "9H 7D"), draw="three")
    assert texts(board) == {"draw", "discard waste1 waste3", "discard waste2"}
    after = WORDS["three"]["discard waste3 waste1"].after(board)
    assert after.discard == cards("6C 7D")


def test_a_pair_is_discarded_in_its_canonical_order():
    after = WORDS["one"]["discard waste g1"].after(table("g1:6C", wastes=("7D",)))
    assert after.discard == cards("6C 7D")
    assert WORDS["one"]["discard g2 a1"].text == "discard a1 g2"


def test_clearing_the_pyramid_wins_though_cards_could_be_drawn():
    after = WORDS["one"]["discard g1"].after(table("g1:KC", stock="6C 7C"))
    assert (after.finished, after.won, after.score) == (True, True, 0)
    assert texts(after) == set()


def test_using_the_draw_pile_up_wins_though_pyramid_cards_could_go():
    board = table("g1:6C g2:7C g3:KD g4:5C", stock="", wastes=("8C",))
    assert (board.won, board.score) == (False, 4)
    after = WORDS["one"]["discard g4 waste"].after(board)
    assert (after.finished, after.won, after.score) == (True, True, 0)
    assert texts(after) == set()


def test_with_three_waste_piles_all_must_be_used_up():
    board = table("g1:6C", stock="", wastes=("7C", "", "9C"), draw="three")
    after = WORDS["three"]["discard g1 waste1"].after(board._replace(left=board.left | 1))
    assert not after.won


def test_there_is_one_pass_and_the_game_ends_when_nothing_goes():
    stuck = table("g1:2C g2:3C", stock="", wastes=("5C",))
    assert (stuck.finished, stuck.won, stuck.score) == (True, False, 2)


NO_MOVES = {
    "one": "waste1|h1|g8|a2|g01||g1 g2 g3|stock",
    "three": "waste|waste4",
}


def test_what_is_not_of_the_grammar_is_no_move_and_a_pile_named_twice_is_illegal():
    for draw, piles in NO_MOVES.items():
        for text in (*(f"discard {pile}".rstrip() for pile in piles.split("|")), "draw 1"):
            assert play(PYRAMID.open("pub", {"draw": draw}), text).code == "bad_move", text
    for text in ("discard a1 a1", "discard waste waste"):
        assert play(PYRAMID.open("pub"), text).code == "illegal_move"
