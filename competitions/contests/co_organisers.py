"""Organise a competition together: add or remove co-organisers, or hand the competition over."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..ledger.acts import record_act
from ..models import Competition, CoOrganiser, Player
from ..models.organisers import MOST_CO_ORGANISERS
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from .hold import hold_for

TOO_MANY: Final = ngettext_lazy(
    "A contest has at most %(most)d co-organiser.",
    "A contest has at most %(most)d co-organisers.",
    "most",
)


def share(*, competition: Competition, organiser: Player, player: Player, now: datetime) -> Competition:
    """Make `player` a co-organiser, who may do everything except remove other co-organisers and hand the
    competition over.

    Raises `invalid` if there are too many co-organisers, and for a player who was banned or has left.
    """
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.organiser_id == player.pk or _shares(competition, player):
            return competition
        _require_plays_on(player)
        _add(competition, player, now)
        _record(competition, organiser, player, "share", now)
    return competition


def unshare(*, competition: Competition, organiser: Player, player: Player, now: datetime) -> Competition:
    """Remove `player` from the co-organisers. The webhooks that `player` added are removed, too, since they
    receive what only organisers may read. Raises `forbidden` unless `organiser` is the owner or `player`."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if organiser != player:
            _require_owner(competition, organiser)
        if not _shares(competition, player):
            return competition
        _remove_hooks(competition, organiser, player, now)
        _remove(competition, player)
        _record(competition, organiser, player, "unshare", now)
    return competition


def hand_over(*, competition: Competition, organiser: Player, player: Player, now: datetime) -> Competition:
    """Make `player` the owner, and the owner a co-organiser. Raises `forbidden` unless `organiser` is the
    owner, and `invalid` if there are too many co-organisers or `player` was banned or has left."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.organiser_id == player.pk:
            return competition
        _require_owner(competition, organiser)
        _require_plays_on(player)
        _remove(competition, player)
        _add(competition, organiser, now)
        # `challenge` is a hash of the deal, and unique for each owner. `player` may already own a challenge
        # with this deal, so the column is emptied.
        competition.organiser, competition.challenge = player, None
        _record(competition, organiser, player, "hand_over", now, "organiser", "challenge")
    return competition


def _shares(competition: Competition, player: Player) -> bool:
    return competition.co_organisers.filter(player=player).exists()


def _require_owner(competition: Competition, organiser: Player) -> None:
    if competition.organiser_id != organiser.pk:
        raise Refusal("forbidden", _("Only the owner of the contest may do this."))


def _require_plays_on(player: Player) -> None:
    if player.plays_no_more:
        raise invalid("name", _("That player can organise nothing any more."))


def _add(competition: Competition, player: Player, now: datetime) -> None:
    if competition.co_organisers.count() >= MOST_CO_ORGANISERS:
        raise invalid("name", with_facts(TOO_MANY, most=MOST_CO_ORGANISERS))
    CoOrganiser.objects.create(competition=competition, player=player, since=now)


def _remove(competition: Competition, player: Player) -> None:
    competition.co_organisers.filter(player=player).delete()


def _remove_hooks(competition: Competition, organiser: Player, player: Player, now: datetime) -> None:
    for hook in competition.hooks.filter(added_by=player):
        hook.delete()
        record_act(competition, act="remove_webhook", actor=organiser, reason=hook.receiver, at=now)


def _record(
    competition: Competition, organiser: Player, player: Player, act: str, now: datetime, *settings: str
) -> None:
    competition.shared = competition.co_organisers.exists()
    settings = ("shared", *settings)
    record_act(competition, actor=organiser, player=player, act=act, at=now, settings=settings)
