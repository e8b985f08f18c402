"""How long a deal takes to be solved, with all cards known, and what share of deals comes out.

The shares stand beside those that an independent solver found in other deals; of so many deals they may
differ by chance as far as it says.

python -m benchmarks.par [DEALS [GAME]]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from statistics import median, quantiles
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from games import GAMES
from solvers import Solution, solve

DEALS = 10_000
MEDIAN_S, P95_S = 0.5, 10.0
BY_CHANCE = 3.0
"""Shares differ by at most so many standard deviations."""
KNOWN_OF = 10_000
"""So many deals are behind each known share."""

KNOWN: Mapping[tuple[str, ...], float] = {
    ("wish",): 0.624,
    ("well", "either"): 0.893,
    ("well", "up"): 0.557,
    ("pyramid", "one"): 0.036,
    ("pyramid", "three"): 0.562,
    ("three-by-three",): 0.783,
}
"""By game and option, the share of deals in which the best score is 0."""


def measure(name: tuple[str, ...], deals: int) -> bool:
    """Print the figures of one game; whether they are as they should be."""
    game = GAMES[name[0]]
    rules = dict(zip(game.options, name[1:], strict=True))
    solutions: list[Solution] = []
    seconds: list[float] = []
    for number in range(deals):
        opening = game.open(f"par-{number}", rules)
        started = process_time()
        solutions.append(solve(opening))
        seconds.append(process_time() - started)
    share, known = sum(not each.score for each in solutions) / deals, KNOWN[name]
    chance = tolerance(known, deals)
    p95, unproven = quantiles(seconds, n=20)[-1], sum(not each.proven for each in solutions)
    print(
        f"{' '.join(name):16}{median(seconds):9.4f}{p95:10.4f}{max(seconds):10.3f}{share:9.1%}"
        f"{known:9.1%} ± {chance:.1%}{unproven:9}",
        flush=True,
    )
    return median(seconds) < MEDIAN_S and p95 < P95_S and not unproven and abs(share - known) <= chance


def tolerance(known: float, deals: int) -> float:
    """How far a share of so many deals may be from the known one, which is of a sample itself, by chance."""
    return BY_CHANCE * sqrt(known * (1 - known) * (1 / deals + 1 / KNOWN_OF))


def main() -> int:
    """Print the figures; the exit status is 1 if a game takes too long or a share is another."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    print(
        f"{deals:,} deals of each game; goals: median below {MEDIAN_S:g} s, p95 below {P95_S:g} s, all proven"
    )
    print(f"{'':16}{'median s':>9}{'p95 s':>10}{'most s':>10}{'share':>9}{'known':>9}{'unproven':>16}")
    right = [measure(name, deals) for name in KNOWN if name[0] in sys.argv[2:] or len(sys.argv) < 3]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
