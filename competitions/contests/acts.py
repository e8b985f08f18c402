"""The states in which each act of an organiser is allowed, and how the reason for an act is cleaned.

`change` lists the states in which each setting may be changed.
"""

from collections.abc import Mapping
from typing import Final

from ..people.clean_text import clean

UNTIL_FINAL: Final = frozenset({"draft", "scheduled", "running", "closed", "cancelled"})
UNTIL_CLOSED: Final = frozenset({"draft", "scheduled", "running"})
UNTIL_OPEN: Final = frozenset({"draft", "scheduled"})
DRAFTS: Final = frozenset({"draft"})
ALWAYS: Final = UNTIL_FINAL | {"final"}

ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    "publish": DRAFTS,
    "invite": UNTIL_CLOSED,
    "badges": UNTIL_CLOSED,
    "close": frozenset({"running"}),
    "cancel": UNTIL_FINAL - {"cancelled"},
    "certify": frozenset({"closed"}),
    "disqualify": UNTIL_FINAL - {"cancelled"},
    "reinstate": UNTIL_FINAL - {"cancelled"},
    "grant": UNTIL_FINAL - {"draft", "cancelled"},
    "message": UNTIL_FINAL - {"draft", "cancelled"},
    "rename": ALWAYS,
    "copy": ALWAYS,
    "share": ALWAYS,
    "unshare": ALWAYS,
    "hand_over": ALWAYS,
}
"""The states of a competition in which each act is allowed. In any other state, an act is refused, with one
exception: some acts that are done already, such as closing a closed competition, change nothing."""

LONGEST_REASON: Final = 400


def clean_reason(reason: str) -> str:
    """Return the reason for an act, cleaned. Raises `invalid` for a reason that is missing or too long."""
    return clean(reason, field="reason", shortest=1, longest=LONGEST_REASON)


def clean_reason_if_any(reason: str) -> str:
    """Return the reason, cleaned; empty if none was given. Raises `invalid` for a reason that is too long."""
    return clean_reason(reason) if reason.strip() else ""
