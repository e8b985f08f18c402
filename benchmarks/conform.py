"""How many lines a second the conformance kit draws, has answered and compares.

Beside it in each round: the same lines replayed by our engine, and their results written as JSON. That much
has to be done for each line to know what is right; the program under test costs nothing, as its answers are
ready. In seconds of this process's CPU, so that it means the same on a busy machine; medians are shown.

    python -m benchmarks.conform
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from games import GAMES
from games.conform.cases import Case
from games.conform.disagreements import first_disagreement
from games.conform.fresh_cases import fresh
from games.game import Game
from games.replay import replay_line

ROUNDS, DEALS, FLOOR = 5, 30, 0.25


class Ready:
    """A program whose answers are ready before it is asked."""

    def __init__(self, answers: Sequence[bytes], refused: bool) -> None:
        self._answers, self._refused = answers, refused

    @contextlib.contextmanager
    def replay(self, lines: Sequence[bytes], by_file: bool = False) -> Iterator[Ready]:
        yield self

    def lines(self) -> Iterator[bytes]:
        return iter(self._answers)

    def status(self) -> int:
        return int(self._refused)


def drawn(game: Game, round: int) -> list[Case]:
    return list(chain.from_iterable(fresh(f"bench-{round}", [game], number) for number in range(DEALS)))


def measure(game: Game, round: int) -> tuple[int, float, float]:
    """Lines, seconds for the kit and seconds for replaying alone."""
    began = process_time()
    cases = drawn(game, round)
    spent = process_time() - began
    began = process_time()
    results = [replay_line(case.line).result() for case in cases]
    answers = [json.dumps(result).encode() for result in results]
    bare = process_time() - began
    program = Ready(answers, not all(result["ok"] for result in results))
    began = process_time()
    assert first_disagreement(program, cases) is None  # type: ignore[arg-type]  # it is only given lines
    return len(cases), spent + process_time() - began, bare


def main() -> int:
    """Print the figures; the exit status is 1 if a game is below the floor."""
    print(
        f"lines a second of CPU, and times bare replay (at least {FLOOR}); {ROUNDS} rounds of {DEALS} deals\n"
    )
    print(f"{'game':16}{'lines':>8}{'lines/s':>10}{'bare/s':>10}{'ratio':>8}")
    lowest = 1.0
    for game in GAMES.values():
        game.vocabulary({})  # built once, and not here
        rounds = [measure(game, round) for round in range(ROUNDS)]
        rate = median(lines / spent for lines, spent, _ in rounds)
        peer = median(lines / bare for lines, _, bare in rounds)
        ratio = median(bare / spent for _, spent, bare in rounds)
        lowest = min(lowest, ratio)
        print(
            f"{game.slug:16}{sum(lines for lines, _, _ in rounds):8,}{rate:10,.0f}{peer:10,.0f}{ratio:8.2f}"
        )
    return 0 if lowest >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
