"""What contests are made of in tests: golden logs, and bodies that ask for rounds on their deals."""

import json
from pathlib import Path
from typing import Any

from games import GAMES
from games.replay import Replayed, replay

VECTORS = Path(__file__).parent.parent / "vectors"


def contest(**settings: Any) -> dict[str, Any]:
    """The body that creates a contest, a setting of `...` left out."""
    body = {"name": "Friday evening", "play": "open", "rounds": [golden_round()]} | settings
    return {name: value for name, value in body.items() if value is not ...}


def golden(game: str = "three-by-three", n: int = 0) -> dict[str, Any]:
    """The `n`-th golden log of a game, with its result."""
    lines = (VECTORS / f"{game}.ndjson").read_text().splitlines()
    return json.loads(lines[n])


def golden_round(game: str = "three-by-three", n: int = 0, **settings: Any) -> dict[str, Any]:
    """A round on the deal of a golden log."""
    log = golden(game, n)["log"]
    return {"game": log["game"], "rules": log["rules"], "seed": log["seed"]} | settings


def moves_scoring(score: int, game: str = "three-by-three", n: int = 0) -> list[str]:
    """The shortest beginning of a golden log that, given up there, has this score."""
    log = golden(game, n)["log"]
    for length in range(len(log["moves"]) + 1):
        played = replay(GAMES[log["game"]], log["seed"], log["rules"], log["moves"][:length])
        assert isinstance(played, Replayed)
        if played.score == score:
            return log["moves"][:length]
    raise AssertionError(f"the golden log never has score {score}")
