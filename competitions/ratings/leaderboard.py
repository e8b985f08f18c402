"""The leaderboard of a game: by rating, who is not provisional there, was rated lately and hides no profile.

Equals share a rank. The place at which a page begins says how many come before it and which rank it goes on
from: so a page deep in the list costs no more than the first.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Self

from django.db.models import Q, QuerySet

from ..models import Leaderboard, Player, Profile, Rating
from ..models.ids import ALPHABET, LENGTH
from ..models.ratings import PROVISIONAL_BELOW

LATELY: Final = timedelta(days=90)

_WRITTEN: Final = re.compile(
    rf"(-?[0-9]{{1,4}})-([{ALPHABET}]{{{LENGTH}}})-([0-9]{{1,9}})-([0-9]{{1,9}})", re.ASCII
)


class LeaderPlace(NamedTuple):
    """Where a row stands in the leaderboard, as it was read."""

    rating: int
    player: str
    number: int
    """The place of the row in the list, from 1 on."""
    rank: int

    def __str__(self) -> str:
        return f"{self.rating}-{self.player}-{self.number}-{self.rank}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The place that a text stands for; raises ValueError if it stands for none."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise ValueError(text)
        rating, player, number, rank = written.groups()
        return cls(int(rating), player, int(number), int(rank))


class RankedRating(NamedTuple):
    """A row of the leaderboard."""

    rank: int
    number: int
    of: Rating

    @property
    def place(self) -> LeaderPlace:
        return LeaderPlace(self.of.rating, self.of.player_id, self.number, self.rank)


class Leaders(NamedTuple):
    """Some rows of the leaderboard that follow each other."""

    rows: list[RankedRating]
    more: bool
    """Whether there are others further on in the direction in which it was read."""


def leaders_after(game_slug: str, place: LeaderPlace | None, most: int, now: datetime) -> Leaders:
    """The first rows, or those after a place."""
    rows = in_leaderboard(game_slug, now)
    if place is not None:
        further = Q(rating__lt=place.rating) | Q(player__gt=place.player)
        rows = rows.filter(further, rating__lte=place.rating)  # in these words an index begins there
    found = list(rows.order_by("-rating", "player")[: most + 1])
    return Leaders(list(_numbered(found[:most], place)), len(found) > most)


def leaders_before(game_slug: str, place: LeaderPlace, most: int, now: datetime) -> Leaders:
    """The rows just before a place, the best of them first."""
    rows = in_leaderboard(game_slug, now)
    nearer = Q(rating__gt=place.rating) | Q(player__lt=place.player)
    before = rows.filter(nearer, rating__gte=place.rating)
    found = list(before.order_by("rating", "-player")[: most + 1])
    shown, more = found[:most][::-1], len(found) > most
    if not more:
        return Leaders(list(_numbered(shown, None)), more)
    first = shown[0]
    number = max(1, place.number - len(shown))
    equals = rows.filter(_equals(first.rating, player__lt=first.player_id)).count()
    above = LeaderPlace(first.rating, "", number - 1, max(1, number - equals))
    return Leaders(list(_numbered(shown, above)), more)


def leader_of(player: Player, game_slug: str, now: datetime) -> RankedRating | None:
    """The player's own row; None if they are not in the leaderboard. It counts those who are before them."""
    rows = in_leaderboard(game_slug, now)
    own = rows.filter(player=player).first()
    if own is None:
        return None
    above = rows.filter(rating__gt=own.rating).count()
    equals = rows.filter(_equals(own.rating, player__lt=player.pk)).count()
    return RankedRating(above + 1, above + equals + 1, own)


def leaderboard_version(game_slug: str) -> int:
    """Another number whenever a rating at the game has changed."""
    return Leaderboard.objects.filter(pk=game_slug).values_list("version", flat=True).first() or 0


def in_leaderboard(game_slug: str, now: datetime) -> QuerySet[Rating]:
    """The ratings in the leaderboard of a game, with their players."""
    return Rating.objects.filter(
        game_slug=game_slug,
        rounds__gte=PROVISIONAL_BELOW,
        rated_at__gt=now - LATELY,
        player__profile=Profile.PUBLIC,
    ).select_related("player")


def _equals(rating: int, **beside: str) -> Q:
    return Q(rating=rating, **beside)


def _numbered(rows: Iterable[Rating], after: LeaderPlace | None) -> Iterator[RankedRating]:
    number, rating, rank = (0, None, 0) if after is None else (after.number, after.rating, after.rank)
    for row in rows:
        number += 1
        if row.rating != rating:
            rating, rank = row.rating, number
        yield RankedRating(rank, number, row)
