"""How often somebody may try an e-mail address, with a password or for a code, known or not.

A browser that knows the player counts for itself. All others count by their network, and together in a slower
bound: whoever guesses uses up what strangers have, and nothing of what the player's own browsers have.
"""

import hashlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from competitions.web.buckets import OutOfReach, Rate, Taken, buckets, own_buckets
from competitions.web.limits import address_of

from .known_players import browser_that_knows


class Tries(NamedTuple):
    """What is counted, and its rates."""

    name: str
    of_one: Rate
    """Of one network, or of one browser that knows the player."""
    of_strangers: Rate
    """Of all networks together."""


class Bucket(NamedTuple):
    key: str
    rate: Rate

    def take(self, tries: int) -> Taken:
        """Take so many out, or put back if it is below 0: in this process, where the common ones are away."""
        try:
            return buckets().take(*self, tries)
        except OutOfReach:
            return own_buckets().take(*self, tries)


PASSWORDS: Final = Tries("password", Rate(5 / 300, 5), Rate(240 / 3600, 240))
"""Wrong passwords: those that are right are put back."""

MAILS: Final = Tries("mail", Rate(5 / 600, 5), Rate(120 / 3600, 120))
"""Mails to whoever has forgotten a password."""


def count_try(tries: Tries, request: HttpRequest, email: str) -> bool:
    """Count one more; False if it is one too many."""
    return not any(bucket.take(1).wait for bucket in _counted(tries, request, email))


def put_back(tries: Tries, request: HttpRequest, email: str) -> None:
    for bucket in _counted(tries, request, email):
        bucket.take(-1)


def _counted(tries: Tries, request: HttpRequest, email: str) -> Iterator[Bucket]:
    email = email.lower()
    if browser := _browser_that_knows(request, email):
        yield _bucket(tries, email, f"browser {browser}", tries.of_one)
    else:
        yield _bucket(tries, email, f"network {address_of(request)}", tries.of_one)
        yield _bucket(tries, email, "strangers", tries.of_strangers)


def _browser_that_knows(request: HttpRequest, email: str) -> str | None:
    owner = EmailAddress.objects.filter(email=email, verified=True).values_list("user", flat=True).first()
    return None if owner is None else browser_that_knows(request, owner)


def _bucket(tries: Tries, email: str, of: str, rate: Rate) -> Bucket:
    """The key tells no address."""
    return Bucket(
        f"{tries.name}:{hashlib.sha256(f'{email} {of}'.encode(errors='replace')).hexdigest()}", rate
    )
