"""How much a player may send to this process over sockets: more than any human does, and not without end."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

A_SECOND: Final = 200.0
"""Messages that a player may go on sending, over all their sockets together."""

AT_ONCE: Final = 400.0
"""Messages that may come in one burst after a pause."""

MOST_DEBT_S: Final = 1.0
"""Who is told to wait and goes on until it would be longer than this, in seconds, reads no answers."""

SOCKETS: Final = 16
"""Attempts that a player may have open at the same time, on as many devices."""

REMEMBERED: Final = 10_000
"""Players whose allowance is remembered; one forgotten has a full one again."""


@dataclass(slots=True)
class Allowance:
    """What a player may still send: it fills as time goes by. Times are seconds of a steady clock."""

    full_at: float = 0.0
    """When it will be full, or has been."""
    sockets: int = 0

    def debt(self, now: float) -> float:
        """Count one more message; 0 if it is allowed, else the seconds until the account is even."""
        self.full_at = max(self.full_at, now) + 1 / A_SECOND
        return max(0.0, self.full_at - now - AT_ONCE / A_SECOND)


class Allowances:
    """The allowances of the players seen last."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, player_id: str) -> Allowance:
        allowance = self.known.setdefault(player_id, Allowance())
        self.known.move_to_end(player_id)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return allowance


allowances = Allowances()
