"""Where a player stands at each round, and so what they may do there now."""

from collections import defaultdict
from dataclasses import dataclass

from competitions.models import Attempt, Competition, Round
from competitions.visibility import Viewpoint


@dataclass(frozen=True)
class Turn:
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


def turns(competition: Competition, seen: Viewpoint) -> list[Turn]:
    """The viewer's turn at each round, in order; one query for an entrant."""
    made: dict[int, list[Attempt]] = defaultdict(list)
    if seen.entry is not None:
        for attempt in seen.entry.attempts.select_related("log").order_by("number"):
            made[attempt.round_id].append(attempt)
    found = []
    for round in competition.rounds.all():
        for attempt in made[round.pk]:
            attempt.round = round  # with its deal and its competition at hand
        found.append(Turn(round, round.state(seen.now), made[round.pk], seen.entry is not None))
    return found


def next_turn(found: list[Turn], after: int = 0) -> Turn | None:
    """What to play now: what is running, then a round not played yet, those above number `after` first."""
    inviting = [turn for turn in found if turn.running or (turn.may_begin and not turn.ended)]
    return min(
        (turn for turn in inviting if turn.round.number != after),
        key=lambda turn: (turn.running is None, turn.round.number < after, turn.round.number),
        default=None,
    )
