"""How much a player may send to this process over sockets: more than any human does, but not any amount."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

LONGEST_MESSAGE: Final = 1024
"""In characters; a message with a move and its ply has about forty."""

A_SECOND: Final = 200.0
"""How many messages a second a player may go on sending, over all their sockets together."""

AT_ONCE: Final = 400.0
"""How many messages may come in one burst after a pause."""

ON_A_GHOST: Final = 20
"""As how many messages one on a ghost counts: ten a second, since each stores its whole game again."""

MOST_DEBT_S: Final = 1.0
"""A player who sends on until the wait is longer than this, in seconds, does not read the answers."""

SOCKETS: Final = 16
"""How many sockets a player may have open at the same time."""

REMEMBERED: Final = 10_000
"""How many players' allowances are remembered; a player who is forgotten has a full one again."""


@dataclass(slots=True)
class Allowance:
    """What a player may still send: it fills as time goes by. Times are seconds of a steady clock."""

    full_at: float = 0.0
    """When it will be full, or when it became full."""
    sockets: int = 0

    def debt(self, now: float, messages: int = 1) -> float:
        """Count one more message, or one that counts as several, and give the seconds that its answer must
        wait; 0 within the allowance."""
        self.full_at = max(self.full_at, now) + messages / A_SECOND
        return max(0.0, self.full_at - now - AT_ONCE / A_SECOND)


class Allowances:
    """The allowances of the players who sent something last."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, player_id: str) -> Allowance:
        allowance = self.known.setdefault(player_id, Allowance())
        self.known.move_to_end(player_id)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return allowance


allowances = Allowances()
