"""How answers of the API and of the pages may be cached.

| the answer | may be cached | ETag |
| --- | --- | --- |
| the same for everybody: `by_all` | by everybody, for a while | in the API |
| the same for every viewer, at an address with a version: `A_SECOND` | by everybody, for a second | yes |
| for one viewer, without a secret or a card: `CHECKED` | by this viewer, who revalidates each time | yes |
| for one viewer: a file; polled JSON with a secret or card: `HELD` | by no cache; clients revalidate | yes |
| any other answer for one viewer; every page; every refusal of the API: `NOWHERE` | by no cache | no |

`NOWHERE` is the default. No page is cached, because its countdowns run from the server's time in the page.
`tests/embargo/walk` checks every answer against this table.
"""

from typing import Final, NamedTuple


class Keeping(NamedTuple):
    cache_control: str
    tagged: bool
    """Whether the answer has an ETag, so that a client that already has the answer does not get it again."""


KEPT_S: Final = 300
"""How many seconds an answer that is the same for everybody may be cached, unless `by_all` gets another
number. Nearly all of these answers change only with a new release."""

NOWHERE: Final = Keeping("private, no-store", tagged=False)
HELD: Final = Keeping("private, no-store", tagged=True)
CHECKED: Final = Keeping("private, no-cache", tagged=True)


A_SECOND: Final = Keeping("public, max-age=1", tagged=True)
"""For an answer that every cache may keep for a second. A cache asks the service once a second for an
address, however many clients ask the cache. Until a cache has its first answer, it may pass on every request.
The address must name a version of the standings, and the answer must have this version or a newer one. So a
client that hears of a version never gets an older version."""


def by_all(seconds: int = KEPT_S) -> Keeping:
    return Keeping(f"public, max-age={seconds}", tagged=True)
