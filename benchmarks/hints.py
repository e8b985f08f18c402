"""How far hints alone lead: the mean score of 200 deals of each game, beside that of a player of the client's
examples who looks ahead.

Either may look at so many tables for each move. Whoever comes to no end gives up.

    python -m benchmarks.hints [GAME]
"""

import sys
from collections.abc import Callable, Mapping
from random import Random
from statistics import mean
from time import process_time

from client.examples.look_ahead import look_ahead
from games import GAMES
from games.game import Position
from games.hints import hint
from games.replay import Refused, play
from games.views import view

DEALS = 200
TABLES = 300
MOVES = 150


def by_hints(position: Position) -> str:
    given = hint(position, TABLES)
    assert given is not None
    move: str = given["move"]
    return move


def by_looking_ahead(random: Random) -> Callable[[Position], str]:
    choose = look_ahead(TABLES)
    return lambda position: choose(view(position), random)


def score(position: Position, choose: Callable[[Position], str]) -> int:
    while not position.table.finished and position.ply < MOVES:
        after = play(position, choose(position))
        assert not isinstance(after, Refused)
        position = after
    return position.table.score


def measure(slug: str, rules: Mapping[str, str]) -> None:
    deals = [GAMES[slug].open(f"deal-{number}", rules) for number in range(DEALS)]
    started = process_time()
    following = mean(score(deal, by_hints) for deal in deals)
    between = process_time()
    ahead = mean(score(deal, by_looking_ahead(Random(1))) for deal in deals)
    took, peer_took = between - started, process_time() - between
    options = " ".join((slug, *rules.values()))
    print(f"{options}: hints {following:.2f} in {took:.0f} s, looking ahead {ahead:.2f} in {peer_took:.0f} s")


if __name__ == "__main__":
    for slug, game in GAMES.items():
        if slug in sys.argv[1:] or len(sys.argv) == 1:
            for option, values in game.options.items() or [("", ("",))]:
                for value in values:
                    measure(slug, {option: value} if option else {})
