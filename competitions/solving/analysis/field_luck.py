"""The luck in a round: each score without luck, shown beside the standings and never instead."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import F

from ...embargo.visibility import Viewpoint
from ...models import AnalysedLog, Entry, Log, Round

MOST_SHOWN: Final = 200


class LuckRow(NamedTuple):
    """A counting game, with its luck: a gain where high scores win, a loss where low scores win."""

    entry: Entry
    log: str
    score: int
    luck: float
    corrected: float
    """The score less the luck."""
    samples: int | None
    """How many arrangements of the hidden cards the estimate uses; None if the luck is exact."""


class FieldLuck(NamedTuple):
    games: int
    """How many games of the round count."""
    rows: Sequence[LuckRow]
    """The analysed ones, the best without luck first; of more than `MOST_SHOWN`, those with the best
    scores."""


def luck_of_field(seen: Viewpoint, round: Round) -> FieldLuck:
    """The luck in the games of a round; requires `seen.tells_field(round)`."""
    assert seen.tells_field(round)
    counting = {"log__round": round, "log__attempt__counts": True, "log__entry__disqualified_at": None}
    lowest = round.deal.game.lowest_wins
    best_first = "log__attempt__score" if lowest else "-log__attempt__score"
    analysed = (
        AnalysedLog.objects.filter(**counting, found__isnull=False)
        .annotate(
            score=F("log__attempt__score"), luck=F("found__luck"), samples=F("found__estimate__samples")
        )
        .select_related("log__entry__player")
        .defer("found", "log__moves")
        .order_by(best_first, "log__received_at")
    )
    rows = [
        LuckRow(
            entry=each.log.entry,
            log=each.log_id,
            score=each.score,
            luck=each.luck,
            corrected=each.score - each.luck,
            samples=each.samples,
        )
        for each in analysed[:MOST_SHOWN]
    ]
    rows.sort(key=lambda row: row.corrected if lowest else -row.corrected)
    return FieldLuck(Log.objects.counting().filter(round=round).count(), rows)


def waits_for_analyses(round: Round) -> bool:
    """Whether games of the round are waiting for their analyses."""
    return AnalysedLog.objects.filter(log__round=round, due=True, found__isnull=True).exists()
