"""Those who ask for work that is done in turns: networks, and organisers for whom the site asks. Of each a
hash is kept until the work is done."""

from ..derived_keys import derived_keys


def askers(who: str, *, asks_for: str) -> list[str]:
    """What is kept of one of them, by each secret of this site that is still good: by today's first."""
    return [key.hex()[:32] for key in derived_keys(f"who asks for {asks_for}", who)]
