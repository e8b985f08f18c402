"""Find what a path or query names. Raise NotFound if it does not exist, or the viewer may not know of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from games import GAMES
from games.game import Game

from ...embargo.profiles import shows_profile
from ...embargo.series import knows_series
from ...embargo.visibility import ENTRANTS_ALONE, Viewpoint, viewpoint
from ...models import Competition, Log, Player, Round, Series
from ...people.lookup import player_meant
from ...refusals import Refusal
from ..authentication import viewer_of

ONCE_FINISHED: Final = _("You may see this log once you have finished, or the round has closed.")
ONCE_CLOSED: Final = _("You may see this log once the round has closed.")


def viewpoint_at(competition_id: str, viewer: Player | None, now: datetime) -> Viewpoint:
    """The viewer's viewpoint on a competition at `now`. Raises NotFound if the viewer may not know of the
    competition."""
    seen = viewpoint(competition_at(competition_id), viewer, now)
    if not seen.knows_of_it:
        raise NotFound
    return seen


def game_at(slug: str) -> Game:
    """The game with a slug. Raises NotFound if there is none."""
    if slug not in GAMES:
        raise NotFound
    return GAMES[slug]


def competition_at(competition_id: str) -> Competition:
    """The competition with an id, whether or not the viewer may know of it. Raises NotFound if there is
    none."""
    try:
        return Competition.read(competition_id)
    except Competition.DoesNotExist:
        raise NotFound from None


def series_at(series_id: str, viewer: Player | None) -> Series:
    """The series with an id. Raises NotFound if there is none, or the viewer may not know of it."""
    series = Series.objects.select_related("organiser").filter(pk=series_id).first()
    if series is None or not knows_series(series, viewer):
        raise NotFound
    return series


def round_at(competition: Competition, number: int) -> Round:
    for round in competition.rounds_in_order:
        if round.number == number:
            return round
    raise NotFound


def viewpoint_on_standings(request: Request, competition_id: str) -> Viewpoint:
    """The caller's viewpoint on a competition. Raises NotFound if the caller may not know of the competition,
    and `not_entered` if the caller would have to be an entrant to see the standings."""
    seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
    if not seen.sees_standings:
        raise Refusal("not_entered", ENTRANTS_ALONE)
    return seen


def revealed_round(request: Request, competition_id: str, number: int) -> tuple[Viewpoint, Round]:
    """The caller's viewpoint on a competition, and one of its rounds. Raises what `viewpoint_on_standings`
    raises, NotFound for an unknown round, and `embargo` if not all games of the round are public yet."""
    seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
    round = round_at(seen.competition, number)
    if not seen.sees_standings:
        raise Refusal("not_entered", ENTRANTS_ALONE)
    if not seen.tells_field(round):
        raise Refusal("embargo", _("You may see this once the round is closed for everyone."))
    return seen, round


def round_in_query(query: Mapping[str, int | None], competition: Competition) -> Round | None:
    """The round with the number in the query; None without a number. Raises NotFound for an unknown round."""
    return None if query["round"] is None else round_at(competition, query["round"])


def viewpoint_of_organiser(request: Request, competition_id: str) -> Viewpoint:
    """The caller's viewpoint on a competition. Raises NotFound if the caller may not know of the competition,
    and `forbidden` if the caller does not organise it."""
    seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
    if not seen.organises:
        raise Refusal("forbidden", _("Only the organiser may do this."))
    return seen


def player_at(who: str) -> Player:
    """The player with the id `who`. If `who` is `@` and a name, the account with this name. Raises NotFound
    if there is no such player."""
    try:
        return player_meant(who)
    except Player.DoesNotExist:
        raise NotFound from None


def shown_player(who: str, viewer: Player | None) -> Player:
    """The player that `player_at` finds. Raises NotFound also if the profile is hidden from the viewer."""
    player = player_at(who)
    if not shows_profile(player, viewer):
        raise NotFound
    return player


def visible_log(log_id: str, viewer: Player | None) -> tuple[Log, Viewpoint]:
    """A log that the viewer may see, and the viewer's viewpoint. Raises NotFound if the viewer may not know
    of the log, and `embargo` if the viewer may not see it yet."""
    try:
        log = Log.read(log_id)
    except Log.DoesNotExist:
        raise NotFound from None
    seen = viewpoint(log.round.competition, viewer, timezone.now())
    if log.entry != seen.plays_as and (log.attempt is None or not seen.sees_standings):
        raise NotFound
    if log.attempt is not None and not seen.sees_played(log.attempt):
        early = log.round.competition.shows_others_early
        raise Refusal("embargo", ONCE_FINISHED if early else ONCE_CLOSED)
    return log, seen
