"""Cursors: encrypted places in a list of events. A client sends a cursor back to continue the list.

A place reveals how many events are hidden from the viewer, so it is encrypted. A cursor is valid only for one
competition, one viewer and one set of token scopes, because in another list it would mean another place.
"""

import base64
import binascii
import struct
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from ...derived_keys import derived_keys
from ...embargo.visibility import Viewpoint
from .strands import EventPlace

FORM: Final = struct.Struct(">QQQ")


def cursor_of(place: EventPlace, seen: Viewpoint) -> str:
    """Return the cursor of a place in the viewer's list. A place always has the same cursor."""
    return _in_text(_ciphers()[0].encrypt(FORM.pack(*place), _bound_to(seen)))


def place_at(cursor: str, seen: Viewpoint) -> EventPlace:
    """Return the place of a cursor that was made for this viewer; raises ValueError for any other text."""
    try:
        sealed = base64.urlsafe_b64decode(cursor.encode("ascii") + b"==")
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError("no cursor") from None
    for cipher in _ciphers() if _in_text(sealed) == cursor else []:
        try:
            return EventPlace(*FORM.unpack(cipher.decrypt(sealed, _bound_to(seen))))
        except InvalidTag:  # The cursor may have been made with an older secret.
            continue
    raise ValueError("no cursor of this list")


def _ciphers() -> list[AESSIV]:
    """Return the ciphers of all valid secrets, that of the current secret first. They use no nonce, so a
    place always has the same cursor."""
    return [AESSIV(key) for key in derived_keys("evendeal.events.cursor", "key", algorithm="sha512")]


def _in_text(sealed: bytes) -> str:
    return base64.urlsafe_b64encode(sealed).decode().rstrip("=")


def _bound_to(seen: Viewpoint) -> list[bytes]:
    viewer = "" if seen.viewer is None else " ".join((seen.viewer.pk, *sorted(seen.viewer.scopes)))
    return [seen.competition.pk.encode(), viewer.encode()]
