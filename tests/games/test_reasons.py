"""The words about a table: why a card stays, what a pile takes, and each move."""

from __future__ import annotations

import json
import random
import re
from itertools import chain, pairwise

import pytest

from games import GAMES
from games.cards import CARDS, SIGNS, cards
from games.game import Position
from games.piles import Seen
from games.replay import play
from games.teaching import describe, in_words
from games.three_by_three.rules import ThreeByThreeTable
from games.views import view
from games.well.rules import ACES, WellTable
from games.winabit.rules import PulledCard, WinABitTable
from games.wish.rules import WishTable

from .test_walks import PLAYED, WALKED, walk, walked

NAMED = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]|joker")


def movable(position):
    """Return the piles and numbers of cards with which a legal move begins: a card moves with those on it."""
    found = set()
    for move in view(position)["legal"]:
        match move.split():
            case ["draw" | "turn" | "redeal" | "deal"]:
                found.add(("stock", 1))
            case ["return"]:
                found.add(("pulled", 1))
            case ["pull", pile, depth]:
                found.add((pile, len(position.table.piles()[pile].names()) - int(depth) + 1))
            case ["move", pile, _, *count]:
                found.add((pile, int(*count or "1")))
            case ["place", corner]:
                found |= {("turned", 1), (corner, 1)}
            case ["pair" | "discard" | "turn", *piles]:
                found |= {(pile, 1) for pile in piles}
    return found


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_a_card_has_a_reason_to_stay_just_when_no_move_begins_with_it(game, rules, walks):
    for position in walked(game, rules, walks, most=60):
        shown, can = describe(position), movable(position)
        if shown["finished"]:
            assert (shown["reasons"], shown["takes"]) == ({}, {})
            continue
        for pile, lying in shown["piles"].items():
            why = shown["reasons"].get(pile, [None])
            assert why[-2:] != [why[-1]] * 2
            if not lying and re.fullmatch(r"[a-g]\d|pulled", pile):
                assert pile not in shown["reasons"]  # an empty place that is not shown
                continue
            if len(why) == 1 and pile in ("stock", "discard", *SQUARES):
                lying = lying[-1:]  # a heap, of which only the top is within reach
            for depth in range(max(1, len(lying))):
                reason = why[min(depth, len(why) - 1)]
                assert (reason is None) == ((pile, depth + 1) in can), (pile, depth, why)
        assert all(
            text and not text.endswith(".") for why in shown["reasons"].values() for text in why if text
        )


SQUARES = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_what_is_face_down_makes_no_difference_to_anything_that_is_said(game, rules, walks):
    rng = random.Random(f"{game.slug} {walks}")
    for position in walked(game, rules, walks, most=60):
        other = position._replace(
            table=shuffled(position.table, rng), before=position.before and shuffled(position.before, rng)
        )
        assert describe(other) == describe(position)
        move = next(position.table.legal(), None)
        assert move is None or in_words(move, position) == in_words(move, other)


def shuffled(table, rng):
    lying = table.face_down()
    return table.with_face_down(rng.sample(lying, len(lying)))


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_every_move_is_said_in_words_that_name_only_cards_in_sight(game, rules, walks):
    for before, after in chain.from_iterable(pairwise(walk(game, rules, n, most=60)) for n in walks):
        in_sight = named(before)
        for move in before.table.legal():
            assert set(NAMED.findall(in_words(move, before))) <= in_sight
        last = describe(after)["last"]
        assert last["move"] == after.move
        assert set(NAMED.findall(last["words"])) <= in_sight | named(after)
        if game.slug != "well":  # where a row may take a card that is out of reach, though nothing is hidden
            said = describe(after)
            texts = json.dumps([said["reasons"], said["takes"], said["certain"]], ensure_ascii=False)
            assert set(NAMED.findall(texts)) <= named(after)


def named(position):
    return {SIGNS[card] for pile in position.table.piles().values() for card in pile.up}


@pytest.mark.extra
@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_what_is_said_is_short(game, rules):
    for part, most, mean in (("words", 2048, 1600), ("templates", 1024, 800)):
        sizes = [_sizes(position)[part] for n in range(4) for position in walk(game, rules, n)]
        assert max(sizes) < most
        assert sum(sizes) / len(sizes) < mean


