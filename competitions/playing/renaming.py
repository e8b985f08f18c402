"""Changing a player's name, in all that they have entered, and who may see more of them than the name."""

from collections.abc import Callable
from datetime import datetime

from django.db import IntegrityError, transaction

from ..models import Entry, Player
from ..players.free_names import taken
from ..players.looks import look
from ..players.naming import PlayerName, hold_names, player_name
from ..recording.players import count_later


def change_player(
    *,
    player: Player,
    name: str | None = None,
    profile: str | None = None,
    now: datetime,
    first: Callable[[], None] = lambda: None,
) -> Player:
    """The player with another name, another `profile`, or both; None leaves one as it is.

    The name is theirs wherever they appear, in what is over too, except where an organiser has given them
    one for a contest; standings follow within moments. Raises `invalid` for a name that is none, and
    `name_taken`, with free ones as `suggestions`, for one that looks like another player's, or like what
    somebody is called in a contest with them. `first` is called with the player's row locked, and may refuse.
    """
    given = None if name is None else player_name(name)
    try:
        with transaction.atomic():
            if given is not None and given.name != player.name:
                hold_names()
            Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            first()
            if given is not None and given.name != player.name:
                _rename(player, given, now)
            if profile is not None:
                Player.objects.filter(pk=player.pk).update(profile=profile)
    except IntegrityError:
        if given is None:
            raise
        raise taken(given.name) from None
    return Player.objects.get(pk=player.pk).allowed(player.scopes)


def _rename(player: Player, given: PlayerName, now: datetime) -> None:
    """Must be called with all names held and the player's row locked; raises IntegrityError if somebody has
    the name."""
    Player.objects.filter(pk=player.pk).update(name=given.name, look=given.look, shape=given.shape)
    if _is_called_so(given, player):
        raise taken(given.name)
    count_later(player, now)


def _is_called_so(given: PlayerName, player: Player) -> bool:
    """Whether somebody is called like that in a contest of the player's."""
    together = Entry.objects.filter(competition__entries__player=player).exclude(player=player)
    called = together.exclude(called="").values_list("called", flat=True)
    return given.look in map(look, called)
