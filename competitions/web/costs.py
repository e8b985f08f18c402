"""How much a request may carry, and how many milliseconds of processor time an expensive request costs.

The costs are estimates, measured on a machine of 2026 and rounded up. Only their proportions matter.
"""

from typing import Final

from games import GAMES

LARGEST_BODY: Final = 256 * 1024
"""The greatest length of a request's body, in bytes."""

MOST_MOVES: Final = max(game.move_limit for game in GAMES.values())
"""The number of moves of the longest possible game. The service replays no more than this number of moves of
a log."""

HINT: Final = 40.0
"""The milliseconds for a hint, measured in the game Well, where a hint searches some thousands of
positions."""


SEARCH: Final = 10.0
"""The milliseconds for searching the names of contests for one page of a list."""


def of_replay(moves: int, *, steps: bool) -> float:
    """The milliseconds for replaying a log; with `steps`, also for recording the table after each move."""
    return 2 + min(moves, MOST_MOVES) * (0.025 if steps else 0.002)


def of_log(moves: int) -> float:
    """The milliseconds for replaying and storing a log. A log of usual length costs nothing, since the limit
    `logs` counts it."""
    return min(moves, MOST_MOVES) * 0.004 if moves > 500 else 0.0


def of_moves(moves: int) -> float:
    """The milliseconds for storing the moves of a request. A few moves cost nothing, since the limit `moves`
    counts them."""
    return moves * 0.05 if moves > 50 else 0.0


def of_verifying(characters: int, logs: int) -> float:
    """The milliseconds for verifying a text of logs, and for showing it on a page."""
    return 5 + characters * 0.0002 + logs * 0.1


def of_export(logs: int) -> float:
    """The milliseconds for exporting the logs of a contest."""
    return 2 + logs * 0.4


def of_tree(games: int) -> float:
    """The milliseconds for merging all games of a round into one tree of moves."""
    return 5 + games * 0.2


def of_own_file(rows: int) -> float:
    """The milliseconds for writing out the entries and results of a player."""
    return 5 + rows * 0.25


def of_standings(entries: int, rounds: int) -> float:
    """The milliseconds for writing out the whole standings."""
    return 2 + entries * (0.02 + rounds * 0.01)


def of_badges(names: int) -> float:
    """The milliseconds for making badges, even if all names look alike and each needs a number."""
    return names * 2.0
