"""A player's attempts at each round, and what the player may do next."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, Count, Max, Min, OuterRef, Subquery, When
from django.db.models.functions import Coalesce

from ..embargo.visibility import Viewpoint
from ..models import Attempt, Competition, Round

NEWEST: Final = 10
"""How many of the newest ended attempts at a round are listed; a player may have thousands. The attempt that
counts is listed in any case."""


@dataclass(frozen=True)
class OwnRound:
    """A round with the viewer's attempts. Viewers who have not joined have no attempts."""

    round: Round
    state: str
    """The state of the round: `scheduled`, `open` or `closed`."""
    entered: bool
    disqualified: bool = False
    done: bool = False
    """Whether the viewer has declared the round done, and so has no attempts left."""
    made: int = 0
    """The number of attempts that the viewer began."""
    running: Attempt | None = None
    counting: Attempt | None = None
    """The attempt that counts; None if none does."""
    given_back: int = 0
    """The number of attempts in whose place an organiser granted a fresh one."""
    result_set_aside: bool = False
    """Whether an organiser has set aside an attempt of the viewer, and no attempt of the viewer counts."""

    @property
    def used(self) -> int:
        """How many attempts are used up: those that have ended, less those in whose place an organiser
        granted a fresh one."""
        return self.ended - self.given_back

    @property
    def may_play_again(self) -> bool:
        """Whether an organiser has set aside the viewer's result and granted a fresh attempt, which the
        viewer has not begun."""
        return self.may_begin and self.given_back > 0 and self.result_set_aside

    @property
    def ended(self) -> int:
        """How many attempts have ended."""
        return self.made - (self.running is not None)

    @property
    def left(self) -> int | None:
        """How many attempts the viewer may still begin; None without a limit."""
        if self.done:
            return 0
        allowed = self.round.competition.attempts
        return None if allowed is None else max(0, allowed + self.given_back - self.made)

    def cut_short_s(self, now: datetime) -> int | None:
        """Return how many seconds are left until the round closes, if that cuts the next attempt short;
        otherwise None."""
        limit, closing = self.round.competition.time_limit_s, self.round.closing
        if limit is None or closing is None:
            return None
        seconds = int((closing - now).total_seconds())
        return seconds if seconds < limit else None

    @property
    def may_begin(self) -> bool:
        if self.disqualified or not self.entered:
            return False
        return self.state == "open" and self.running is None and self.left != 0


def own_rounds(competition: Competition, seen: Viewpoint) -> list[OwnRound]:
    """An OwnRound for each round, in order. One query for an entrant, whatever the number of attempts."""
    running: dict[int, Attempt] = {}
    counting: dict[int, Attempt] = {}
    aside: dict[int, Attempt] = {}
    for attempt in [] if seen.entry is None else _standing_out(competition, seen):
        attempts = running if attempt.ended_at is None else counting if attempt.counts else aside
        attempts[attempt.round_id] = attempt
    found = []
    for round in competition.rounds_in_order:
        own = [each[round.pk] for each in (running, counting, aside) if round.pk in each]
        for attempt in own:
            attempt.round = round  # this round has its deal and its competition loaded
        found.append(
            OwnRound(
                round=round,
                state=round.state(seen.now),
                entered=seen.entry is not None,
                disqualified=seen.entry is not None and seen.entry.disqualified_at is not None,
                done=seen.entry is not None and seen.entry.is_done_with(round),
                made=own[0].made if own else 0,  # type: ignore[attr-defined]  # annotated
                running=running.get(round.pk),
                counting=counting.get(round.pk),
                given_back=own[0].given_back_before if own else 0,  # type: ignore[attr-defined]  # annotated
                result_set_aside=round.pk in aside and round.pk not in counting,
            )
        )
    return found


def _standing_out(competition: Competition, seen: Viewpoint) -> list[Attempt]:
    """The viewer's running and counting attempts, and those that were set aside. Each is annotated with
    two numbers for its round: `made` counts all attempts of the viewer, and `given_back_before` those in
    whose place an organiser granted a fresh one.

    Every round that the viewer has begun has at least one running, counting or set-aside attempt. The query
    is a union, so that each part can use its own index.
    """
    same = Attempt.objects.filter(entry=OuterRef("entry"), round=OuterRef("round"))
    made = Subquery(same.order_by("-number").values("number")[:1])
    again = same.filter(set_aside=True, given_back=True).order_by().values("entry").annotate(n=Count("pk"))
    mine = Attempt.objects.filter(entry=seen.entry, round__in=competition.rounds_in_order).annotate(
        made=made, given_back_before=Coalesce(Subquery(again.values("n")), 0)
    )
    return list(mine.filter(counts=True).union(mine.running(), mine.filter(set_aside=True), all=True))


def newest_ended(own: OwnRound, seen: Viewpoint, *, read_up_to: int) -> list[Attempt]:
    """The viewer's newest ended attempts at a round, and the counting one, in the order of their numbers and
    with their logs.

    Each attempt has `moves_read`: its moves, or None if there are more than `read_up_to` moves.
    """
    ended = Attempt.objects.filter(entry=seen.entry, round=own.round, ended_at__isnull=False)
    moves = Case(When(moves_made__lte=read_up_to, then="log__moves"))
    logged = ended.select_related("log").defer("log__moves").annotate(moves_read=moves)
    listed = list(logged.order_by("-number")[:NEWEST])
    if own.counting is not None and own.counting not in listed:
        listed.append(logged.get(pk=own.counting.pk))
    for attempt in listed:
        attempt.round = own.round  # this round has its deal and its competition loaded
    return sorted(listed, key=lambda attempt: attempt.number)


def best_score(own: OwnRound, seen: Viewpoint) -> int | None:
    """The viewer's best score at a round so far, without attempts that were set aside; None without any."""
    if not own.ended:
        return None
    best = Min if own.round.deal.game.lowest_wins else Max
    mine = Attempt.objects.filter(entry=seen.entry, round=own.round, ended_at__isnull=False, set_aside=False)
    score: int | None = mine.aggregate(best=best("score"))["best"]
    return score


def after_round(competition: Competition, now: datetime) -> int | None:
    """The highest number of a round that has begun, if some rounds have not begun yet. Otherwise None."""
    rounds = competition.rounds_in_order
    begun = [round.number for round in rounds if round.window.has_begun(now)]
    return max(begun) if begun and len(begun) < len(rounds) else None


def next_round(found: list[OwnRound], after: int = 0) -> OwnRound | None:
    """The next round to play, other than round `after`; None if there is none. Rounds with a running attempt
    come first, then rounds not played yet; in both groups, rounds with a number above `after` come first."""
    inviting = [own for own in found if own.running or (own.may_begin and not own.used)]
    return min(
        (own for own in inviting if own.round.number != after),
        key=lambda own: (own.running is None, own.round.number < after, own.round.number),
        default=None,
    )
