"""How long the analysis of a log takes, beside finding the par of its deal; and an evening at a club.

On an evening, twenty players play six rounds, and all their games are analysed. Players take the move of the
hint with a chance of their own, and any other time a legal move at random that costs no points. Fewer players
are measured here; the evening is as long as their games say.

    python -m benchmarks.analysis [PLAYERS [GAME]]
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from games import GAMES
from games.game import Position
from games.hints import hint
from games.replay import Refused, play
from solvers import analyse, solve

PLAYERS = 2
STRENGTHS = (1.0, 0.9, 0.7, 0.5)
TABLES = 300
"""A hint looks at so many."""

MOVES = 250
"""Whoever has come to no end by then gives up."""

ROUNDS: Sequence[tuple[str, Mapping[str, str]]] = (
    ("wish", {}),
    ("winabit", {}),
    ("well", {}),
    ("pyramid", {"draw": "one"}),
    ("pyramid", {"draw": "three"}),
    ("three-by-three", {}),
)
EVENING_PLAYERS, EVENING_S = 20, 300.0
GOALS_S = {"wish": 1.0, "winabit": 6.0, "well": 0.5, "pyramid": 3.0, "three-by-three": 3.0}


def game_of(opening: Position, strength: float, random: Random) -> list[str]:
    """Return the moves of a player."""
    position = opening
    moves: list[str] = []
    while len(moves) < MOVES and (legal := sorted(move.text for move in position.table.legal())):
        asked = hint(position, TABLES) if random.random() < strength else None
        cheap = [text for text in legal if not position.game.is_dear(text)]
        after = play(position, asked["move"] if asked else random.choice(cheap or legal))
        assert not isinstance(after, Refused)
        assert after.move is not None
        position = after
        moves.append(after.move)
    return moves


def measure(slug: str, rules: Mapping[str, str], players: int) -> tuple[float, bool]:
    """Print the figures of a round. Return the mean seconds of a game, and whether they reach the goal."""
    opening = GAMES[slug].open("evening", rules)
    started = process_time()
    solve(opening)
    par = process_time() - started
    seconds = []
    for player in range(players):
        moves = game_of(opening, STRENGTHS[player % len(STRENGTHS)], Random(f"player {player}"))
        started = process_time()
        analyse(opening, moves)
        seconds.append(process_time() - started)
    took, goal = mean(seconds), GOALS_S[slug]
    name = " ".join((slug, *rules.values()))
    print(
        f"{name:16}{took:8.2f}{max(seconds):8.2f}{goal:8.1f}{par:10.4f}{took / par:10.1f}",
        flush=True,
    )
    return took, took <= goal


def main() -> int:
    """Print the figures; the exit status is 1 if an analysis or the evening takes too long."""
    gc.disable()  # as the processes of solvers do
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    print(f"{players} players of each round; seconds of the processor")
    print(f"{'':16}{'mean':>8}{'most':>8}{'goal':>8}{'par':>10}{'ratio':>10}")
    rounds = [each for each in ROUNDS if each[0] in sys.argv[2:] or len(sys.argv) < 3]
    measured = [measure(slug, rules, players) for slug, rules in rounds]
    right = all(reached for _, reached in measured)
    if len(rounds) == len(ROUNDS):
        evening = EVENING_PLAYERS * sum(took for took, _ in measured)
        print(f"an evening of {EVENING_PLAYERS} players takes {evening:.0f}; goal {EVENING_S:.0f}")
        right = right and evening <= EVENING_S
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
