"""How much a player may send to this process over sockets: more than any human does."""

from typing import Final

from ..web.buckets import Rate, own_buckets

LONGEST_MESSAGE: Final = 1024
"""In characters; a message with a move and its ply has about forty."""

MESSAGES: Final = Rate(a_second=200, at_once=400)
"""Of a player, over all their sockets together."""

ON_A_GHOST: Final = 20
"""How many messages a message on a ghost counts as: each stores its whole game again."""

MOST_DEBT_S: Final = 1.0
"""A client that sends although the wait is longer than this, in seconds, does not read answers."""

SOCKETS: Final = 16
"""How many sockets a player may have open at the same time."""


def debt_s(player_id: str, messages: int = 1) -> float:
    """Count messages of a player; return the seconds by which the answer must wait, 0 within the
    allowance."""
    return own_buckets().owe(f"messages:{player_id}", MESSAGES, messages)