def _sizes(position):
    """How many bytes the words about a table have, and the templates that come with them."""
    said = describe(position)
    templates = {"templates": said.pop("templates")}
    words, named = (len(json.dumps(each, ensure_ascii=False).encode()) for each in (said, templates))
    return {"words": words - len(json.dumps(view(position))), "templates": named}


@pytest.mark.parametrize("slug", GAMES)
def test_every_pile_has_a_name_of_its_own(slug):
    game = GAMES[slug]
    names = game.teacher.pile_names
    every = [{option: value} for option, values in game.options.items() for value in values] or [{}]
    piles = {pile for rules in every for pile in game.deal("pub", rules).piles()}
    assert set(names) == piles
    assert len(set(names.values())) == len(names)


def position_of(slug, table, rules=None, move=None):
    game = GAMES[slug]
    return Position(game, game.settle_rules(rules or {}), table, 1, move)


def wish(*stacks):
    return position_of("wish", WishTable((*map(cards, stacks), *((),) * (8 - len(stacks))), ()))


def well(rows=(), left="2C", right="3D", in_well=""):
    stacks = (*map(cards, rows), *((),) * (8 - len(rows)), cards(left), cards(right), cards(in_well))
    return position_of("well", WellTable((*stacks, *ACES), True))


def winabit(*stacks, hand="", turned=0, pulled=None):
    """Return a position of stacks like "down|up"."""
    parts = [tuple(map(cards, stack.split("|"))) for stack in stacks] + [((), ())] * (11 - len(stacks))
    down, up = zip(*parts, strict=True)
    left = sum(map(len, down)) + (pulled is not None)
    table = WinABitTable(down, up, cards(hand), turned, (0, 0, 0, 0), pulled, 0, left, "5a")
    return position_of("winabit", table)


@pytest.mark.parametrize(
    ("position", "pile", "why"),
    [
        (wish("9C 8C", "8D"), "1", [None, "face down under 8♣"]),
        (wish("9C 8C", "8D", "7S TH"), "3", ["no other 10 is in sight", "face down under 10♥"]),
        (wish("9C 8C", "8D"), "3", ["an empty pile stays empty"]),
        (well(["9H 5C", "4C"]), "1", [None, "covered by 5♣"]),
        (well(["9H 5C", "7D"] + ["TH"] * 6, in_well="KS"), "1", ["nothing takes 5♣ now", "covered by 5♣"]),
        (well(["9H"], in_well="KS"), "well", ["the well opens when a side row is empty"]),
        (well(["9H"], left=""), "left", ["an empty side row stays empty"]),
        (well(["9H"]), "2", ["this row is empty"]),
        (well(["9H"]), "foundation-h", ["cards here stay here"]),
        (winabit("2C|7D", "|8S 9D"), "2", ["nothing takes 9♦ now", None]),
        (winabit("2C|7D", "|9S 9D"), "1", ["nothing takes 7♦ now", None]),
        (winabit("2C|7D", "|KS 9D"), "2", ["nothing takes 9♦ now", "nothing would change"]),
        (winabit("2C|7D", hand="9S 9D", turned=2), "waste", ["nothing takes 9♦ now", "covered by 9♦"]),
        (winabit("2C|7D"), "stock", ["the hand is empty"]),
        (winabit("2C|7D", hand="9D"), "waste", ["the waste is empty"]),
        (winabit("|7D", pulled=PulledCard(CARDS["KD"], 3, 0)), "1", ["the pulled card is played first"]),
    ],
)
def test_why_a_card_stays(position, pile, why):
    assert describe(position)["reasons"][pile] == why


def test_a_card_of_the_pyramid_is_covered_by_those_that_lie_on_it():
    position = GAMES["pyramid"].open("pub")
    shown = describe(position)
    lower = [SIGNS[CARDS[shown["piles"][place][0]]] for place in ("b1", "b2")]
    assert shown["reasons"]["a1"] == [f"covered by {lower[0]} and {lower[1]}"]
    free = next(f"g{n}" for n in range(1, 8) if f"g{n}" in shown["reasons"])
    assert shown["reasons"][free] == [f"no free card makes 13 with {SIGNS[CARDS[shown['piles'][free][0]]]}"]
    assert shown["reasons"]["waste"] == ["no card is turned"]


