"""Luck and skill: checked by trying everything where few cards are unseen; and their sum closes."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial

import pytest

from games import GAMES
from games.replay import play
from solvers import Search, solve
from solvers.luck import after_seeing, in_parts, luck_and_skill

from .test_solving import PLAYED, best_of_all, some_game

pytestmark = pytest.mark.extra

UNSEEN = 4
"""The most unseen cards where everything is tried."""


@cache
def values(table, move=None):
    """Return the best scores of all arrangements of the hidden cards, before a move or right after it."""
    tables = [table.with_face_down(cards) for cards in permutations(table.face_down())]
    return [best_of_all(move.after(each) if move else each, 10_000) for each in tables]


def few_unseen(game, rules, number):
    """Return the positions with few unseen cards, of a game played well but randomly at the end."""
    rng = random.Random(number)
    positions = [game.open(f"luck-{number}", rules)]
    for text in solve(positions[0]).moves[: -rng.randint(3, 8)]:
        positions.append(play(positions[-1], text))
    while legal := sorted(move.text for move in positions[-1].table.legal()):
        positions.append(play(positions[-1], rng.choice(legal)))
    return [each for each in positions if len(each.table.face_down()) <= UNSEEN]


def mean(scores):
    return Fraction(sum(scores), len(scores))


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_each_move_is_worth_what_trying_everything_says(game, rules):
    skilled = lucky = 0
    for number in range(40):
        late = few_unseen(game, rules, number)
        if len(late) < 2:
            continue
        told = luck_and_skill(late[0], [each.move for each in late[1:]], samples=factorial(UNSEEN))
        assert told.estimate is None
        assert told.initial == in_parts(mean(values(late[0].table)))
        for worth, before, after in zip(told.moves, late[:-1], late[1:], strict=True):
            start = values(before.table)
            moved = values(before.table, game.vocabulary(rules)[after.move])
            assert worth.skill == in_parts(mean(moved)) - in_parts(mean(start))
            assert worth.luck == in_parts(mean(values(after.table))) - in_parts(mean(moved))
            assert worth.lost == min(new - old for old, new in zip(start, moved, strict=True))
            skilled, lucky = skilled + (worth.skill != 0), lucky + (worth.luck != 0)
        if skilled and (lucky or not game.open("pub", rules).table.face_down()):
            return
    raise AssertionError("in no game anything was lost or came as a surprise")


@pytest.mark.parametrize("stop_at", [None, 5])
@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_all_parts_together_are_the_final_score_and_the_same_log_has_the_same(game, rules, stop_at):
    opening, *rest = some_game(game, rules, 2)[-14:][:stop_at]
    log = [each.move for each in rest]
    told = luck_and_skill(opening, log, samples=3)
    assert told.initial + told.luck + told.skill == rest[-1].table.score
    assert all(worth.skill >= 0 for worth in told.moves), "no move leads to more than could be reached before"
    assert told == luck_and_skill(opening, log, samples=3)
    assert rest[-1].table.finished == (not stop_at)
    assert told.given_up == 0 or stop_at
    if game.slug == "well":  # where nothing is hidden
        assert told.estimate is None
        return
    assert told.estimate.samples == 3
    shorter = luck_and_skill(opening, log[:-1], samples=3)
    assert (shorter.initial, shorter.estimate) == (told.initial, told.estimate), "all have the same sample"
    assert told.moves[0].lost is None, "not all that could be hidden was looked at"


def test_a_bounded_search_never_makes_a_move_better_than_it_can_be():
    for number in range(3):
        opening, *rest = some_game(GAMES["winabit"], {"scoring": "5b"}, number)[:24]
        told = luck_and_skill(opening, [each.move for each in rest], samples=2, search=Search(budget=120))
        assert all(worth.skill <= 0 for worth in told.moves)
        assert told.initial + told.luck + told.skill == rest[-1].table.score


def test_what_is_not_proven_is_an_estimate_and_loses_nothing_for_certain():
    opening, *rest = some_game(GAMES["well"], {}, 3)[:3]
    log = [each.move for each in rest]
    told = luck_and_skill(opening, log, samples=1, search=Search(budget=5))
    assert told.estimate is not None
    assert {worth.lost for worth in told.moves} == {None}
    assert luck_and_skill(opening, log, samples=1).estimate is None


def test_the_sample_follows_from_the_rules_and_not_from_how_moves_are_spelt():
    wish = GAMES["wish"].open("pub")
    assert luck_and_skill(wish, ["pair 3 2"], samples=4) == luck_and_skill(wish, ["pair 2 3"], samples=4)
    seeds = {
        luck_and_skill(GAMES["pyramid"].open("pub", {"draw": draw}), [], samples=1).estimate.seed
        for draw in ("one", "three")
    }
    assert len(seeds) == 2


def test_an_arrangement_in_which_a_card_is_seen_is_then_as_likely_as_every_other():
    cards = (3, 14, 15, 40)
    left = Counter(
        tuple(after_seeing([14], dict(zip(cards, order, strict=True))).items())
        for order in permutations(cards)
    )
    assert set(left) == {tuple(zip((3, 15, 40), order, strict=True)) for order in permutations((3, 15, 40))}
    assert set(left.values()) == {4}


def test_what_tells_nothing_new_is_neither_lucky_nor_unlucky():
    games = (some_game(GAMES["pyramid"], {"draw": "one"}, number) for number in range(3))
    for opening, *rest in (game[-14:] for game in games):
        told = luck_and_skill(opening, [each.move for each in rest], samples=3)
        assert not any(
            worth.luck for worth, after in zip(told.moves, rest, strict=True) if after.move != "draw"
        )


def test_a_log_that_does_not_stand_has_neither_luck_nor_skill():
    with pytest.raises(ValueError, match="pair 1 1"):
        luck_and_skill(GAMES["wish"].open("pub"), ["pair 1 1"], samples=1)
