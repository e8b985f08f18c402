"""The deal of the browsers' tests, and moves of it."""

import random

from games import GAMES
from games.replay import Replayed, replay

SEED = "the-pages-are-tested-with-this-deal"


def beginnings(game: str, games: int = 30) -> dict[int, list[str]]:
    """Moves of the tests' deal by the score they lead to, the best score first."""
    found: dict[int, list[str]] = {}
    for walk in range(games):
        chooser = random.Random(walk)
        table, moves = GAMES[game].deal(SEED, {}), []
        while legal := list(table.legal()):
            move = chooser.choice(legal)
            moves.append(move.text)
            table = move.after(table)
            found.setdefault(table.score, list(moves))
    for score, moves in found.items():
        played = replay(GAMES[game], SEED, {}, moves)
        assert isinstance(played, Replayed)
        assert played.score == score
    return dict(sorted(found.items(), reverse=GAMES[game].score_order == "highest"))
