"""Leases, which say whether a request is still at work. Its process renews the lease until the work is done.

A killed process renews nothing, so a repeat waits only for the rest of a lease.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from ..jobs.watches import Lookout, watch
from ..models import KeptAnswer

LEASE: Final = timedelta(seconds=6)

RENEW_EVERY_S: Final = 1.0


def is_leased(kept: KeptAnswer, now: datetime) -> bool:
    """Whether the lease of a row says that the row's request is at work.

    A lease that ends too far in the future was given before the clock was set back, and does not count.
    """
    return kept.leased_until is not None and now < kept.leased_until < now + 2 * LEASE


class Leases:
    """The leases of this process."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._held_before: set[int] = set()

    @contextmanager
    def held(self, kept: KeptAnswer | None) -> Iterator[None]:
        """Hold the lease of `kept`, if it is not None, until the work is done."""
        if kept is None:
            yield
            return
        self._held.add(kept.pk)
        try:
            yield
        finally:
            self._held.discard(kept.pk)

    def renew(self, now: datetime) -> None:
        """Renew the leases that were also held at the previous call. Nearly all work ends before it needs a
        renewal."""
        held = set(self._held)
        long = held & self._held_before
        self._held_before = held
        if long:
            KeptAnswer.objects.filter(pk__in=long, status=None).update(leased_until=now + LEASE)

    def keep_renewing(self) -> Lookout:
        """Renew the leases of this process from now on, as long as it lives."""
        return watch("leases of requests", RENEW_EVERY_S, lambda: self.renew(timezone.now()))


leases = Leases()
