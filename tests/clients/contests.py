"""What contests are made of in tests: golden logs, and bodies that ask for rounds on their deals."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games import GAMES
from games.replay import Replayed, open_deal, play, replay
from games.teaching import describe

VECTORS = Path(__file__).parent.parent / "vectors"


def contest(**settings: Any) -> dict[str, Any]:
    """The body of a POST that creates a contest. A setting whose value is `...` is left out."""
    body = {"name": "Friday evening", "play": "open", "rounds": [golden_round()]} | settings
    return {name: value for name, value in body.items() if value is not ...}


def sealed(game: str = "winabit", **settings: Any) -> dict[str, Any]:
    """The settings of a contest of one sealed round."""
    rules = settings.pop("rules", {})
    return {"play": "sealed", "rounds": [{"game": game, "rules": rules}], **settings}


def golden(game: str = "three-by-three", n: int = 0) -> dict[str, Any]:
    """The `n`-th golden log of a game, with its result."""
    lines = (VECTORS / f"{game}.ndjson").read_text().splitlines()
    return json.loads(lines[n])


def golden_round(game: str = "three-by-three", n: int = 0, **settings: Any) -> dict[str, Any]:
    """A round on the deal of a golden log."""
    log = golden(game, n)["log"]
    return {"game": log["game"], "rules": log["rules"], "seed": log["seed"]} | settings


def moves_scoring(score: int, game: str = "three-by-three", n: int = 0) -> list[str]:
    """The fewest first moves of a golden log after which giving up leads to this score."""
    return golden(game, n)["log"]["moves"][: _moves_before(score, game, n)]


@cache
def _moves_before(score: int, game: str, n: int) -> int:
    log = golden(game, n)["log"]
    for length in range(len(log["moves"]) + 1):
        played = replay(GAMES[log["game"]], log["seed"], log["rules"], log["moves"][:length])
        assert isinstance(played, Replayed)
        if played.score == score:
            return length
    raise AssertionError(f"the golden log never has score {score}")


def certain_rest(game: str) -> tuple[dict[str, Any], int]:
    """A golden log, and the number of its moves after which two or more are certain."""
    for line in (VECTORS / f"{game}.ndjson").read_text().splitlines():
        log = {"rules": {}} | json.loads(line)["log"]
        position = open_deal(log["game"], log["seed"], log["rules"])
        for ply, move in enumerate(log["moves"]):
            certain = describe(position)["certain"]
            if certain and (certain["left"] or 0) > 1:
                return log, ply
            position = play(position, move)
    raise AssertionError(f"no golden log of {game} has a certain rest")
