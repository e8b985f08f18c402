"""Logs of one deal, each better than the one before."""

from functools import cache

from games import GAMES
from games.replay import Replayed, replay
from tests.clients.contests import golden

LOG = golden("three-by-three")["log"]
DEAL = {"game": "three-by-three", "rules": LOG["rules"], "seed": LOG["seed"]}


@cache
def improving_logs() -> list[list[str]]:
    """Beginnings of a golden log, each given up with a better score than the one before."""
    logs, best = [], None
    for length in range(1, len(LOG["moves"]) + 1):
        moves = LOG["moves"][:length]
        played = replay(GAMES[DEAL["game"]], LOG["seed"], LOG["rules"], moves)
        assert isinstance(played, Replayed)
        if best is None or played.score < best:
            best = played.score
            logs.append(moves)
    return logs
