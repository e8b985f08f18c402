"""Who may watch competitions. This is checked when a viewer begins to watch, and regularly after that."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from django.db.models import QuerySet

from ..models import Competition, CoOrganiser, Entry, Player
from ..models.stretches import stretches
from .visibility import is_known, shows_standings, speaks_for_entrant, speaks_for_organiser


class Viewing(NamedTuple):
    """A competition and a viewer who watches it. For a stranger, `player_id` is None. For a player, `scopes`
    are the scopes of the token, or all scopes for a session."""

    competition_id: str
    player_id: str | None = None
    scopes: tuple[str, ...] = ()

    @classmethod
    def of(cls, competition_id: str, viewer: Player | None) -> "Viewing":
        return cls(competition_id) if viewer is None else cls(competition_id, viewer.pk, tuple(viewer.scopes))


NOT_FOUND: Final = "not_found"
NOT_ENTERED: Final = "not_entered"

Pairs = set[tuple[str, str | None]]
"""Pairs of the id of a competition and the id of a player. None in place of a player stands for no player, as
in competitions that the site made."""


def refused_viewings(viewings: Collection[Viewing]) -> dict[Viewing, str]:
    """The viewings that must be refused, each with the reason. The reason is `not_found` if the viewer may
    not know of the competition, otherwise `not_entered`.

    This takes one query for all, and two more if there are competitions that not everyone with the link may
    watch.
    """
    competitions = _competitions(viewings)
    refused = {viewing: NOT_FOUND for viewing in viewings if viewing.competition_id not in competitions}
    doubtful = [
        viewing
        for viewing in viewings
        if viewing not in refused
        and not shows_standings(competitions[viewing.competition_id], organises=False, is_in=False)
    ]
    organising = _pairs(CoOrganiser.objects.all(), doubtful)
    organising.update((pk, competition.organiser_id) for pk, competition in competitions.items())
    entered = _pairs(Entry.objects.all(), doubtful)
    awaited = {(pk, each.against_id) for pk, each in competitions.items() if each.against_id is not None}
    for viewing in doubtful:
        competition, pair = competitions[viewing.competition_id], (viewing.competition_id, viewing.player_id)
        organises = pair in organising and speaks_for_organiser(viewing.scopes)
        is_in = pair in entered | awaited and speaks_for_entrant(viewing.scopes)
        if not is_known(competition, organises=organises):
            refused[viewing] = NOT_FOUND
        elif not shows_standings(competition, organises=organises, is_in=is_in):
            refused[viewing] = NOT_ENTERED
    return refused


def _competitions(viewings: Collection[Viewing]) -> Mapping[str, Competition]:
    """Those of the watched competitions that exist, keyed by id. They are read with the columns that decide
    who may watch."""
    rows = Competition.objects.only("access", "published_at", "organiser_id", "against_id")
    ids = {viewing.competition_id for viewing in viewings}
    return {each.pk: each for some in stretches(ids) for each in rows.filter(pk__in=some)}


def _pairs(rows: QuerySet[Entry] | QuerySet[CoOrganiser], viewings: Collection[Viewing]) -> Pairs:
    """The competition and the player of each row, if both of them occur in `viewings`."""
    ids = {viewing.competition_id for viewing in viewings if viewing.player_id is not None}
    players = {viewing.player_id for viewing in viewings if viewing.player_id is not None}
    return {
        pair
        for some in stretches(ids)
        for few in stretches(players)
        for pair in rows.filter(competition__in=some, player__in=few).values_list("competition", "player")
    }
