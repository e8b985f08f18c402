"""Askers: the networks and organisers for whom solvers search. Askers take turns. Only a hash of an asker is
stored, and the hash is deleted when the search is over."""

from ..derived_keys import derived_keys


def askers(who: str, *, asks_for: str) -> list[str]:
    """Return hashes that stand for the asker `who`: one hash for each valid secret of this site, beginning
    with the current secret."""
    return [key.hex()[:32] for key in derived_keys(f"who asks for {asks_for}", who)]
