"""Bans, suspensions, and names that the staff have taken away."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ..models import Measure, Player
from ..models.stretches import stretches
from ..refusals import Refusal, invalid
from ..times import moment
from ..translatable import of_moment, with_facts
from .looks import look
from .names import PlayerName

MOST_HIDDEN: Final = 100
"""How many of a player's hidden names, beginning with the newest, are compared with a new name."""


def barring(player: Player, now: datetime) -> Refusal | None:
    """Return the refusal for a barred player: `banned`, or `suspended`, whose fact `until` is the end of the
    suspension. Return None for a player who is not barred."""
    if player.banned_at is not None:
        sentence = _("You are banned from this site: %(reason)s")
        return Refusal("banned", with_facts(sentence, reason=player.barred_for))
    if player.suspended_until is not None and player.suspended_until > now:
        until = player.suspended_until
        sentence = _("You are suspended until %(until)s: %(reason)s")
        words = with_facts(sentence, until=of_moment(until), reason=player.barred_for)
        return Refusal("suspended", words, until=moment(until))
    return None


def require_not_barred(player: Player, now: datetime) -> None:
    """Raise `banned` or `suspended` for a barred player."""
    if refusal := barring(player, now):
        raise refusal


def require_not_hidden(player: Player, name: PlayerName) -> None:
    """Raise `invalid` for a name that looks like one that the staff took away from this player."""
    taken = Measure.objects.filter(player=player, kind__in=(Measure.Kind.HIDE_NAME, Measure.Kind.RENAME))
    if name.look in {look(before) for before in taken.values_list("before", flat=True)[:MOST_HIDDEN]}:
        raise invalid("name", _("The staff of this site have taken this name away from you."))


def barred_among(player_ids: Collection[str], now: datetime) -> set[str]:
    """The ids of the players who are banned or suspended now."""
    barred = Player.objects.filter(Q(banned_at__isnull=False) | Q(suspended_until__gt=now))
    return {
        pk for some in stretches(player_ids) for pk in barred.filter(pk__in=some).values_list("pk", flat=True)
    }
