"""Boards, which are messages with standings, that one process renders for all processes of the site.

All processes with watchers hear of new standings at the same moment. The first process leases the board in
Redis, renders the board, and stores the text. The others wait a moment for the text. Without Redis, and after
any failure, each process renders the board itself, which does no harm but takes longer.
"""

import functools
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings

from ..derived_keys import derived_key
from ..outages import Rest

PATIENCE_S: Final = 0.25
"""How many seconds a process waits for the text of a board that another process renders. After that, the
waiting process renders the board itself. The wait is short because watchers are promised new standings within
a second."""

LOOK_S: Final = 0.005
"""The seconds after which a waiting process looks for the text again."""

KEPT_MS: Final = 5_000
"""How many milliseconds Redis keeps the text of a board, and the lease of a process that died."""

REDIS_TIMEOUT_S: Final = 0.25

Render = Callable[[], str]


class OwnRenderings:
    """Renders the boards of a site with one process."""

    def text(self, basis: object, render: Render) -> str:
        return render()


class SharedRenderings:
    """Renders the boards of a site with several processes. One process renders each board, and the others
    take its text from Redis."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S) -> None:
        import redis  # imported here, so that a site without Redis starts sooner

        self._error = redis.RedisError
        self._redis = redis.Redis.from_url(
            url,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
            decode_responses=True,
        )
        self._patience_s = patience_s
        self._rest = Rest()

    def text(self, basis: object, render: Render) -> str:
        """The text of the board, which depends only on `basis`. The text comes from another process or from
        `render`. If `render` raises, another process may render at once."""
        key = f"board:{derived_key('board', repr(basis)).hex()}"
        if (known := self._from_others(key)) is not None:
            return known
        try:
            text = render()
        except Exception:
            # If this process's lease has run out, this may delete the lease of another process. Then two
            # processes render, which does no harm.
            self._ask(lambda: self._redis.delete(_lease_of(key)))
            raise
        self._ask(lambda: self._redis.set(key, text, px=KEPT_MS))
        return text

    def _from_others(self, key: str) -> str | None:
        """The text that another process has stored, or stores within `patience_s`. None if this process has
        to render the board."""
        until = time.monotonic() + self._patience_s
        while (known := self._ask(lambda: self._redis.get(key))) is None and not self._leases(key):
            if not self._rest.is_well or time.monotonic() >= until:
                return None
            time.sleep(LOOK_S)
        return known

    def _leases(self, key: str) -> bool:
        """Lease the board for this process, unless another process has leased it. Return whether this process
        has the lease now."""
        return bool(self._ask(lambda: self._redis.set(_lease_of(key), "1", nx=True, px=KEPT_MS)))

    def _ask(self, ask: Callable[[], object]) -> str | None:
        """The answer of Redis as text. None if the answer is empty, or if Redis does not answer."""
        if not self._rest.may_ask():
            return None
        try:
            answer = ask()
        except self._error:
            self._rest.failed()
            return None
        self._rest.answered()
        return str(answer) if answer else None


def _lease_of(key: str) -> str:
    return f"{key}:lease"


@functools.cache
def renderings() -> OwnRenderings | SharedRenderings:
    return SharedRenderings(settings.REDIS_URL) if settings.REDIS_URL else OwnRenderings()
