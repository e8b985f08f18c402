"""Games of a round, and what a reader may expect of them once it is over: reckoned from the logs that were
sent and the rules of the games, with no line of the service or of the solvers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from games import GAMES
from games.game import Game, Position
from games.replay import Refused, play

MOST_MOVES = 20
"""Whoever plays by chance leaves the best line with nearly every move: each costs a solution."""


class Played(NamedTuple):
    """A game as its player sent it."""

    moves: tuple[str, ...]
    score: int
    log: str = ""
    """The id under which it was stored."""


class Way(NamedTuple):
    """How many games began with the same moves, and the best and the middle of what they came to."""

    players: int
    best: int
    half: int


def some_game(game: Game, seed: str, rng: Random) -> Played:
    """A game that was played by chance, most often like others, up to any move."""
    position, moves = game.open(seed), []
    for _ in range(rng.randint(1, MOST_MOVES)):
        legal = sorted(move.text for move in position.table.legal())
        if not legal:
            break
        moves.append(legal[int(rng.random() ** 3 * len(legal))])
        position = after(position, moves[-1])
    return Played(tuple(moves), position.table.score)


def after(position: Position, *moves: str) -> Position:
    for text in moves:
        later = play(position, text)
        assert not isinstance(later, Refused), later.error
        position = later
    return position


def in_order(scores: Sequence[int], game: Game) -> list[int]:
    """The best score first."""
    return sorted(scores, reverse=game.score_order == "highest")


def places(scores: Sequence[int], game: Game) -> list[int]:
    """The rank of each score; equal ones share it."""
    best_first = in_order(scores, game)
    return [best_first.index(score) + 1 for score in scores]


def ways(games: Sequence[Played], game: Game) -> dict[tuple[str, ...], Way]:
    """Every beginning that somebody played."""
    met: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for each in games:
        for ply in range(len(each.moves) + 1):
            met[each.moves[:ply]].append(each.score)
    told = {}
    for begun, scores in met.items():
        best_first = in_order(scores, game)
        told[begun] = Way(len(scores), best_first[0], best_first[(len(scores) - 1) // 2])
    return told


def ways_told(tree: Mapping[str, Any], begun: tuple[str, ...] = ()) -> dict[tuple[str, ...], Way]:
    """The same, read from a tree of the API."""
    assert tree["ply"] == len(begun)
    told = {begun: Way(tree["players"], tree["best"], tree["half"])}
    for child in tree["children"]:
        told |= ways_told(child, (*begun, child["move"]))
    return told


def fewest_of_wish(seed: str) -> int:
    """The fewest cards that any play of a deal of Wish leaves: pairs of equal rank go from the tops."""
    table = GAMES["wish"].open(seed).table
    stacks = [[card % 13 for card in stack] for stack in table.stacks]  # type: ignore[attr-defined]

    @cache
    def fewest(heights: tuple[int, ...]) -> int:
        tops = [(pile, stacks[pile][height - 1]) for pile, height in enumerate(heights) if height]
        pairs = [(one, other) for (one, a), (other, b) in combinations(tops, 2) if a == b]
        left = [
            fewest(tuple(height - (pile in pair) for pile, height in enumerate(heights))) for pair in pairs
        ]
        return min(left, default=sum(heights))

    return fewest(tuple(map(len, stacks)))


def best_line(analysis: Mapping[str, Any], ply: int) -> Sequence[str]:
    """A best line from a ply on: what is left of the last that begins there or before."""
    begins, moves = max((line["ply"], line["moves"]) for line in analysis["lines"] if line["ply"] <= ply)
    return moves[ply - begins :]
