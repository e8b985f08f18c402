"""The order of a viewer's list of events. A hidden event comes right after the later event that reveals it to
the viewer.

The package `embargo` decides which events the viewer may see now. This module finds which event reveals a
hidden event: the close of a round, the viewer's own result, the end of a freeze, or the event by which the
viewer joined or became an organiser.
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
    """The number of the newest event that may be listed, read from the competition's row. An event is stored
    in the transaction that numbers the event, so all events up to this number are stored."""

    @cached_property
    def states(self) -> Sequence[StateChange]:
        """The state changes of the competition up to `until`, a few for each round."""
        return list(self.competition.state_changes.filter(event__lte=self.until))

    @property
    def competition(self) -> Competition:
        return self.seen.competition

    def strands(self) -> list[Strand]:
        """Return the viewer's list as strands, each with events of one type in the order of their numbers.
        The list is empty if the viewer may not see the standings."""
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
        """Yield the strands of a round's results. If the standings freeze, other players' results after the
        freeze are revealed when the competition is over."""
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
        """Yield the strand of other players' results with event numbers above `after` and below `before`.
        Event number `since` reveals the results; if `since` is None, no strand is yielded. If `since` is 0,
        no result was ever hidden, and the strand has the viewer's own results, too."""
        if since is not None:
            mine = self.seen.plays_as
            other_than = None if since == 0 or mine is None else mine.pk
            rows = {"round_id": round.pk}
            yield Strand(
                "result", Attempt, rows, since=since, after=after, before=before, other_than=other_than
            )

    def _scores_since(self, index: int, round: Round) -> int | None:
        """Return the number of the event that reveals other players' scores in a round; 0 if scores are shown
        at once, None if nothing has revealed them yet. Freezes are left to `_results`."""
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
        """The event number of the viewer's first result in each round, keyed by the primary key of the round.
        Rounds without a result are left out."""
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
        """Return the number of the act that made the viewer an organiser, less one, so that the act is
        visible at once. Return 0 if the viewer has organised from the beginning, and None if the viewer has
        stopped organising and has not become an organiser again."""
        acts = Act.objects.filter(
            competition=self.competition, player=self.seen.viewer, event__lte=self.until
        ).order_by("event")
        left = acts.filter(act="unshare").values_list("event", flat=True).last() or 0
        made = acts.filter(act__in=("share", "hand_over"), event__gt=left)
        event = made.values_list("event", flat=True).first()
        if event is None:
            return None if left else 0
        return event - 1
