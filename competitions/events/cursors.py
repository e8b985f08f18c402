"""Places in lists of events as texts, for clients to send back. They are encrypted.

A place says how many events there are in truth, and so how many the viewer does not know
yet. A cursor is good for one viewer with the same rights of their token, and for one
competition: for others the same place is somewhere else in the list.
"""

import base64
import binascii
import struct
from functools import cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.utils.crypto import salted_hmac

from ..embargo.visibility import Viewpoint
from .strands import EventPlace

FORM: Final = struct.Struct(">QQQ")


def cursor_of(place: EventPlace, seen: Viewpoint) -> str:
    """The cursor of a place in the viewer's list: always the same for the same place."""
    sealed = _cipher().encrypt(FORM.pack(*place), _bound_to(seen))
    return base64.urlsafe_b64encode(sealed).decode().rstrip("=")


def place_at(cursor: str, seen: Viewpoint) -> EventPlace:
    """The place of a cursor that was made for this viewer; raises ValueError for any other text."""
    try:
        sealed = base64.urlsafe_b64decode(cursor.encode("ascii") + b"==")
        place = EventPlace(*FORM.unpack(_cipher().decrypt(sealed, _bound_to(seen))))
    except (InvalidTag, binascii.Error, struct.error, UnicodeEncodeError):
        place = None
    if place is None or cursor_of(place, seen) != cursor:
        raise ValueError("no cursor of this list")
    return place


@cache
def _cipher() -> AESSIV:
    """Of a nonce there is no need: that equal places have equal cursors is what is wanted."""
    return AESSIV(salted_hmac("evendeal.events.cursor", "key", algorithm="sha512").digest())


def _bound_to(seen: Viewpoint) -> list[bytes]:
    viewer = "" if seen.viewer is None else " ".join((seen.viewer.pk, *sorted(seen.viewer.scopes)))
    return [seen.competition.pk.encode(), viewer.encode()]
