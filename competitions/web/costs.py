"""How much a request may carry, and how many milliseconds of a processor expensive requests cost.

The costs are estimates, measured on a machine of 2026 and rounded up: their proportions matter.
"""

from typing import Final

from games import GAMES

LARGEST_BODY: Final = 256 * 1024
"""In bytes."""

MOST_MOVES: Final = max(game.move_limit for game in GAMES.values())
"""The moves of the longest game: the service plays no more of any log."""

HINT: Final = 40.0
"""In Well a hint looks at some thousand tables."""


SEARCH: Final = 10.0
"""To search the names of as many contests as one page looks through."""


def of_replay(moves: int, *, steps: bool) -> float:
    """To replay a log, with or without a step for each move."""
    return 2 + min(moves, MOST_MOVES) * (0.025 if steps else 0.002)


def of_log(moves: int) -> float:
    """To replay and store a log. One of usual length is free: the limit `logs` counts it."""
    return min(moves, MOST_MOVES) * 0.004 if moves > 500 else 0.0


def of_moves(moves: int) -> float:
    """To store the moves of one request. A few are free: the limit `moves` counts them."""
    return moves * 0.05 if moves > 50 else 0.0


def of_verifying(characters: int, logs: int) -> float:
    """To verify a text of logs and show it on a page."""
    return 5 + characters * 0.0002 + logs * 0.1


def of_export(logs: int) -> float:
    """To export the logs of a contest."""
    return 2 + logs * 0.4


def of_tree(games: int) -> float:
    """To grow the tree of a round."""
    return 5 + games * 0.2


def of_own_file(rows: int) -> float:
    """To write out the entries and results of a player."""
    return 5 + rows * 0.25


def of_standings(entries: int, rounds: int) -> float:
    """To write out the whole standings."""
    return 2 + entries * (0.02 + rounds * 0.01)


def of_badges(names: int) -> float:
    """To make badges for names that may all look alike."""
    return names * 2.0
