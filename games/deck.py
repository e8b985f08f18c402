"""Makes the deck and the commitment of a seed. In one game, a seed always has the same deck."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from struct import unpack

from games.cards import PACK_54

SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")

#: Limits for random numbers. The index is the number of choices less one. Numbers below the limit give every
#: choice equally often. Numbers from the limit on would favour the first choices, so they are drawn again. A
#: single choice needs no number.
_FAIR = (0, *(2**32 - 2**32 % choices for choices in range(2, len(PACK_54) + 1)))


def is_seed(text: str) -> bool:
    """Whether `text` is a seed: 1 to 64 ASCII letters, digits, underscores and hyphens.

    >>> is_seed("pub"), is_seed("spring 2026"), is_seed("")
    (True, False, False)
    """
    return SEED.fullmatch(text) is not None


@lru_cache(maxsize=256)  # many players play the same deal
def deck(game_slug: str, pack: tuple[int, ...], seed: str) -> tuple[int, ...]:
    """Return the cards of `pack` in the order of the deal. Raises ValueError for an invalid seed.

    >>> from games.cards import PACK_32, name
    >>> [name(card) for card in deck("wish", PACK_32, "0")[:5]]
    ['JD', '8S', '8D', 'TS', '9C']
    """
    return shuffled(pack, _numbers(_digest("evendeal-deal-1", game_slug, seed)))


def shuffled(pack: Sequence[int], numbers: Iterator[int]) -> tuple[int, ...]:
    """Return the cards of `pack` shuffled by these numbers below 2**32.

    If the numbers are uniform, every order is equally likely: numbers that would favour the first choices
    are skipped.
    """
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        number = next(numbers)
        while number >= _FAIR[last]:
            number = next(numbers)
        chosen = number % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def commitment(game_slug: str, seed: str) -> str:
    """Return the commitment to a seed, 64 hex digits. If it is published before an event, it proves later
    that the seed had been chosen by then.

    >>> commitment("wish", "0")
    'df312d6ff2c17939311197095aca37f6e352a1ed93d62fc180c380cc81b08371'
    """
    return _digest("evendeal-commit-1", game_slug, seed).hex()


def _digest(purpose: str, game_slug: str, seed: str) -> bytes:
    if not is_seed(seed):
        raise ValueError("a seed is 1 to 64 ASCII letters, digits, underscores and hyphens")
    return sha256(f"{purpose}\n{game_slug}\n{seed}".encode()).digest()


def _numbers(key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers, eight from each block. A block is the hash of the key and the number of the
    block."""
    for block in count():
        yield from unpack(">8I", sha256(key + block.to_bytes(4, "big")).digest())
