"""The certain move: legal, the only thing to do, and never worse than the best play there is."""

from __future__ import annotations

import json
import random
from itertools import accumulate, pairwise

import pytest

from games import GAMES
from games.cards import PACK_32, PACK_52, RANK, cards
from games.game import Position
from games.pyramid.rules import PLACES, TURNED_ONTO, PyramidTable
from games.replay import play
from games.teaching import describe
from games.well.rules import ACES, ROWS, WellTable
from games.winabit import teaching as winabit
from games.winabit.rules import WinABitTable
from games.wish.rules import WishTable

from .golden import GOLDEN
from .test_walks import WALKED, walked


def certain(position):
    return describe(position)["certain"]


def finished_off(position):
    """Return the positions while the certain move is played, until there is none."""
    found = [position]
    while (move := certain(found[-1])) is not None:
        following = play(found[-1], move["move"])
        assert isinstance(following, Position), move
        found.append(following)
    return found


@pytest.mark.extra
@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_a_certain_move_is_the_only_one_or_the_first_of_those_that_remain(game, rules, walks):
    for position in walked(game, rules, walks, most=200):
        move = certain(position)
        if move is None:
            continue
        legal = [each.text for each in position.table.legal()]
        assert move["move"] in legal
        if move["left"] is None:
            assert legal == [move["move"]]
            continue
        after = finished_off(position)
        assert len(after) == move["left"] + 1
        lefts = [certain(each)["left"] for each in after[:-1]]
        assert lefts == list(range(move["left"], 0, -1))
        improving = [each.table.score for each in after]
        assert improving[-1] != improving[-2]
        assert improving[-1] == (min if game.lowest_wins else max)(improving)


def best_of(position, most=4000):
    """Return the best score in reach of a table with all cards known; None if that takes too many tables."""
    better = min if position.game.lowest_wins else max
    known, waiting = {position.table}, [position.table]
    best = position.table.score
    while waiting:
        table = waiting.pop()
        best = better(best, table.score)
        for move in table.legal():
            after = move.after(table)
            if after not in known:
                known.add(after)
                waiting.append(after)
        if len(known) > most:
            return None
    return best


def positions_of(slug, make, number, rules=None):
    game = GAMES[slug]
    for n in range(number):
        rng = random.Random(n)
        yield Position(game, game.settle_rules(rules or {}), make(rng), 1)


def proved(positions):
    """Return how many certain moves lost nothing: those with a known rest, and those without alternatives."""
    known = only = 0
    for position in positions:
        move = certain(position)
        if move is None or (best := best_of(position)) is None:
            continue
        after = play(position, move["move"])
        if move["left"] is None:
            assert best_of(after) == best, describe(position)
            only += 1
        else:
            assert finished_off(position)[-1].table.score == best, describe(position)
            known += 1
    return known, only


def small_wish(rng):
    """Return up to a dozen cards, of ranks that all have partners."""
    ranks = rng.sample(sorted({RANK[card] for card in PACK_32}), 4)
    lying = rng.sample([card for card in PACK_32 if RANK[card] in ranks], rng.choice((4, 6, 8, 12)))
    cuts = sorted(rng.choices(range(len(lying) + 1), k=7))
    ends = [0, *cuts, len(lying)]
    stacks = tuple(tuple(lying[start:end][-4:]) for start, end in pairwise(ends))
    gone = len(PACK_32) - sum(map(len, stacks))
    return WishTable(stacks, PACK_32[:gone])


def test_in_wish_a_certain_pair_loses_nothing():
    known, only = proved(positions_of("wish", small_wish, 400))
    assert (known > 30, only > 30) == (True, True), (known, only)


def small_pyramid(rng, onto, stock):
    """Return the top of a pyramid without some of its lowest cards, and some cards of the stock."""
    dealt = rng.sample(PACK_52, 52)
    left = (1 << rng.choice((3, 6, 10))) - 1
    for n in rng.sample(range(len(PLACES)), 12):
        row = ord(PLACES[n][0]) - ord("a")
        under = [m for m in range(len(PLACES)) if left >> m & 1 and ord(PLACES[m][0]) - ord("a") > row]
        if left >> n & 1 and not under:
            left ^= 1 << n
    wastes = [()] * 4
    for n in onto:
        wastes[n] = tuple(dealt[30 + 3 * n : 30 + 3 * n + rng.randrange(4)])
    return PyramidTable(tuple(dealt[:28]), left, tuple(dealt[43 : 43 + stock]), tuple(wastes), onto, ())


@pytest.mark.extra
@pytest.mark.parametrize("draw", ["one", "three"])
def test_in_pyramid_a_certain_move_loses_nothing(draw):
    onto = TURNED_ONTO[draw]
    known, _ = proved(positions_of("pyramid", lambda rng: small_pyramid(rng, onto, 0), 600, {"draw": draw}))
    _, only = proved(positions_of("pyramid", lambda rng: small_pyramid(rng, onto, 3), 60, {"draw": draw}))
    assert (known > 40, only > 10) == (True, True), (known, only)


