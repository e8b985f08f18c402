"""How much a player may send to this process over sockets. No human sends that much."""

from typing import Final

from ..web.buckets import Rate, own_buckets

LONGEST_MESSAGE: Final = 1024
"""The greatest length of a message, in characters. A message with a move and its ply has about forty."""

MESSAGES: Final = Rate(a_second=200, at_once=400)
"""The rate of messages of one player, over all sockets of that player together."""

ON_A_GHOST: Final = 20
"""The number of messages that one message on a ghost counts as, since each stores the whole game again."""

MOST_DEBT_S: Final = 1.0
"""The longest wait for an answer, in seconds. A client that sends even though its wait is longer does not
read answers."""

SOCKETS: Final = 16
"""The greatest number of sockets that a player may have open at the same time."""


def debt_s(player_id: str, messages: int = 1) -> float:
    """Count messages of a player. Return the seconds by which the answer must wait; 0 within the
    allowance."""
    return own_buckets().owe(f"messages:{player_id}", MESSAGES, messages)
