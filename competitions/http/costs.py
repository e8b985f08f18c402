"""What expensive requests cost, in milliseconds of a processor, told before the work is done.

Measured on a machine of 2026 and rounded up; what matters is how they compare.
"""

from typing import Final

from games import GAMES

MOST_MOVES: Final = max(game.move_limit for game in GAMES.values())
"""No game has more: of a log that is too long no move is played."""


def of_replay(moves: int, *, steps: bool) -> float:
    """A log replayed, with a step for each move or without."""
    return 2 + min(moves, MOST_MOVES) * (0.025 if steps else 0.002)


def of_log(moves: int) -> float:
    """A log replayed and stored. A usual one is free: `logs` limits how often they come."""
    return min(moves, MOST_MOVES) * 0.004 if moves > 500 else 0.0


def of_moves(moves: int) -> float:
    """Moves stored in one request. A handful is free: `moves` limits how often they come."""
    return moves * 0.05 if moves > 50 else 0.0


def of_verifying(characters: int, logs: int) -> float:
    """A text of logs verified and shown on a page."""
    return 5 + characters * 0.0002 + logs * 0.1


def of_export(logs: int) -> float:
    """Logs written out one after the other."""
    return 2 + logs * 0.4


def of_rows_before(offset: int) -> float:
    """A page of a list that begins so far down: what is skipped is read too. The first pages are free."""
    return offset * 0.001 if offset >= 1000 else 0.0
