"""The leaderboard of a game. It lists players with a public profile whose rating is recent and not
provisional.

Players with equal ratings share a rank. A page begins after a `LeaderPlace`, which has the number and the
rank of the row before the page. So a late page costs no more than the first.
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
"""How long a rating is recent after the player's last rated round."""

_PATTERN: Final = re.compile(
    rf"(-?[0-9]{{1,4}})-([{ALPHABET}]{{{LENGTH}}})-([0-9]{{1,9}})-([0-9]{{1,9}})", re.ASCII
)


class LeaderPlace(NamedTuple):
    """A row's place in the leaderboard when the row was read. As text, it is the cursor of a page."""

    rating: int
    player: str
    number: int
    """The number of the row, counted from 1."""
    rank: int

    def __str__(self) -> str:
        return f"{self.rating}-{self.player}-{self.number}-{self.rank}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a place from its text. Raises ValueError for any other text."""
        matched = _PATTERN.fullmatch(text)
        if matched is None:
            raise ValueError(text)
        rating, player, number, rank = matched.groups()
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
    """Consecutive rows of the leaderboard."""

    rows: list[RankedRating]
    more: bool
    """Whether more rows follow in the direction of reading."""


def leaders_after(game_slug: str, place: LeaderPlace | None, most: int, now: datetime) -> Leaders:
    """At most `most` rows after a place. If the place is None, the first rows."""
    rows = in_leaderboard(game_slug, now)
    if place is not None:
        further = Q(rating__lt=place.rating) | Q(player__gt=place.player)
        rows = rows.filter(further, rating__lte=place.rating)  # in this form, the query uses an index
    found = list(rows.order_by("-rating", "player")[: most + 1])
    return Leaders(list(_numbered(found[:most], place)), len(found) > most)


def leaders_before(game_slug: str, place: LeaderPlace, most: int, now: datetime) -> Leaders:
    """At most `most` rows just before a place, the best first."""
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
    """The player's row; None if the player is not in the leaderboard. The queries count all
    rows above the player's row."""
    rows = in_leaderboard(game_slug, now)
    own = rows.filter(player=player).first()
    if own is None:
        return None
    above = rows.filter(rating__gt=own.rating).count()
    equals = rows.filter(_equals(own.rating, player__lt=player.pk)).count()
    return RankedRating(above + 1, above + equals + 1, own)


def leaderboard_version(game_slug: str) -> int:
    """A number that changes whenever a rating at the game changes."""
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
