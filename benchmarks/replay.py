"""How many moves a second a log is replayed at: text in, canonical moves and the score out.

Ten players play each deal, as in a contest; what each would cost alone with a deal stands beside it.
The peer is python-chess, which checks a game of chess given as UCI moves with `push_uci`. Each round
times it right beside each game, so that the ratio means the same on a busy machine; medians are shown.

    python -m benchmarks.replay
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import chess

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from games import GAMES
from games.deck import deck
from games.game import Game, Position
from games.replay import Replayed, play, replay, replay_log
from tests.games.golden import GOLDEN

ROUNDS = 15
DEALS = 16
PLAYERS = 10
FLOOR = 4.0


class PlayedLog(NamedTuple):
    """One log to be replayed, its parts known to be good."""

    game: Game
    seed: str
    rules: dict[str, str]
    moves: tuple[str, ...]


def random_log(game: Game, seed: str, rules: dict[str, str], most: int, player: int = 0) -> PlayedLog:
    """A log of legal moves chosen at random, cheats last, until the end or until `most` are made."""
    chance = random.Random(f"{seed} {player}")
    position = game.open(seed, rules)
    moves: list[str] = []
    while len(moves) < most:
        legal = sorted(move.text for move in position.table.legal())
        honest = [text for text in legal if not position.game.is_dear(text)]
        if not legal:
            break
        moves.append(chance.choice(honest or legal))
        following = play(position, moves[-1])
        assert isinstance(following, Position)
        position = following
    return PlayedLog(game, seed, dict(position.rules), tuple(moves))


def logs_of(game: Game) -> list[PlayedLog]:
    """Random logs under every option, and the golden ones that stand."""
    rules = [{option: value} for option, values in game.options.items() for value in values] or [{}]
    logs = [
        random_log(game, f"bench-{n}", rules[n % len(rules)], most=300, player=player)
        for n, player in product(range(DEALS), range(PLAYERS))
    ]
    golden = GOLDEN[game.slug].read_text().splitlines()
    results = (replay_log(json.loads(line)["log"]) for line in golden)
    seeds = (json.loads(line)["log"]["seed"] for line in golden)
    logs += (
        PlayedLog(game, seed, dict(result.rules), result.moves)
        for seed, result in zip(seeds, results, strict=True)
        if isinstance(result, Replayed)
    )
    return [log for log in logs if log.moves]


def random_chess(seed: int) -> list[str]:
    """A game of chess of random legal moves, as UCI."""
    chance, board = random.Random(seed), chess.Board()
    moves: list[str] = []
    while len(moves) < 120 and (legal := sorted(move.uci() for move in board.legal_moves)):
        moves.append(chance.choice(legal))
        board.push_uci(moves[-1])
    return moves


def replay_chess(games: Sequence[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def replay_all(logs: Sequence[PlayedLog]) -> None:
    """Replay them in a process that remembers no deal."""
    deck.cache_clear()
    for log in logs:
        result = replay(*log)
        assert isinstance(result, Replayed)
        assert result.score is not None


def replay_each_alone(logs: Sequence[PlayedLog]) -> None:
    for log in logs:
        replay_all([log])


def seconds(work: Callable[[], None]) -> float:
    """How long one call takes, from as many calls as fill a tenth of a second."""
    calls, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < 0.1:
        work()
        calls += 1
    return elapsed / calls


def main() -> int:
    """Print the figures; the exit status is 1 if a game is below the floor."""
    chess_games = [random_chess(seed) for seed in range(10)]
    chess_moves = sum(map(len, chess_games))
    print(
        f"validated moves a second, and times python-chess push_uci (at least {FLOOR:.0f}); {ROUNDS} rounds\n"
    )
    print(
        f"{'game':16}{'logs':>6}{'moves':>8}{'moves/s':>12}{'chess/s':>10}{'ratio':>8}{'lowest':>8}{'alone':>8}"
    )
    slowest = float("inf")
    for game in GAMES.values():
        logs = logs_of(game)
        moves = sum(len(log.moves) for log in logs)
        rates, peers, alone = [], [], []
        for _ in range(ROUNDS):
            rates.append(moves / seconds(partial(replay_all, logs)))
            peers.append(chess_moves / seconds(partial(replay_chess, chess_games)))
            alone.append(moves / seconds(partial(replay_each_alone, logs)) / peers[-1])
        ratios = [rate / peer for rate, peer in zip(rates, peers, strict=True)]
        slowest = min(slowest, median(ratios))
        figures = f"{median(rates):12,.0f}{median(peers):10,.0f}{median(ratios):8.1f}{min(ratios):8.1f}"
        print(f"{game.slug:16}{len(logs):6}{moves:8}{figures}{median(alone):8.1f}")
    print(f"\nthe slowest game is {slowest:.1f} times python-chess\n")
    print_proportion()
    return 0 if slowest >= FLOOR else 1


def print_proportion() -> None:
    """A WinABit log costs in proportion to its length: each move the same, however many went before."""
    log = random_log(GAMES["winabit"], "bench-long-4", {"scoring": "5a"}, most=3000)
    print(f"{'winabit moves':16}{'ms':>8}{'us a move':>12}")
    for length in (750, 1500, 3000):
        part = [log._replace(moves=log.moves[:length])]
        taken = median(seconds(partial(replay_all, part)) for _ in range(5))
        print(f"{len(part[0].moves):<16}{taken * 1e3:8.2f}{taken * 1e6 / length:12.2f}")


if __name__ == "__main__":
    sys.exit(main())
