"""A duel as a match: both sides, round by round, as far as the viewer may know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from competitions.embargo.visibility import Viewpoint
from competitions.endings.ending_sentences import invitation
from competitions.models import Kind
from competitions.people.given_names import shown_name
from competitions.play.own_rounds import OwnRound
from competitions.standings.standings import Row, Sheet

from ..ratings.event_changes import EventChange
from ..wording.lists import with_names
from .duel_turns import turn_in_words


class MatchCell(NamedTuple):
    """One side's result in one round."""

    entry: str
    state: str
    """`finished`, `running`, or empty if the side has not begun."""
    score: int | None
    better: bool
    """Whether this result is better than the other side's, as far as the viewer knows."""
    watchable: bool


class MatchRound(NamedTuple):
    number: int
    own: OwnRound
    cells: Sequence[MatchCell]


class Side(NamedTuple):
    row: Row
    mine: bool
    total: int | None
    """The sum of the side's scores. Until the duel is over, it covers only the rounds in which the viewer
    knows the results of both sides."""
    leads: bool
    changes: Sequence[EventChange]
    """The changes that the duel made to this side's ratings."""


@dataclass(frozen=True)
class Match:
    """A duel as one viewer may see it."""

    sides: Sequence[Side]
    """Both sides; the viewer's own comes first."""
    rounds: Sequence[MatchRound]
    said: str
    """Whose turn it is, or how the duel ended, in words."""
    compared: int
    """The number of rounds for which both results are known."""
    has_rematch: bool
    """Whether the page offers a rematch."""
    is_offered: bool
    """Whether the viewer may join as the second player."""
    share: str
    """The text to share with the link of the duel."""

    @property
    def has_changes(self) -> bool:
        """Whether the rating change of either side is known."""
        return any(side.changes for side in self.sides)


def match_as_seen(
    found: Sequence[OwnRound],
    seen: Viewpoint,
    sheet: Sheet | None,
    watchable: Sequence[int],
    changes: Mapping[str, Sequence[EventChange]],
) -> Match | None:
    """The match; None if the contest is no duel or the viewer may see nothing of it. `watchable` has the
    numbers of the rounds whose games the viewer may watch, and `changes` has the rating changes, by player
    id. One query while the viewer waits for a chosen opponent, otherwise none."""
    competition = seen.competition
    if competition.kind != Kind.DUEL or sheet is None:
        return None
    me = None if seen.entry is None else seen.entry.pk
    rows = sorted(sheet.results, key=lambda row: row["entry"] != me)
    rounds = [_round(own, rows, me, watchable) for own in found]
    over = competition.over(seen.now)
    known = [round for round in rounds if all(cell.score is not None for cell in round.cells)]
    compared = known if len(rows) > 1 else []
    totals = [sum(round.cells[index].score or 0 for round in compared) for index in range(len(rows))]
    best = _best(found[0], totals) if compared and totals[0] != totals[-1] else None
    sides = [
        Side(
            row,
            mine=row["entry"] == me,
            total=row["total"] if over else total,
            leads=row["rank"] == 1 and not row["tied"] if over else total == best,
            changes=changes.get(row["player"]["id"], ()),
        )
        for row, total in zip(rows, totals, strict=True)
    ]
    left = [sum(_is_to_play(round, index) for round in rounds) for index in range(len(rows))]
    return Match(
        sides=sides,
        rounds=rounds,
        said=_ended(sides) if over else _going_on(seen, sides, left),
        compared=len(compared),
        has_rematch=me is not None and len(rows) > 1 and (over or not any(left)),
        is_offered=me is None and not over and not competition.full,
        share=invitation(found[0].round.deal.game),
    )


def _round(own: OwnRound, rows: Sequence[Row], me: str | None, watchable: Sequence[int]) -> MatchRound:
    number = own.round.number
    cells = [row["rounds"][number - 1] for row in rows]
    scores = [cell and cell["score"] for cell in cells]
    known = len(scores) > 1 and all(score is not None for score in scores) and len(set(scores)) > 1
    best = _best(own, scores) if known else None
    return MatchRound(
        number,
        own,
        [
            MatchCell(
                entry=row["entry"],
                state=cell["state"] if cell else "",
                score=score,
                better=known and score == best,
                watchable=row["entry"] == me or number in watchable,
            )
            for row, cell, score in zip(rows, cells, scores, strict=True)
        ],
    )


def _best(own: OwnRound, scores: Sequence[int]) -> int:
    return (min if own.round.deal.game.lowest_wins else max)(scores)


def _is_to_play(round: MatchRound, side: int) -> bool:
    """Whether the side still has to finish the round. A viewer who has given up the remaining attempts does
    not have to. Whether an opponent has given up is ignored, because the viewer may not know of it."""
    if side == 0 and round.own.entered and round.own.done:
        return False
    return round.cells[side].state != "finished"


def _going_on(seen: Viewpoint, sides: Sequence[Side], left: Sequence[int]) -> str:
    names = [shown_name(side.row["player"]["name"]) for side in sides]
    if seen.entry is None:
        if len(names) > 1:
            return with_names(gettext("%(first)s against %(second)s"), first=names[0], second=names[1])
        return with_names(gettext("%(name)s challenges you"), name=names[0])
    if len(sides) > 1:
        return turn_in_words(left[0], left[1], names[1])
    against = seen.competition.against
    if against is None:
        return gettext("Waiting for somebody to join")
    return with_names(gettext("Waiting for %(name)s to join"), name=shown_name(against.name))


def _ended(sides: Sequence[Side]) -> str:
    if len(sides) == 1:
        return gettext("Nobody joined")
    first = [side for side in sides if side.row["rank"] == 1]
    if not first:
        return gettext("Nobody played")
    if len(first) > 1:
        return gettext("A draw")
    if first[0].mine:
        return gettext("You won")
    return with_names(gettext("%(name)s won"), name=shown_name(first[0].row["player"]["name"]))
