"""Whose turn it is in the duels of a list, as the viewer may know: never how anybody played."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Count, Prefetch

from competitions.models import Attempt, Competition, Entry, Kind, Player

from ..wording.duels import turn_in_words


def duel_turns(player: Player, competitions: Sequence[Competition], now: datetime) -> Mapping[str, str]:
    """What the list says of each duel among these, by its key: against whom, and who is to play. Two queries,
    if there is a duel."""
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
    return {pk: _said(player, each, sides[pk], now) for pk, each in duels.items()}


def _said(player: Player, duel: Competition, sides: Sequence[Entry], now: datetime) -> str:
    others = [entry for entry in sides if entry.player_id != player.pk]
    mine = next((entry for entry in sides if entry.player_id == player.pk), None)
    if not others:
        return "Nobody has joined yet"
    name = others[0].name
    if duel.state(now) != "running":
        return f"Against {name}"
    return f"{name} challenges you" if mine is None else turn_in_words(_left(mine), _left(others[0]), name)


def _left(entry: Entry) -> int:
    """How many rounds the entry has not ended, nor declared done."""
    ended = {attempt.round.number for attempt in entry.attempts.all()}
    rounds = range(1, entry.rounds + 1)  # type: ignore[attr-defined]  # annotated
    return sum(number not in ended and not entry.done >> (number - 1) & 1 for number in rounds)
