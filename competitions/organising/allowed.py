"""In which states of a competition its organisers may do what; `changing` has the same for each setting."""

from collections.abc import Mapping
from typing import Final

UNTIL_FINAL: Final = frozenset({"draft", "scheduled", "running", "closed", "cancelled"})
UNTIL_CLOSED: Final = frozenset({"draft", "scheduled", "running"})
UNTIL_OPEN: Final = frozenset({"draft", "scheduled"})
DRAFTS: Final = frozenset({"draft"})
ALWAYS: Final = UNTIL_FINAL | {"final"}

ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    "publish": DRAFTS,
    "invite": UNTIL_CLOSED,
    "close": frozenset({"running"}),
    "cancel": UNTIL_FINAL - {"cancelled"},
    "certify": frozenset({"closed"}),
    "disqualify": UNTIL_FINAL - {"cancelled"},
    "reinstate": UNTIL_FINAL - {"cancelled"},
    "rename": ALWAYS,
    "copy": ALWAYS,
    "share": ALWAYS,
    "unshare": ALWAYS,
    "hand_over": ALWAYS,
}
"""The states in which each act changes something. In a state that is not here it is refused, unless it would
do again what has been done: then everything stays as it is."""
