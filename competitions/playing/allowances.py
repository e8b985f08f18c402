"""How much a player may send to this process over sockets: more than any human does, and not without end."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

A_SECOND: Final = 200.0
"""Messages that a player may go on sending, over all their sockets together."""

AT_ONCE: Final = 400.0
"""Messages that may come in one burst after a pause."""

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

    def delay(self, now: float) -> float:
        """0 if one more message is allowed, which is then counted; else the seconds until one is."""
        full_at = max(self.full_at, now) + 1 / A_SECOND
        if full_at - now > AT_ONCE / A_SECOND:
            return full_at - now - AT_ONCE / A_SECOND
        self.full_at = full_at
        return 0.0


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
