"""Why an organiser did something: players read it in the audit trail."""

from typing import Final

from ..players.names import clean

LONGEST_REASON: Final = 400


def clean_reason(reason: str) -> str:
    """A reason that has to be given; raises `invalid` for one that is missing or too long."""
    return clean(reason, field="reason", shortest=1, longest=LONGEST_REASON)


def clean_reason_if_any(reason: str) -> str:
    """A reason that may be left out: empty then; raises `invalid` for one that is too long."""
    return clean_reason(reason) if reason.strip() else ""
