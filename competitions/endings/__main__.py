"""Let a bot play many deals of each game, and write how many of them ended with each score into
`usual_ends.json`. These scores are called the usual ends; a player's score is compared with them.

The bot follows the hints, and always plays the same deals. After a change of the games, their rules or their
hints, make the file anew: `python -m competitions.endings`. This takes minutes on two processors.
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
from games.hints import LED_PATIENCE, LED_TABLES, follow_hints

from .usual_ends import ENDS, ways

DEALS: Final = 250


def bot_end(slug: str, rules: Mapping[str, str], number: int) -> int:
    """The bot's final score in the deal `number` of a game with these options."""
    return follow_hints(GAMES[slug].open(f"usual-{number}", rules)).table.score


def all_rules(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of the game's options."""
    for values in product(*game.options.values()):
        yield dict(zip(game.options, values, strict=True))


def made(deals: int) -> dict[str, Any]:
    """The content of `usual_ends.json`: for each game and combination of options, how many of `deals` deals
    ended with each score."""
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
        "bot": f"takes hints that look at {LED_TABLES} tables; gives up {LED_PATIENCE} moves after its best "
        "score",
        "rules_version": RULES_VERSION,
        "ends": ends,
    }


if __name__ == "__main__":
    ENDS.write_text(json.dumps(made(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS), indent=1) + "\n")
