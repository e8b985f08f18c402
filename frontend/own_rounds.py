"""Where a player stands at each round, and so what they may do there now."""

from collections import defaultdict
from dataclasses import dataclass

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Competition, Round


@dataclass(frozen=True)
class OwnRound:
    """A round, and the viewer's attempts at it in their order; none for who has not joined."""

    round: Round
    state: str
    """The round's."""
    attempts: list[Attempt]
    entered: bool

    @property
    def running(self) -> Attempt | None:
        return next((attempt for attempt in self.attempts if attempt.ended_at is None), None)

    @property
    def ended(self) -> list[Attempt]:
        return [attempt for attempt in self.attempts if attempt.ended_at is not None]

    @property
    def counting(self) -> Attempt | None:
        """The attempt that stands in the standings."""
        return next((attempt for attempt in self.attempts if attempt.counts), None)

    @property
    def left(self) -> int | None:
        """Attempts that were not begun; None for as many as one likes."""
        allowed = self.round.competition.attempts
        return None if allowed is None else max(0, allowed - len(self.attempts))

    @property
    def may_begin(self) -> bool:
        return self.entered and self.state == "open" and self.running is None and self.left != 0


def own_rounds(competition: Competition, seen: Viewpoint) -> list[OwnRound]:
    """The viewer's own at each round, in order; one query for an entrant."""
    made: dict[int, list[Attempt]] = defaultdict(list)
    if seen.entry is not None:
        for attempt in seen.entry.attempts.select_related("log").defer("log__moves").order_by("number"):
            made[attempt.round_id].append(attempt)
    found = []
    for round in competition.rounds.all():
        for attempt in made[round.pk]:
            attempt.round = round  # with its deal and its competition at hand
        found.append(OwnRound(round, round.state(seen.now), made[round.pk], seen.entry is not None))
    return found


def next_round(found: list[OwnRound], after: int = 0) -> OwnRound | None:
    """What to play now: what is running, then a round not played yet, those above number `after` first."""
    inviting = [own for own in found if own.running or (own.may_begin and not own.ended)]
    return min(
        (own for own in inviting if own.round.number != after),
        key=lambda own: (own.running is None, own.round.number < after, own.round.number),
        default=None,
    )
