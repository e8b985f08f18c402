"""The codes of badges. A code is derived from its badge and the site's secret. Only a hash of the code is
stored.

So an organiser can print a code again, but nobody who steals a copy of the database can join with it.
"""

import hashlib
import re
from typing import Final

from ...derived_keys import derived_keys
from ...models import Badge
from ...models.ids import ALPHABET

LENGTH: Final = 15
"""The length of a code. Fifteen characters from an alphabet of 31 make 74 bits, too many to guess."""

PURPOSE: Final = "badge"


def code_of(badge: Badge) -> str | None:
    """The valid code of a badge; None if the code was used, or was made with a secret that the site no longer
    has."""
    if badge.used_at is not None:
        return None
    return next((code for code in _codes(badge) if digest_of(code) == badge.digest), None)


def give_code(badge: Badge) -> None:
    """Set a new code for the badge, which voids the old code. The caller must save the badge."""
    if badge.digest:
        badge.renewals += 1
    badge.digest = digest_of(_codes(badge)[0])
    badge.used_at = None


def digest_of(code: str) -> str:
    """The stored hash of a code. Spaces and capitals in the typed code make no difference."""
    typed = re.sub(r"[^0-9a-z]", "", code.lower())
    return hashlib.sha256(typed.encode()).hexdigest()


def _codes(badge: Badge) -> list[str]:
    """The codes of the badge, one for each valid secret. The code made with `SECRET_KEY` comes first."""
    return [_spell(key) for key in derived_keys(PURPOSE, f"{badge.pk} {badge.renewals}")]


def _spell(key: bytes) -> str:
    number, letters = int.from_bytes(key), []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
