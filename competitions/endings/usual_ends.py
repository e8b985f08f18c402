"""The final scores that a bot reached in many deals of each game.

`python -m competitions.endings` plays these deals again and counts the scores.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ENDS: Final = Path(__file__).with_suffix(".json")


def usual_ends(slug: str, rules: Mapping[str, str]) -> Mapping[int, int]:
    """How many of the bot's games ended with each score (the key) under these rules; empty if it played none.

    >>> ends = usual_ends("wish", {})
    >>> sum(ends.values()), min(ends)
    (250, 0)
    """
    return _read().get(ways(slug, rules), {})


def ways(slug: str, rules: Mapping[str, str]) -> str:
    """The key of a game with its options in `usual_ends.json`, such as `pyramid draw=one`."""
    return " ".join((slug, *(f"{option}={value}" for option, value in sorted(rules.items()))))


@cache
def _read() -> Mapping[str, Mapping[int, int]]:
    ends = json.loads(ENDS.read_text())["ends"]
    return {way: {int(score): times for score, times in counted.items()} for way, counted in ends.items()}
