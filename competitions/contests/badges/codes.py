"""The codes of badges: each follows from its badge and the site's secret, and only a hash of it is kept.

So the sheet with the codes can be printed again, and the database alone, or a copy of it, lets nobody in.
"""

import hashlib
import re
from typing import Final

from ...derived_keys import derived_keys
from ...models import Badge
from ...models.ids import ALPHABET

LENGTH: Final = 15
"""Fifteen characters out of 31 are 74 bits: more than anybody guesses."""

PURPOSE: Final = "badge"


def code_of(badge: Badge) -> str | None:
    """The code that is good now; None if it was used up, or made with a secret that the site has no more."""
    if badge.used_at is not None:
        return None
    return next((code for code in _codes(badge) if digest_of(code) == badge.digest), None)


def give_code(badge: Badge) -> None:
    """Give the badge a code that it has not had; nothing is written yet. An older one is void then."""
    if badge.digest:
        badge.renewals += 1
    badge.digest = digest_of(_codes(badge)[0])
    badge.used_at = None


def digest_of(code: str) -> str:
    """What is kept of a code, however it is typed: in groups, with capitals."""
    typed = re.sub(r"[^0-9a-z]", "", code.lower())
    return hashlib.sha256(typed.encode()).hexdigest()


def _codes(badge: Badge) -> list[str]:
    """What its code is by every secret that is still good: by today's first."""
    return [_spelt(key) for key in derived_keys(PURPOSE, f"{badge.pk} {badge.renewals}")]


def _spelt(key: bytes) -> str:
    number, letters = int.from_bytes(key), []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
