"""The order of a viewer's list. For each hidden event, this module finds the event that reveals the hidden
one to the viewer.

`embargo` decides which events the viewer may see. This module finds the moment since when, as the number of
the event that revealed the hidden one. Such an event is the close of a round, the viewer's own result, the
end of a freeze, or the viewer's joining. In the list, revealed events come right after the event that
revealed them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import OuterRef, Subquery

from ...embargo.visibility import Viewpoint
from ...models import Act, Attempt, Competition, Entry, Round, Scores, StateChange
from .strands import Strand

OVER = ("closed", "final", "cancelled")


@dataclass(frozen=True)
class Known:
    """The events that a viewer may know, up to the event number `until`."""

    seen: Viewpoint
    until: int
    """The number of the last event to look at. This number must be read before all other rows."""

    @cached_property
    def states(self) -> Sequence[StateChange]:
        """The state changes of the competition up to `until`, a few for each round."""
        return list(self.competition.state_changes.filter(event__lte=self.until))

    @property
    def competition(self) -> Competition:
        return self.seen.competition

    def strands(self) -> list[Strand]:
        """The strands of the list. The events of a strand are in the order of their numbers."""
        if not self.seen.sees_standings:
            return []
        here = {"competition_id": self.competition.pk}
        strands = [Strand("joined", Entry, here), Strand("state", StateChange, here)]
        if (since := self._acts_since()) is not None:
            strands.append(Strand("act", Act, here, since=since))
        for index, round in enumerate(self.competition.rounds_in_order):
            if self.states and self.states[-1].rounds[index] != "s":
                strands += self._results(index, round)
        return strands

    def _results(self, index: int, round: Round) -> Iterator[Strand]:
        """Yield the strands with the results of a round. Results of others after a freeze become known when
        the competition closes."""
        since, frozen = self._scores_since(index, round), self._frozen_at
        if frozen is None:
            yield from self._of_others(round, since, 0, None)
        else:
            if since is not None and since > frozen:
                since = self._over_at
            yield from self._of_others(round, since, 0, frozen)
            yield from self._of_others(round, self._over_at, frozen, None)
        if self.seen.plays_as is not None and (since != 0 or frozen is not None):
            mine = {"entry_id": self.seen.plays_as.pk, "round_id": round.pk}
            yield Strand("result", Attempt, mine, after=0 if since != 0 else frozen or 0)

    def _of_others(self, round: Round, since: int | None, after: int, before: int | None) -> Iterator[Strand]:
        """Yield the strand of the results of others that the event `since` reveals, or nothing if `since` is
        None. If `since` is 0, all results are known at once, and the strand also has the viewer's own
        results."""
        if since is not None:
            mine = self.seen.plays_as
            other_than = None if since == 0 or mine is None else mine.pk
            rows = {"round_id": round.pk}
            yield Strand(
                "result", Attempt, rows, since=since, after=after, before=before, other_than=other_than
            )

    def _scores_since(self, index: int, round: Round) -> int | None:
        """Return the number of the event that reveals the scores of others in a round; 0 if scores are shown
        at once, None if nothing reveals them yet. A freeze is ignored here."""
        closed = self._first(lambda change: change.rounds[index] == "c")
        match self.competition.standings:
            case Scores.LIVE:
                return 0
            case Scores.OWN:
                came = [event for event in (closed, self._finished.get(round.pk)) if event is not None]
                return min(came, default=None)
        return closed

    @cached_property
    def _frozen_at(self) -> int | None:
        return self._first(lambda change: change.frozen)

    @cached_property
    def _over_at(self) -> int | None:
        return self._first(lambda change: change.state in OVER)

    def _first(self, fits: Callable[[StateChange], bool]) -> int | None:
        return next((change.event for change in self.states if fits(change)), None)

    @cached_property
    def _finished(self) -> dict[int, int]:
        """The event number of the viewer's first result in each round, by the key of the round."""
        if self.seen.entry is None:
            return {}
        mine = Attempt.objects.filter(entry=self.seen.entry, round=OuterRef("pk"), event__lte=self.until)
        first = Subquery(mine.order_by("event").values("event")[:1])
        rounds = Round.objects.filter(competition=self.competition).order_by()
        return dict(rounds.annotate(first=first).exclude(first=None).values_list("pk", "first"))

    def _acts_since(self) -> int | None:
        """Return the number of the event from which the viewer may read the audit trail; None if the viewer
        may not read it."""
        if not self.seen.sees_trail:
            return None
        came = [self._organises_since()] if self.seen.organises else []
        if self.seen.entry is not None:
            came.append(self.seen.entry.event)
        return min((event for event in came if event is not None and event <= self.until), default=None)

    def _organises_since(self) -> int | None:
        """Return the number before that of the act that made the viewer an organiser; 0 if the viewer was an
        organiser from the beginning."""
        acts = Act.objects.filter(
            competition=self.competition, player=self.seen.viewer, event__lte=self.until
        ).order_by("event")
        left = acts.filter(act="unshare").values_list("event", flat=True).last() or 0
        made = acts.filter(act__in=("share", "hand_over"), event__gt=left)
        event = made.values_list("event", flat=True).first()
        if event is None:
            return None if left else 0
        return event - 1
