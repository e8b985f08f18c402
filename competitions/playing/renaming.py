"""Changing what a player is called, in all that they have entered, and who may see more than that."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from ..models import Competition, Entry, Player
from ..players.free_names import taken
from ..players.looks import look
from ..players.naming import PlayerName, player_name
from ..recording.ledger import Happened, hold_all, record_all

TRIES: Final = 5
"""How often it is tried again because the player has joined something meanwhile."""


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
    one for a contest. Raises `invalid` for a name that is none, and `name_taken`, with free ones as
    `suggestions`, for one that looks like another player's, or like what somebody is called in a contest
    with them. `first` is called with the player's row locked, and may refuse.
    """
    given = None if name is None else player_name(name)
    try:
        with transaction.atomic():
            if given is not None and given.name != player.name:
                _rename(player, given, now, first)
            else:
                _lock(player)
                first()
            if profile is not None:
                Player.objects.filter(pk=player.pk).update(profile=profile)
    except IntegrityError:
        if given is None:
            raise
        raise taken(given.name) from None
    return Player.objects.get(pk=player.pk).allowed(player.scopes)


def _lock(player: Player) -> None:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _rename(player: Player, given: PlayerName, now: datetime, first: Callable[[], None]) -> None:
    """Must be called in a transaction; raises IntegrityError if somebody has the name."""
    theirs = Entry.objects.filter(player=player, called="").order_by("pk")
    for left in reversed(range(TRIES)):
        # Entries, then competitions, then the player: whoever holds one of them waits for none before it.
        with transaction.atomic():
            entries, competitions = _held(theirs)
            _lock(player)
            first()
            Player.objects.filter(pk=player.pk).update(name=given.name, look=given.look, shape=given.shape)
            if not left or theirs.count() == len(entries):  # nobody joins while the player's row is held
                break
            transaction.set_rollback(True)
    if _is_called_so(given, player):
        raise taken(given.name)
    record_all([Happened(competitions[each.competition_id], entries=[each]) for each in entries], now=now)


def _held(entries: QuerySet[Entry]) -> tuple[list[Entry], Mapping[str, Competition]]:
    """The entries and their competitions, by key; the rows of both are locked."""
    held = list(entries.select_for_update(of=("self",)))
    return held, hold_all({each.competition_id for each in held})


def _is_called_so(given: PlayerName, player: Player) -> bool:
    """Whether somebody is called like that in a contest of the player's."""
    together = Entry.objects.filter(competition__entries__player=player).exclude(player=player)
    called = together.exclude(called="").values_list("called", flat=True)
    return given.look in map(look, called)