def test_a_square_stays_while_its_corners_differ_and_while_a_card_is_turned():
    opening = GAMES["three-by-three"].open("demo")
    assert describe(opening)["reasons"]["n"] == ["its corners show different suits"]
    turned = describe(play(opening, "turn c"))
    assert turned["reasons"]["n"] == ["the turned card is placed first"]
    assert turned["takes"]["nw"] == SIGNS[CARDS[turned["piles"]["turned"][0]]]
    one_edge = next(
        describe(position)
        for n in range(99)
        for position in walk(GAMES["three-by-three"], {}, n)
        if position.table.origin == "w"
    )
    assert one_edge["reasons"]["ne"] == ["what is turned at the left edge does not go to this corner"]
    assert one_edge["takes"]["ne"] == "nothing: what is turned at the left edge does not go to this corner"


def test_a_corner_takes_the_joker_in_the_words_of_a_sentence():
    joker = next(
        position
        for n in range(99)
        for position in walk(GAMES["three-by-three"], {}, n)
        if (card := position.seen.top("turned")) is not None and SIGNS[card] == "joker"
    )
    for language, words in (("en", "the joker"), ("de", "den Joker")):
        assert words in describe(joker, language)["takes"].values()


SIDE, TAKEN = "nothing: a side row only gives cards", "nothing: the well is taken"


@pytest.mark.parametrize(
    ("position", "piles", "takes"),
    [
        (well(["9H", "KC"], in_well="4S"), "1 2 3", "8♥ or 10♥|Q♣|any card"),
        (well(["9H"], in_well="4S"), "left well foundation-s", f"{SIDE}|{TAKEN}|2♠ or K♠"),
        (well(["9H"]), "well", "any card"),
        (winabit("2C|7D", "|AS", "|KH"), "1 2 3 4", "a black 6 or 8|a red 2|a black queen|a king"),
        (winabit("2C|7D"), "foundation-d", "the ace of diamonds"),
    ],
)
def test_what_a_pile_takes(position, piles, takes):
    said = describe(position)["takes"]
    assert [said[pile] for pile in piles.split()] == takes.split("|")


ARROWS = {"up": "↑", "down": "↓", "either": "↑↓"}


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_every_empty_place_says_in_a_few_letters_what_it_is_for(game, rules, walks):
    for position in walked(game, rules, walks, most=200):
        shown = describe(position)
        for pile, lying in shown["piles"].items():
            sign = shown["signs"].pop(pile, "")
            assert ARROWS.get(shown["directions"].get(pile), "") == "".join(re.findall("[↑↓]", sign))
            if lying:
                assert not sign or pile.startswith("foundation") or lying[-1] in ("X1", "X2")
            elif not re.fullmatch(r"[a-g]\d|pulled", pile):  # an empty place that is not shown
                assert all(len(word) <= 6 for word in sign.split()), sign
                assert 1 <= len(sign.split()) <= 2
        assert shown["signs"] == {}


@pytest.mark.parametrize(
    ("position", "signs"),
    [
        (
            well(["9H", ""], left=""),
            {"2": "any card", "left": "stays empty", "well": "any card", "foundation-s": "↑↓"},
        ),
        (winabit("2C|7D", "|KS", hand="9D"), {"3": "K", "waste": "waste", "foundation-h": "A↑"}),
        (winabit("2C|7D", hand="9D", turned=1), {"stock": "turn over"}),
        (winabit("2C|7D"), {"stock": "used up"}),
        (wish("9C 8C"), {"2": "stays empty", "discard": "taken away"}),
    ],
)
def test_what_is_written_on_an_empty_place(position, signs):
    written = describe(position)["signs"]
    assert {pile: written[pile] for pile in signs} == signs


def test_a_joker_says_what_it_does_where_it_lies():
    square = tuple((CARDS[card],) for card in ["X1", "8D", "4H", "QH", "JH", "2D", "8S", "AS", "TD"])
    said = describe(position_of("three-by-three", ThreeByThreeTable(square, cards("7S KC 5D"), None)))
    assert said["signs"]["nw"] == "any card"
    assert "ne" not in said["signs"]
    assert said["reasons"]["nw"] == ["a joker stands for any match: turn any card, and place it here"]


