"""Filing the results of rounds, each with its place, and counting how often each player has a score.

A result and what it adds to its player's tallies are written together, and what is stored already adds
nothing: so filing a round again, as after a disqualification, changes what has changed. A round is gone
through a stretch of players at a time, and another job goes on after the last stretch. If results change
meanwhile, the next stretch is the first.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, Q

from ...embargo.visibility import leads_everyone_there
from ...models import Competition, DailyTally, Entry, FiledResult, FiledRound, Round, Tally
from ...models.stretches import stretches
from ...standings.memory import FIELDS

AT_A_TIME: Final = 1000
"""How many players have their results filed in one transaction."""


class _Counted(NamedTuple):
    """What a tally counts."""

    player: str
    everyone: bool
    game_slug: str
    score: int


class _More(NamedTuple):
    """By how much a tally is to grow."""

    times: int
    won: int


def file_due(end: float = inf) -> bool:
    """File the rounds that are due until that moment of the monotonic clock, but one stretch at least; say
    whether all are filed."""
    due = FiledRound.objects.filter(due=True).order_by("round_id")
    while (filed := due.select_related("round").first()) is not None:
        file_some(filed)
        if time.monotonic() >= end:
            return not due.exists()
    return True


def file_some(filed: FiledRound) -> None:
    """File the results of a round's next players in place of those that were. If meanwhile the round is due
    again, nothing is stored."""
    entrants = Entry.objects.filter(competition=filed.round.competition_id, player__gt=filed.up_to)
    entries = dict(entrants.order_by("player").values_list("player", "pk")[:AT_A_TIME])
    same = FiledRound.objects.filter(pk=filed.pk, version=filed.version)
    if not entries:
        _note_entries(filed.round)
        same.update(due=False, up_to="")
        return
    after = results_of(filed.round, entries.values())
    with transaction.atomic():
        if not same.select_for_update().exists():
            return
        before = list(filed.results.filter(player__in=entries))
        _replace(filed, before, after)
        _count(_differences(before, after))
        _note_dailies(before, after)
        same.update(up_to=list(entries)[-1])


def results_of(round: Round, entries: Iterable[str]) -> Sequence[FiledResult]:
    """The results of these entries at a round as they are now: none if its competition was cancelled."""
    competition = Competition.objects.get(pk=round.competition_id)
    if competition.cancelled_at is not None:
        return []
    deal = next(each.deal for each in competition.rounds_in_order if each.pk == round.pk)
    daily = None if competition.daily is None else competition.daily.number
    everyone = leads_everyone_there(competition)
    with FIELDS.of(competition) as field:
        order = field.in_round(round.pk)
        ranked = order.ranked
        entrants = [field.entrants[entry] for entry in entries if entry in field.entrants]
        places = [(entrant, order.place(entrant).rank) for entrant in entrants]
    found = []
    for entrant, rank in places:
        if rank is None:
            continue
        result = entrant.results[round.pk]
        found.append(
            FiledResult(
                attempt_id=result.attempt,
                filed_round_id=round.pk,
                player_id=entrant.player["id"],
                everyone=everyone,
                game_slug=deal.game_slug,
                score=result.score,
                won=result.won,
                rank=rank,
                field=ranked,
                ended_at=result.ended_at,
                daily=daily if result.moves_made else None,
            )
        )
    return found


def _note_entries(round: Round) -> None:
    """Once all other rounds of the competition are filed, too, note it of its entries."""
    others = Round.objects.filter(competition=round.competition_id).exclude(pk=round.pk)
    if others.filter(Q(filed=None) | Q(filed__due=True)).exists():
        return
    entries = Entry.objects.filter(competition=round.competition_id, filed=False)
    for keys in stretches(entries.values_list("pk", flat=True), AT_A_TIME):
        Entry.objects.filter(pk__in=keys).update(filed=True)


def _replace(filed: FiledRound, before: Sequence[FiledResult], after: Sequence[FiledResult]) -> None:
    kept = {result.attempt_id for result in after}
    filed.results.filter(
        attempt__in=[each.attempt_id for each in before if each.attempt_id not in kept]
    ).delete()
    FiledResult.objects.bulk_create(
        after, update_conflicts=True, unique_fields=["attempt"], update_fields=["everyone", "rank", "field"]
    )


def _note_dailies(before: Iterable[FiledResult], after: Iterable[FiledResult]) -> None:
    """Note who has played a daily, and who has not any more, their rows locked in the order of their keys."""
    in_daily = {each.player_id: (each, False) for each in before if each.daily is not None}
    in_daily |= {each.player_id: (each, True) for each in after if each.daily is not None}
    new = [
        DailyTally(player_id=player, game_slug=in_daily[player][0].game_slug) for player in sorted(in_daily)
    ]
    DailyTally.objects.bulk_create(new, ignore_conflicts=True)
    slugs = {result.game_slug for result, _ in in_daily.values()}
    tallies = DailyTally.objects.filter(player__in=in_daily, game_slug__in=slugs).order_by("pk")
    changed = list(tallies.select_for_update())
    for tally in changed:
        result, played = in_daily[tally.player_id]
        assert result.daily is not None
        tally.note(result.daily, played=played)
    DailyTally.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["player", "game_slug"], update_fields=["bits"]
    )


def _differences(before: Iterable[FiledResult], after: Iterable[FiledResult]) -> Mapping[_Counted, _More]:
    """By how much each tally grows, if these results take the place of those."""
    times: Counter[_Counted] = Counter()
    won: Counter[_Counted] = Counter()
    for sign, results in ((-1, before), (1, after)):
        for each in results:
            counted = _Counted(each.player_id, each.everyone, each.game_slug, each.score)
            times[counted] += sign
            won[counted] += sign * each.won
    return {each: _More(times[each], won[each]) for each in times if times[each] or won[each]}


def _count(differences: Mapping[_Counted, _More]) -> None:
    """Let the tallies grow, their rows locked in the order of their keys. One that comes to nothing stays:
    another job may have met its row, and be about to lock it."""
    new = [
        Tally(player_id=each.player, everyone=each.everyone, game_slug=each.game_slug, score=each.score)
        for each in sorted(differences)
    ]
    Tally.objects.bulk_create(new, ignore_conflicts=True)
    alike: dict[_More, list[int]] = defaultdict(list)
    theirs = Tally.objects.filter(player__in={each.player for each in differences})
    for key, *counted in theirs.select_for_update().order_by("pk").values_list("pk", *_Counted._fields):
        more = differences.get(_Counted(*counted))
        if more is not None:
            alike[more].append(key)
    for more, keys in alike.items():
        tallies = Tally.objects.filter(pk__in=keys)
        tallies.update(times=F("times") + more.times, won=F("won") + more.won)
