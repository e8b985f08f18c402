"""Askers: those who request work for solvers, which is done for one after the other. An asker is a network,
or an organiser on whose behalf the site asks. Only a hash of an asker is stored, until the work is done."""

from ..derived_keys import derived_keys


def askers(who: str, *, asks_for: str) -> list[str]:
    """Return hashes that stand for the asker `who`: one hash for each valid secret of this site, beginning
    with the current secret."""
    return [key.hex()[:32] for key in derived_keys(f"who asks for {asks_for}", who)]
