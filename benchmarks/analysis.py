"""How long the analysis of a log takes, beside finding the par of its deal; and an evening at a club.

On an evening, twenty players play six rounds, and all their games are analysed. Players take the move of the
hint with a chance of their own, and any other time a legal move at random that costs no points. Fewer players
are measured here; the evening is as long as their games say. Beside the solvers as they are run those that
`manage.py compile_solvers` has made of them, if it has.

    python -m benchmarks.analysis [PLAYERS [GAME]]
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [os.getcwd(), str(ROOT)]  # the solvers of the folder in which it runs, if it has some

from games import GAMES
from games.game import Position
from games.hints import hint
from games.replay import Refused, play
from solvers import analyse, solve
from solvers.compile_solvers import best_folder

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


def measure(slug: str, rules: Mapping[str, str], players: int) -> tuple[list[float], float]:
    """Return the seconds of the processor for each game of a round, and for the par of its deal."""
    gc.disable()  # as the processes of solvers do
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
    return seconds, par


def measured_in(folder: Path, number: int, players: int) -> tuple[list[float], float]:
    """Return what `measure` says of a round, in a process with the solvers of a folder."""
    command = [sys.executable, __file__, "--round", str(number), str(players)]
    told = subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout
    seconds, par = json.loads(told)
    return seconds, par


def main() -> int:
    """Print the figures; the exit status is 1 if an analysis or the evening takes too long."""
    if sys.argv[1:2] == ["--round"]:
        slug, rules = ROUNDS[int(sys.argv[2])]
        print(json.dumps(measure(slug, rules, int(sys.argv[3]))))
        return 0
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    folders = {"sources": ROOT, "compiled": best_folder()}
    if folders["compiled"] == ROOT:
        del folders["compiled"]
    chosen = [number for number, (slug, _) in enumerate(ROUNDS) if slug in sys.argv[2:] or len(sys.argv) < 3]
    print(f"{players} players of each round; seconds of the processor")
    print(f"{'':26}{'mean':>8}{'most':>8}{'goal':>8}{'par':>10}{'ratio':>10}")
    evening, right = dict.fromkeys(folders, 0.0), True
    for number in chosen:
        slug, rules = ROUNDS[number]
        for kind, folder in folders.items():
            seconds, par = measured_in(folder, number, players)
            took, goal = mean(seconds), GOALS_S[slug]
            evening[kind] += EVENING_PLAYERS * took
            name = " ".join((slug, *rules.values(), kind))
            print(
                f"{name:26}{took:8.2f}{max(seconds):8.2f}{goal:8.1f}{par:10.4f}{took / par:10.1f}", flush=True
            )
        right = right and took <= goal
    if len(chosen) == len(ROUNDS):
        for kind, took in evening.items():
            print(f"an evening of {EVENING_PLAYERS} players takes {took:.0f} ({kind}); goal {EVENING_S:.0f}")
        right = right and took <= EVENING_S
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