def test_a_foundation_shows_its_direction_and_takes_the_next_card_until_it_is_complete():
    whole = cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H")
    home = (cards("AC 2C"), cards("AD KD"), whole, ACES[3])
    for rule, sign, direction, spades in (
        ("either", "↑↓", "either", "2♠ or K♠"),
        ("up", "↑", "up", "2♠"),
    ):
        table = WellTable((cards("9C"), *((),) * 10, *home), rule == "either")
        said, homes = describe(position_of("well", table, {"foundations": rule})), "cdhs"
        assert [said["signs"].get(f"foundation-{suit}") for suit in homes] == ["↑", "↓", None, sign]
        assert [said["directions"].get(f"foundation-{suit}") for suit in homes] == [
            "up",
            "down",
            None,
            direction,
        ]
        takes = [said["takes"][f"foundation-{suit}"] for suit in homes]
        assert takes == ["3♣", "Q♦", "nothing: it is complete", spades]


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (wish("9C 8C", "8D"), "pair 1 2", "8♣ and 8♦ taken away"),
        (well(["TC 5C", "4C"]), "move 1 2", "5♣ from row 1 to row 2"),
        (well(["TC 5C", "4C"]), "move left foundation", "2♣ from the left row to its foundation"),
        (well(["TC 5C", "4C"]), "move right well", "3♦ from the right row to the well"),
        (winabit("2C|7D 6S", "|8C"), "move 1 2 2", "7♦ with 1 card on it from stack 1 to stack 2"),
        (
            winabit("2C|KD QS JH", "|8C"),
            "move 1 new 3",
            "K♦ with 2 cards on it from stack 1 to an empty place",
        ),
        (winabit("2C|AD", "|8C"), "move 1 foundation", "A♦ from stack 1 to its foundation"),
        (winabit("2C|AD", hand="9D 7H", turned=2), "redeal", "the waste turned over"),
        (
            winabit("|3D", pulled=PulledCard(CARDS["KD"], 3, 0)),
            "move pulled new",
            "K♦ from stack 4 to an empty place",
        ),
        (winabit("|3D", pulled=PulledCard(CARDS["8D"], 3, 0)), "return", "8♦ back into stack 4, face down"),
    ],
)
def test_a_move_in_words(position, move, words):
    assert in_words(GAMES[position.game.slug].vocabulary(position.rules)[move], position) == words


TURNED_UP = """
three-by-three|turn c|the top card of the centre turned up|{turned} turned up at the centre
three-by-three|turn c,place sw|{sw} from the centre to lower left|{sw} from the centre to lower left
winabit|turn|the next card from the stock to the waste|{waste} from the stock to the waste
winabit|pull 3 2|card 2 from the bottom pulled out of stack 3, a cheat|{pulled} pulled out of stack 3, a cheat
pyramid|draw|the next card from the stock to the waste|{waste} from the stock to the waste
"""
THREE = "{waste1}, {waste2} and {waste3} from the stock to the waste piles"


def test_what_a_move_turned_up_is_named_once_it_is_made():
    rows = [(*row.split("|"), {}) for row in TURNED_UP.strip().splitlines()]
    drawn = ("pyramid", "draw", "the next three cards from the stock to the waste piles", THREE)
    for slug, moves, unmade, made, rules in (*rows, (*drawn, {"draw": "three"})):
        position = GAMES[slug].open("demo", rules)
        for move in moves.split(","):
            before, position = position, play(position, move)
        tops = {pile: SIGNS[seen.up[-1]] for pile, seen in position.table.piles().items() if seen.up}
        assert in_words(before.game.vocabulary(rules)[move], before) == unmade.format(**tops)
        assert describe(position)["last"]["words"] == made.format(**tops)


def test_nothing_is_said_of_the_last_move_before_the_first():
    for game in GAMES.values():
        assert describe(game.open("pub"))["last"] is None


def test_a_teacher_sees_piles_and_no_table():
    assert Seen._fields == ("rules", "piles", "origin")
