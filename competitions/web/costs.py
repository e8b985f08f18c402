"""How much a request may carry; and what expensive ones cost, in milliseconds of a processor, estimated
before the work is done.

Measured on a machine of 2026 and rounded up; what matters is how they compare.
"""

from typing import Final

from games import GAMES

LARGEST_BODY: Final = 256 * 1024
"""In bytes."""

MOST_MOVES: Final = max(game.move_limit for game in GAMES.values())
"""No game has more moves, and no move of a longer log is played."""


def of_replay(moves: int, *, steps: bool) -> float:
    """Replaying a log, with or without a step for each move."""
    return 2 + min(moves, MOST_MOVES) * (0.025 if steps else 0.002)


HINT: Final = 40.0
"""Finding a hint: in Well it looks at some thousand tables."""


def of_log(moves: int) -> float:
    """Replaying and storing a log. One of usual length is free: the limit `logs` counts those."""
    return min(moves, MOST_MOVES) * 0.004 if moves > 500 else 0.0


def of_moves(moves: int) -> float:
    """Storing the moves of one request. A few are free: the limit `moves` counts those."""
    return moves * 0.05 if moves > 50 else 0.0


def of_verifying(characters: int, logs: int) -> float:
    """Verifying a text of logs and showing it on a page."""
    return 5 + characters * 0.0002 + logs * 0.1


def of_export(logs: int) -> float:
    """Exporting this many logs."""
    return 2 + logs * 0.4


def of_tree(games: int) -> float:
    """Growing the tree of so many games."""
    return 5 + games * 0.2


def of_own_file(rows: int) -> float:
    """Writing out so many entries and results of one player."""
    return 5 + rows * 0.25


def of_standings(entries: int, rounds: int) -> float:
    """Writing out the standings of so many entries in so many rounds."""
    return 2 + entries * (0.02 + rounds * 0.01)


def of_badges(names: int) -> float:
    """Making badges for so many names, which may all look alike."""
    return names * 2.0


def of_picture() -> float:
    """Drawing the picture of a link."""
    return 40.0


def of_searching() -> float:
    """Looking for words in the names of contests, as many as one page looks through."""
    return 10.0
