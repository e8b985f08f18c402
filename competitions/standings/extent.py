"""The rounds that a viewer's standings cover, and everything that the rows of these standings depend on."""

from functools import cached_property

from ..embargo.visibility import Viewpoint
from ..models import Round
from .entrants import Rules


class Extent:
    """The rounds of a competition, or one of them, as one viewer may see them at one moment."""

    def __init__(self, seen: Viewpoint, round: Round | None) -> None:
        self.seen = seen
        self.round = round
        self.rounds: list[Round] = seen.competition.rounds_in_order
        then = seen.frozen_since or seen.now
        self.counted = [each for each in self.rounds if each.has_opened(then) and round in (None, each)]
        self.shown = {each.pk for each in self.rounds if seen.knows_scores(each)}
        self.known = [each for each in self.counted if each.pk in self.shown]

    @cached_property
    def basis(self) -> tuple[object, ...]:
        """A value that differs whenever the rows of the standings may differ, by time or by viewer. Computing
        this value reads none of these rows.

        Changes by players change `competition.changes`. The other parts of the value cover changes by time,
        by organisers and by the viewer.
        """
        competition = self.seen.competition
        return (
            competition.pk,
            competition.changes,
            competition.entrants,
            competition.version_at(self.seen.now),
            self.seen.frozen_since,
            Rules.of(competition, self.seen.frozen_since),
            None if self.seen.sees_what_all_see else self.seen.entry and self.seen.entry.pk,
            self.round and self.round.pk,
            [each.pk for each in self.counted],
            sorted(self.shown),
        )
