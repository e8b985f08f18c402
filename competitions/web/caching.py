"""How an answer may be kept: decided here, for the API and for the pages.

| an answer | may be kept | ETag |
| --- | --- | --- |
| that is the same for everybody: `by_all` | by everybody, for a while | in the API |
| to one viewer, with no secret and no card: `CHECKED` | by this viewer, who asks each time | yes |
| to one viewer, with a secret or a card, and polled; or a file: `HELD` | nowhere; its holder may ask | yes |
| to one viewer, any other; every page; and every refusal of the API: `NOWHERE` | nowhere | no |

An answer that names none has `NOWHERE`. A page has the server's time, at which its countdowns begin: a
browser that went back to a kept one would count from a time that is past. `tests/embargo/keeping.py` holds
every answer to this.
"""

from typing import Final, NamedTuple


class Keeping(NamedTuple):
    cache_control: str
    tagged: bool
    """Whether it has an ETag, so that it is not sent again to clients that have it."""


KEPT_S: Final = 300
"""For what changes seldom: with a new version of the service, or as slowly as the picture of a contest."""

NOWHERE: Final = Keeping("private, no-store", tagged=False)
HELD: Final = Keeping("private, no-store", tagged=True)
CHECKED: Final = Keeping("private, no-cache", tagged=True)


def by_all(seconds: int = KEPT_S) -> Keeping:
    return Keeping(f"public, max-age={seconds}", tagged=True)
