"""What a player can play next: a round in each of a few contests that the player has joined. Daily deals are
left out.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Exists, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext

from competitions.models import Attempt, Competition, Kind, Player, Round
from competitions.models.competitions import MOST_ROUNDS
from competitions.models.windows import has_begun, over

MOST: Final = 5

ENOUGH: Final = MOST * MOST_ROUNDS
"""How many rounds are considered at most: enough for the rounds of at least five contests."""

LOOKED_AT: Final = 300
"""How many contests are considered at most: the player's newest ones that are not over. Without a limit, a
player with very many contests would make the query slow."""


@dataclass(frozen=True)
class NextStep:
    """A round that the player can continue, begin or wait for."""

    round: Round
    state: str
    """`running` for a running game, `waiting` for a game not begun in an open round, `opening` for a round
    that is not open yet."""
    many: bool
    """Whether the contest has more than one round."""
    until: datetime | None
    """The deadline of a running game; otherwise when the round closes or, if it is not open yet, when it
    opens. None if there is no such time."""
    now: datetime

    @property
    def words(self) -> str:
        match self.state:
            case "opening":
                words = gettext("Round %(number)s opens") if self.many else gettext("Your game opens")
            case "running":
                words = (
                    gettext("Round %(number)s is running") if self.many else gettext("Your game is running")
                )
            case _:
                words = (
                    gettext("Round %(number)s is waiting") if self.many else gettext("Your game is waiting")
                )
        return words % {"number": self.round.number}


def next_steps(player: Player, now: datetime) -> list[NextStep]:
    """The next rounds, the most urgent first: running games by deadline; open rounds that the player has not
    begun, by closing time; future rounds by opening time.

    One round for each contest. Two queries, which leave out contests with nothing left to do.
    """
    running = [
        NextStep(attempt.round, "running", attempt.many, attempt.deadline, now)  # type: ignore[attr-defined]  # annotated
        for attempt in _running(player)[:ENOUGH]
        if not attempt.is_overdue(now)
    ]
    running.sort(key=lambda step: (step.until is None, step.until or now))
    to_begin = [
        NextStep(round, "waiting", round.many, round.closing, now)  # type: ignore[attr-defined]  # annotated
        if round.window.has_begun(now)
        else NextStep(round, "opening", round.many, round.opening, now)  # type: ignore[attr-defined]  # annotated
        for round in _not_begun(player, now)[:ENOUGH]
    ]
    firsts: dict[str, NextStep] = {}
    for step in (*running, *to_begin):
        firsts.setdefault(step.round.competition_id, step)
    return list(firsts.values())[:MOST]


def _running(player: Player) -> QuerySet[Attempt]:
    found = Attempt.objects.running().filter(player=player, entry__disqualified_at=None)
    found = found.exclude(round__competition__kind=Kind.DAILY).order_by("-started_at")
    others = Round.objects.filter(competition=OuterRef("round__competition")).exclude(pk=OuterRef("round"))
    return found.select_related("round__competition", "round__deal").annotate(many=Exists(others))


def _not_begun(player: Player, now: datetime) -> QuerySet[Round]:
    """The rounds that the player has not begun, in the player's newest contests that are not over: first open
    rounds by closing time, then future rounds by opening time. Dailies are left out, and so are contests in
    which the player is disqualified, and rounds that the player chose not to play."""
    in_it = player.entries.filter(disqualified_at=None)
    going_on = Competition.objects.filter(
        pk__in=in_it.values("competition"), certified_at=None, cancelled_at=None
    )
    going_on = going_on.exclude(kind=Kind.DAILY)
    newest = going_on.exclude(over("closes_at", now)).order_by("-created_at").values("pk")[:LOOKED_AT]
    # Look for the entry first: attempts have an index by entry and round, and a round may have thousands of
    # attempts.
    mine = player.entries.filter(competition=OuterRef("competition")).values("pk")
    begun = Attempt.objects.filter(entry=OuterRef("mine"), round=OuterRef("pk"))
    others = Round.objects.filter(competition=OuterRef("competition")).exclude(pk=OuterRef("pk"))
    open = has_begun("begins", now)
    until = Case(When(open, then=F("ends")), default=F("begins"))
    return (
        not_done(with_windows(Round.objects.filter(competition__in=newest)), player)
        .alias(mine=Subquery(mine))
        .filter(~Exists(begun))
        .exclude(over("closes_at", now))
        .annotate(many=Exists(others))
        .select_related("competition", "deal")
        .order_by(
            Case(When(open, then=Value(0)), default=Value(1)),
            until.asc(nulls_last=True),
            "-competition__created_at",
            "number",
        )
    )


def not_done(rounds: QuerySet[Round], player: Player) -> QuerySet[Round]:
    """The rounds at which the player has not given up the remaining attempts."""
    declared = player.entries.filter(competition=OuterRef("competition")).values("done")
    shift: Any = F("number") - 1  # django-stubs types `F` arithmetic as a number
    bit = F("declared").bitrightshift(shift).bitand(1)
    return rounds.alias(declared=Coalesce(Subquery(declared), 0)).alias(done=bit).filter(done=0)


def with_windows(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with `begins` and `ends`, to filter and order by. `ends` is null if neither the round nor
    its contest has a closing time."""
    event = Coalesce("competition__opens_at", "competition__published_at")
    return rounds.alias(
        begins=Greatest(Coalesce("opens_at", event), event),
        ends=Coalesce("closes_at", "competition__closes_at"),
    )
