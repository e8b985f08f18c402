"""Writes `usual_ends.json` anew: `python -m frontend.endings`, some minutes on two processors.

A bot plays the same deals each time, and takes the hint that a player would be given. It gives up where its
score has not become better for a while: Well's cards can be carried about for ever.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Any, Final

from games import GAMES, RULES_VERSION
from games.game import Game
from games.hints import hint
from games.replay import Refused, play

from .usual_ends import ENDS, ways

DEALS: Final = 250

TABLES: Final = 200
"""How many tables a hint looks at. More of them help little, and only in Well."""

PATIENCE: Final = 40
"""After how many moves without a better score it gives up."""


def bot_end(slug: str, rules: Mapping[str, str], number: int) -> int:
    """The score with which the bot ends one deal."""
    position = GAMES[slug].open(f"usual-{number}", rules)
    best, since = position.table.score, 0
    lowest = position.game.score_order == "lowest"
    while since < PATIENCE and (given := hint(position, TABLES)) is not None:
        after = play(position, given["move"])
        assert not isinstance(after, Refused)
        position, score = after, after.table.score
        best, since = (score, 0) if (score < best if lowest else score > best) else (best, since + 1)
    return position.table.score


def all_rules(game: Game) -> Iterator[dict[str, str]]:
    """Every choice of the game's options."""
    for values in product(*game.options.values()):
        yield dict(zip(game.options, values, strict=True))


def made(deals: int) -> dict[str, Any]:
    """The file as it is to be."""
    ends = {}
    with ProcessPoolExecutor() as processes:
        for slug, game in GAMES.items():
            for rules in all_rules(game):
                scores = processes.map(partial(bot_end, slug, rules), range(deals), chunksize=8)
                ends[ways(slug, rules)] = {
                    str(score): times for score, times in sorted(Counter(scores).items())
                }
    return {
        "deals": deals,
        "bot": f"takes hints that look at {TABLES} tables; gives up {PATIENCE} moves after its best score",
        "rules_version": RULES_VERSION,
        "ends": ends,
    }


if __name__ == "__main__":
    ENDS.write_text(json.dumps(made(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS), indent=1) + "\n")