def small_winabit(rng, cheats, scoring):
    """Return two stacks at most with one card face down, some face up beside them, and a card in hand."""
    dealt = iter(rng.sample(PACK_52, 52))
    hiding = rng.choice((1, 2))
    down = [(next(dealt),) if n < hiding else () for n in range(11)]
    up = [tuple(next(dealt) for _ in range(rng.choice((1, 1, 2)))) if n < 5 else () for n in range(11)]
    hand = (next(dealt),)
    return WinABitTable(tuple(down), tuple(up), hand, 0, (0, 0, 0, 0), None, cheats, hiding, scoring)


@pytest.mark.extra
@pytest.mark.parametrize(("cheats", "scoring"), [(1, "5b"), (0, "5a"), (2, "5a")])
def test_in_winabit_a_certain_move_loses_nothing(cheats, scoring):
    def make(rng):
        return small_winabit(rng, cheats, scoring)

    known, _ = proved(positions_of("winabit", make, 90, {"scoring": scoring}))
    assert known > 4, known
    for position in positions_of("winabit", make, 300, {"scoring": scoring}):
        if (move := certain(position)) is not None:
            assert move["left"] == position.table.hidden
            end = finished_off(position)[-1].table
            assert (end.finished, end.hand, end.cheats) == (True, position.table.hand, cheats)


def test_in_winabit_a_plan_is_not_sought_in_every_order_there_is(monkeypatch):
    """Seven stacks that nearly all fit each other, with a seven that fits nothing."""
    tried, way = [], winabit.play
    monkeypatch.setattr(winabit, "play", lambda *move: tried.append(move) or way(*move))
    exposed = cards("9C TD JC TH 9S JS 7C 9D TC JD TS")
    dealt = iter(card for card in PACK_52 if card not in exposed)
    down = tuple((next(dealt),) if n < 7 else () for n in range(11))
    table = WinABitTable(down, tuple((card,) for card in exposed), (), 0, (0, 0, 0, 0), None, 0, 7, "5a")
    position = Position(GAMES["winabit"], {"scoring": "5a"}, table, 50)
    assert certain(position) is None
    assert len(tried) <= winabit.MOST_TRIED + 1


def small_well(rng):
    """Return the last cards of two suits, mixed."""
    left = rng.sample([card for card in PACK_52 if card < 26 and RANK[card] > 9], 8)
    rows = [tuple(left[2 * n : 2 * n + 2]) if n < 4 else () for n in range(8)]
    home = tuple(tuple(range(13 * n, 13 * n + (9 if n < 2 else 13))) for n in range(4))
    return WellTable((*rows, (), (), (), *home), True)


def test_in_well_it_is_certain_that_all_cards_go_home_where_each_can_go_straight():
    known = 0
    for position in positions_of("well", small_well, 300):
        move = certain(position)
        if move is None:
            continue
        end = finished_off(position)[-1]
        assert (move["left"], end.table.won) == (8, True)
        known += 1
    assert known > 5


def test_in_well_both_directions_of_a_foundation_are_tried():
    """Building up from the two fails, because the king of hearts is buried; building down from the king
    succeeds."""
    down = cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    spades = cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S")
    whole = tuple(tuple(range(13 * n, 13 * n + 13)) for n in range(2))
    table = WellTable((down[:11], (down[11],), cards("2S"), *((),) * 8, *whole, ACES[2], spades), True)
    [position] = positions_of("well", lambda rng: table, 1)
    assert certain(position)["left"] == 13
    assert finished_off(position)[-1].table.won
    only_up = position._replace(table=table._replace(either=False), rules={"foundations": "up"})
    assert certain(only_up) is None


def full_well(rng):
    """Return a full table without aces, and a card in the well."""
    dealt = rng.sample([card for card in PACK_52 if RANK[card] > 1], 48)
    rows = (tuple(dealt[6 * n : 6 * n + 6]) for n in range(7))
    return WellTable((*rows, *zip(dealt[42:46]), *ACES), True)


def test_in_well_a_move_round_in_a_circle_is_never_certain():
    alone = [
        position
        for position in positions_of("well", full_well, 60)
        if [move.target < ROWS for move in position.table.legal()] == [True]
    ]
    assert alone
    assert not any(map(certain, alone))


@pytest.mark.parametrize("slug", ["well", "wish"])
def test_a_golden_game_that_was_won_is_finished_off_by_certain_moves(slug):
    """From where the rest of a won game is certain, it is won."""
    known = 0
    for line in GOLDEN[slug].read_text().splitlines():
        case = json.loads(line)
        if case["kind"] != "won":
            continue
        log = case["log"]
        opening = GAMES[slug].open(log["seed"], log["rules"])
        positions = list(accumulate(log["moves"], play, initial=opening))
        first = next(each for each in positions if (found := certain(each)) and found["left"])
        assert finished_off(first)[-1].table.won
        known += 1
    assert known
