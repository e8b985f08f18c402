"""Limits on how often anybody may try a password for an e-mail address, or ask for a code for it, whether the
address is known or not.

A browser that knows the player has a limit of its own. All other browsers share one limit for each network,
and another limit for all networks together. So strangers who guess cannot use up the tries of the player's
own browsers.
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
    """A kind of tries, such as of passwords, that is counted by itself, and the limits on it."""

    name: str
    of_one: Rate
    """The limit for one e-mail address in one network or, if the browser knows the player, in one browser."""
    of_strangers: Rate
    """The limit for one e-mail address, shared by all browsers that do not know the player."""


class Bucket(NamedTuple):
    key: str
    rate: Rate

    def take(self, tries: int) -> Taken:
        """Take `tries` out of the bucket; a negative number puts tries back. If the buckets that all
        processes share cannot be reached, this process uses buckets of its own."""
        try:
            return buckets().take(*self, tries)
        except OutOfReach:
            return own_buckets().take(*self, tries)


PASSWORDS: Final = Tries("password", Rate(5 / 300, 5), Rate(240 / 3600, 240))
"""The limits on wrong passwords: 5 in five minutes for `of_one`, 240 in an hour for `of_strangers`. A right
password puts its try back."""

MAILS: Final = Tries("mail", Rate(5 / 600, 5), Rate(120 / 3600, 120))
"""The limits on mails for forgotten passwords: 5 in ten minutes for `of_one`, 120 in an hour for
`of_strangers`."""


def count_try(tries: Tries, request: HttpRequest, email: str) -> bool:
    """Count one try; False if it exceeds a limit."""
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
    """The bucket that counts tries with an e-mail address. `of` says whose tries: those of a browser, of a
    network or of all strangers. The bucket's key does not reveal the address."""
    return Bucket(
        f"{tries.name}:{hashlib.sha256(f'{email} {of}'.encode(errors='replace')).hexdigest()}", rate
    )
