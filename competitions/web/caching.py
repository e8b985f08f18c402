"""How answers of the API and of the pages may be cached.

| the answer | may be cached | ETag |
| --- | --- | --- |
| the same for everybody: `by_all` | by everybody, for a while | in the API |
| to one viewer, without secret or card: `CHECKED` | by this viewer, who revalidates each time | yes |
| to one viewer, with a secret or a card, and polled; or a file: `HELD` | nowhere, but revalidated | yes |
| any other to one viewer; every page; every refusal of the API: `NOWHERE` | nowhere | no |

`NOWHERE` is the default. A page tells the server's time, from which its countdowns run: in a cached page they
would run from a past time. `tests/embargo/keeping.py` holds every answer to this table.
"""

from typing import Final, NamedTuple


class Keeping(NamedTuple):
    cache_control: str
    tagged: bool
    """Whether the answer has an ETag, so that clients that have the answer do not get it again."""


KEPT_S: Final = 300
"""The seconds for which answers may be cached that seldom change. They change with a new release, or as
slowly as the picture of a contest."""

NOWHERE: Final = Keeping("private, no-store", tagged=False)
HELD: Final = Keeping("private, no-store", tagged=True)
CHECKED: Final = Keeping("private, no-cache", tagged=True)


def by_all(seconds: int = KEPT_S) -> Keeping:
    return Keeping(f"public, max-age={seconds}", tagged=True)
