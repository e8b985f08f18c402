"""The luck in a round. Each score without luck is shown beside the standings, and never replaces them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import F

from ...embargo.visibility import Viewpoint
from ...models import AnalysedLog, Attempt, Entry, Round

MOST_SHOWN: Final = 200


class LuckRow(NamedTuple):
    """A game that counts, with its luck in points. Positive luck is good where high scores win, and bad where
    low scores win."""

    entry: Entry
    log: str
    score: int
    luck: float
    corrected: float
    """The score minus the luck."""
    samples: int | None
    """The number of arrangements of the hidden cards that the estimate uses; None if the luck is exact."""


class FieldLuck(NamedTuple):
    games: int
    """The number of games of the round that count."""
    rows: Sequence[LuckRow]
    """The analysed games, ordered by their scores without luck, the best first. If there are more than
    `MOST_SHOWN`, only those with the best scores, luck included, are shown."""


def luck_of_field(seen: Viewpoint, round: Round) -> FieldLuck:
    """The luck in the games of a round. Call this only if `seen.tells_field(round)`."""
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
    return FieldLuck(Attempt.objects.counting().filter(round=round).count(), rows)


def waits_for_analyses(round: Round) -> bool:
    """Whether games of the round are waiting for their analyses."""
    return AnalysedLog.objects.filter(log__round=round, due=True, found__isnull=True).exists()
