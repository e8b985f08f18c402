"""Whose turn it is in each duel of a list, without revealing how anybody played."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Count, Prefetch
from django.utils.translation import gettext

from competitions.models import Attempt, Competition, Entry, Kind, Player
from competitions.people.given_names import shown_name

from ..wording.lists import with_names


def duel_turns(player: Player, competitions: Sequence[Competition], now: datetime) -> Mapping[str, str]:
    """For each duel, by its id, the opponent and whose turn it is, in words. Two queries if there is a duel,
    otherwise none."""
    duels = {each.pk: each for each in competitions if each.kind == Kind.DUEL}
    if not duels:
        return {}
    ended = Attempt.objects.filter(ended_at__isnull=False).select_related("round")
    entries = (
        Entry.objects.filter(competition__in=duels)
        .select_related("player")
        .prefetch_related(Prefetch("attempts", ended))
        .annotate(rounds=Count("competition__rounds"))
        .order_by("event")
    )
    sides: dict[str, list[Entry]] = {pk: [] for pk in duels}
    for entry in entries:
        sides[entry.competition_id].append(entry)
    return {pk: _turn_of_duel(player, each, sides[pk], now) for pk, each in duels.items()}


def _turn_of_duel(player: Player, duel: Competition, sides: Sequence[Entry], now: datetime) -> str:
    others = [entry for entry in sides if entry.player_id != player.pk]
    mine = next((entry for entry in sides if entry.player_id == player.pk), None)
    if not others:
        return gettext("Nobody has joined yet")
    name = shown_name(others[0].name)
    if duel.state(now) != "running":
        return with_names(gettext("Against %(name)s"), name=name)
    if mine is None:
        return with_names(gettext("%(name)s challenges you"), name=name)
    return turn_in_words(_left(mine), _left(others[0]), name)


def _left(entry: Entry) -> int:
    """How many rounds the entry still has to play."""
    ended = {attempt.round.number for attempt in entry.attempts.all()}
    rounds = range(1, entry.rounds + 1)  # type: ignore[attr-defined]  # annotated
    return sum(number not in ended and not entry.done >> (number - 1) & 1 for number in rounds)


def turn_in_words(mine: int, theirs: int, name: str) -> str:
    """Who plays next, in words. `mine` rounds are left to the viewer and `theirs` to the opponent, called
    `name`.

    >>> turn_in_words(1, 0, "Ben"), turn_in_words(0, 2, "Ben")
    ('Your turn: <bdi lang="">Ben</bdi> has played', '<bdi lang="">Ben</bdi> is to play')
    >>> turn_in_words(1, 2, "Ben"), turn_in_words(0, 0, "Ben")
    ('Both of you have to play', 'You have both played')
    >>> turn_in_words(2, 1, "Ben")
    'Your turn: <bdi lang="">Ben</bdi> has played more'
    """
    if mine and theirs and mine <= theirs:
        return gettext("Both of you have to play")
    if mine and theirs:
        words = gettext("Your turn: %(name)s has played more")
    elif mine:
        words = gettext("Your turn: %(name)s has played")
    elif theirs:
        words = gettext("%(name)s is to play")
    else:
        return gettext("You have both played")
    return with_names(words, name=name)
