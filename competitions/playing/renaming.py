"""Changing what a player is called, in all that they have entered, and who may see more than that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, QuerySet, Subquery

from ..live.announcing import tell_after_commit
from ..models import Competition, Entry, Player
from ..players.free_names import taken
from ..players.looks import look
from ..players.naming import Named, named

TOGETHER: Final = 1000
"""How many rows one statement names."""

TRIES: Final = 5
"""How often it is tried again because the player has joined something meanwhile."""


def change_player(*, player: Player, name: str | None = None, profile: str | None = None) -> Player:
    """The player with another name, another `profile`, or both; None leaves one as it is.

    The name is theirs wherever they appear, in what is over too, except where an organiser has given them
    one for a contest. Raises `invalid` for a name that is none, and `name_taken`, with free ones as
    `suggestions`, for one that looks like another player's, or like what somebody is called in a contest
    with them.
    """
    given = None if name is None else named(name)
    try:
        with transaction.atomic():
            if given is not None and given.name != player.name:
                _rename(player, given)
            if profile is not None:
                Player.objects.filter(pk=player.pk).update(profile=profile)
    except IntegrityError:
        raise taken(given.name) from None
    return Player.objects.get(pk=player.pk).allowed(player.scopes)


def _rename(player: Player, given: Named) -> None:
    """Must be called in a transaction; raises IntegrityError if somebody has the name."""
    theirs = Entry.objects.filter(player=player, called="")
    for left in reversed(range(TRIES)):
        # Entries, then competitions, then the player: whoever holds one of them waits for none before it.
        with transaction.atomic():
            held = _held(theirs)
            Player.objects.filter(pk=player.pk).update(name=given.name, look=given.look, shape=given.shape)
            if not left or theirs.count() == len(held):  # nobody joins while the player's row is held
                break
            transaction.set_rollback(True)
    if _is_called_so(given, player):
        raise taken(given.name)
    _announce(held)


def _held(entries: QuerySet[Entry]) -> Mapping[str, str]:
    """The entries, by key, with their competitions; the rows of both are locked."""
    rows = entries.select_for_update(of=("self",)).order_by("pk")
    held = dict(rows.values_list("pk", "competition_id"))
    for some in _stretches(sorted(set(held.values()))):
        locked = Competition.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=some)
        list(locked.order_by("pk").values_list("pk"))
    return held


def _announce(held: Mapping[str, str]) -> None:
    """Count a change of each competition, and stamp the entries, which show another name from now on."""
    competitions = sorted(set(held.values()))
    for some in _stretches(competitions):
        Competition.objects.filter(pk__in=some).update(changes=F("changes") + 1)
    changes = Competition.objects.filter(pk=OuterRef("competition_id")).values("changes")
    for some in _stretches(sorted(held)):
        Entry.objects.filter(pk__in=some).update(changed=Subquery(changes))
    tell_after_commit(competitions)


def _is_called_so(given: Named, player: Player) -> bool:
    """Whether somebody is called like that in a contest of the player's."""
    together = Entry.objects.filter(competition__entries__player=player).exclude(player=player)
    called = together.exclude(called="").values_list("called", flat=True)
    return given.look in map(look, called)


def _stretches(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(keys), TOGETHER):
        yield keys[start : start + TOGETHER]
