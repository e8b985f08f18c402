"""How much a player may send to this process over sockets. No human sends that much."""

from typing import Final

from ..web.buckets import Rate, own_buckets

LONGEST_MESSAGE: Final = 1024
"""The greatest length of a message, in characters. A message with a move and its ply has about forty."""

MESSAGES: Final = Rate(a_second=200, at_once=400)
"""How many messages a player may send, over all their sockets together."""

ON_A_GHOST: Final = 20
"""A message about a ghost counts as this many messages, because each such message stores the whole game
again."""

MOST_DEBT_S: Final = 1.0
"""The longest wait, in seconds, that an answer asks of a client. If a client sends so fast that it would have
to wait longer, its socket is closed, since such a client ignores the answers."""

SOCKETS: Final = 16
"""How many sockets for playing a player may have open at once in this process."""


def debt_s(player_id: str, messages: int = 1) -> float:
    """Count messages of a player. Return the seconds that the player must wait before the next message; 0
    within the allowance."""
    return own_buckets().owe(f"messages:{player_id}", MESSAGES, messages)
