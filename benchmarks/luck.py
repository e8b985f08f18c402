"""How many deals it takes to order players of known strength, by scores and by scores without their luck.

A player takes the hint's move with a chance of their own, and any other time a legal move at random. All play
the same deals, or each has deals of their own. The players are put in the order of their means over some
deals; shown are the share of pairs of players that stand right then, how many deals it takes until some share
does, and how many times fewer that are than with plain scores. From the games played come the mean and the
deviation of how much better one player is than another at a deal; the rest follows from the normal
distribution. Score - luck is what stands beside standings; skill alone leaves out besides what the deal
promised at first, which is the same for all who play it.

    python -m benchmarks.luck [--game wish] [--deals 100] [--samples 32] [--strengths 0 0.5 1]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import inf, nan, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, mean, stdev
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from games import GAMES
from games.game import Position
from games.hints import hint
from games.replay import Refused, play
from solvers import Search
from solvers.luck import luck_and_skill
from solvers.solving import SOLVERS

TABLES = 300
"""A hint looks at so many."""

AFTER = (1, 4, 16, 64)
"""Numbers of deals."""

RIGHT = (0.7, 0.8, 0.9)
"""Shares of the pairs of players."""

NORMAL = NormalDist()


class GameWithLuck(NamedTuple):
    """What a game came to, and of that what the deal promised and what luck did."""

    score: float
    initial: float
    luck: float


Correction = Callable[[GameWithLuck], float]

MEASURES: Mapping[str, Correction] = {
    "score": lambda played: played.score,
    "score - luck": lambda played: played.score - played.luck,
    "skill alone": lambda played: played.score - played.luck - played.initial,
}

GamesByPlayer = Sequence[Sequence[GameWithLuck]]
"""For each player, the weakest first, what each of the deals came to."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="wish", choices=GAMES)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--samples", type=int, default=32)
    parser.add_argument(
        "--strengths",
        type=float,
        nargs="+",
        default=(0.0, 0.5, 1.0),
        help="of the players, the weakest first",
    )
    asked = parser.parse_args()
    for same, told in ((True, "deals that all play"), (False, "deals of their own")):
        started = process_time()
        field = [
            [
                played(asked.game, f"luck-{deal if same else f'{deal}-{player}'}", strength, asked.samples)
                for deal in range(asked.deals)
            ]
            for player, strength in enumerate(asked.strengths)
        ]
        took = process_time() - started
        print(f"\n{asked.game}, {asked.deals} {told}, {asked.samples} samples, {took:.0f} s")
        report(field, 1 if GAMES[asked.game].score_order == "highest" else -1)


def played(slug: str, seed: str, strength: float, samples: int) -> GameWithLuck:
    """One game of a player; the same each time."""
    random = Random(f"{seed} {strength}")
    opening = position = GAMES[slug].open(seed)
    moves: list[str] = []
    while not position.table.finished and position.ply < position.game.move_limit:
        moves.append(chosen(position, strength, random))
        after = play(position, moves[-1])
        assert not isinstance(after, Refused)
        position = after
    told = luck_and_skill(opening, moves, samples, Search(budget=SOLVERS[slug].effort.each))
    return GameWithLuck(position.table.score, float(told.initial), float(told.luck))


def chosen(position: Position, strength: float, random: Random) -> str:
    if random.random() < strength:
        given = hint(position, TABLES)
        assert given is not None
        move: str = given["move"]
        return move
    return random.choice(sorted(move.text for move in position.table.legal()))


def report(field: GamesByPlayer, sign: int) -> None:
    print(f"{'pairs that stand right after':30}" + "".join(f"{deals:8}" for deals in AFTER))
    clearness = {name: clear(field, measure, sign) for name, measure in MEASURES.items()}
    for name, pairs in clearness.items():
        print(f"{name:30}" + "".join(f"{share_right(pairs, deals):8.1%}" for deals in AFTER))
    print(f"{'deals until these are right':30}" + "".join(f"{share:8.0%}" for share in RIGHT))
    for name, pairs in clearness.items():
        print(f"{name:30}" + "".join(f"{deals_until(pairs, share):8.1f}" for share in RIGHT))
    print("times fewer than with scores")
    for name, pairs in clearness.items():
        print(f"{name:30}" + "".join(f"{fewer(clearness['score'], pairs, share):8.1f}" for share in RIGHT))


def clear(field: GamesByPlayer, measure: Correction, sign: int) -> Sequence[float]:
    """For each pair of players by how many standard deviations of one deal the stronger is better in the
    mean."""
    differences = [
        [sign * (measure(strong) - measure(weak)) for weak, strong in zip(weaker, stronger, strict=True)]
        for weaker, stronger in combinations(field, 2)
    ]
    return [mean(each) / (stdev(each) or 1e-9) for each in differences]


def fewer(plain: Sequence[float], pairs: Sequence[float], share: float) -> float:
    """How many times fewer deals it takes; not a number where it never comes to the share."""
    needed, other = deals_until(plain, share), deals_until(pairs, share)
    return needed / other if other < inf else nan


def share_right(pairs: Sequence[float], deals: float) -> float:
    """The share of pairs whose stronger player has the better mean of so many deals, to be expected."""
    return mean(NORMAL.cdf(each * sqrt(deals)) for each in pairs)


def deals_until(pairs: Sequence[float], share: float) -> float:
    """After how many deals such a share of pairs stands right for good; infinite if it never does."""
    few, many = 0.0, 1e6
    if share_right(pairs, many) < share:
        return inf
    while many - few > 0.01:
        half = (few + many) / 2
        few, many = (few, half) if share_right(pairs, half) >= share else (half, many)
    return many


if __name__ == "__main__":
    main()
