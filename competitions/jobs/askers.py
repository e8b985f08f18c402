"""Who asks for what is worked off in turns: a network, or an organiser for whom the site asks. Of
either a hash is kept until the work is done."""

from ..derived_keys import derived_keys


def askers(who: str, *, asks_for: str) -> list[str]:
    """What is kept of who asks, by each secret of this site that is still good: by today's first."""
    return [key.hex()[:32] for key in derived_keys(f"who asks for {asks_for}", who)]
