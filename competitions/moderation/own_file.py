"""Everything that is kept about a player, part by part, a few rows at a time: for them alone."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Model, Prefetch, Q, QuerySet, prefetch_related_objects
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ..accounts.mails import mails_of
from ..embargo.visibility import Viewpoint, viewpoints
from ..models import (
    Act,
    Attempt,
    Competition,
    CoOrganiser,
    Entry,
    Ghost,
    Hook,
    KnownBrowser,
    Log,
    Measure,
    Member,
    Notice,
    NoticeMails,
    Player,
    Rating,
    RatingChange,
    Reply,
    Report,
    Token,
)
from ..outbound.notices.inbox import notices_of
from ..people.known_browsers import own_browsers
from ..times import moment

TOGETHER: Final = 100
"""How many rows are read in one query and kept in memory: a long game has about 30 KB."""

KEYS_TOGETHER: Final = 2_000
"""How many keys are read at once: to find those that come next, the database sorts all that are left."""

T = TypeVar("T", bound=Model)
Part = Callable[[Player, datetime], Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class OwnAttempt:
    """An attempt of the player's, with the moves and with the seed as far as they may see them now."""

    attempt: Attempt
    seen: Viewpoint

    @property
    def moves(self) -> list[str]:
        if self.attempt.ended_at is None:
            return [move.text for move in self.attempt.moves.all()]
        moves: list[str] = json.loads(self.attempt.log.moves)
        return moves

    @property
    def made_at(self) -> list[str] | None:
        """When each of the moves was made; None once it has ended, since nobody keeps that."""
        if self.attempt.ended_at is not None:
            return None
        return [moment(move.made_at) for move in self.attempt.moves.all()]

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.attempt.round)


@dataclass(frozen=True)
class RejectedLog:
    log: Log

    @property
    def moves(self) -> list[str]:
        moves: list[str] = json.loads(self.log.moves)
        return moves


@dataclass(frozen=True)
class OwnGhost:
    ghost: Ghost

    @property
    def moves(self) -> list[str]:
        moves: list[str] = json.loads(self.ghost.moves)
        return moves


@dataclass(frozen=True)
class OwnAct:
    act: Act
    player: Player

    @property
    def own(self) -> bool:
        """Whether it was the player who did it, and not somebody to them."""
        return self.act.actor_id == self.player.pk


@dataclass(frozen=True)
class OwnMail:
    job: "DBTaskResult[..., Any]"

    @property
    def to(self) -> str:
        return str(self.job.args_kwargs["args"][2])

    @property
    def waits(self) -> bool:
        """Whether it is still to be sent."""
        return self.job.status in (TaskResultStatus.READY, TaskResultStatus.RUNNING)


@dataclass(frozen=True)
class OwnMeasure:
    measure: Measure

    @property
    def reply(self) -> Reply | None:
        return getattr(self.measure, "reply", None)


def _addresses(player: Player, now: datetime) -> Iterator[Sequence[EmailAddress]]:
    yield list(EmailAddress.objects.filter(user=player).order_by("pk"))


def _authenticators(player: Player, now: datetime) -> Iterator[Sequence[Authenticator]]:
    yield list(Authenticator.objects.filter(user=player).order_by("pk"))


def _tokens(player: Player, now: datetime) -> Iterator[Sequence[Token]]:
    return _stretches(player.tokens.all(), "created_at")


def _devices(player: Player, now: datetime) -> Iterator[Sequence[KnownBrowser]]:
    yield list(own_browsers(player, now))


def _entries(player: Player, now: datetime) -> Iterator[Sequence[Entry]]:
    return _stretches(player.entries.select_related("competition__daily"), "joined_at")


def _attempts(player: Player, now: datetime) -> Iterator[Sequence[OwnAttempt]]:
    for attempts in _stretches(player.attempts.select_related("log"), "started_at"):
        with_rounds = Competition.objects.with_rounds()
        competitions = with_rounds.filter(rounds__in={each.round_id for each in attempts}).distinct()
        seen = {
            round.pk: (round, viewpoint)
            for viewpoint in viewpoints(list(competitions), player, now)
            for round in viewpoint.competition.rounds_in_order
        }
        prefetch_related_objects([each for each in attempts if each.ended_at is None], "moves")
        shown = []
        for attempt in attempts:
            attempt.round, viewpoint = seen[attempt.round_id]
            if viewpoint.sees_played(attempt):
                shown.append(OwnAttempt(attempt, viewpoint))
        yield shown


def _rejected_logs(player: Player, now: datetime) -> Iterator[Sequence[RejectedLog]]:
    rejected = Log.objects.filter(entry__player=player).exclude(code="").select_related("round")
    return (list(map(RejectedLog, logs)) for logs in _stretches(rejected, "received_at"))


def _ghosts(player: Player, now: datetime) -> Iterator[Sequence[OwnGhost]]:
    own = player.ghosts.select_related("round")
    return (list(map(OwnGhost, ghosts)) for ghosts in _stretches(own, "started_at"))


def _ratings(player: Player, now: datetime) -> Iterator[Sequence[Rating]]:
    yield list(player.ratings.order_by("game_slug"))


def _rating_changes(player: Player, now: datetime) -> Iterator[Sequence[RatingChange]]:
    return _stretches(player.rating_changes.select_related("rated_round__round"), "certified_at")


def _circles(player: Player, now: datetime) -> Iterator[Sequence[Member]]:
    yield list(player.memberships.select_related("circle"))


def _notices(player: Player, now: datetime) -> Iterator[Sequence[Notice]]:
    return _stretches(notices_of(player), "at")


def _notice_mails(player: Player, now: datetime) -> Iterator[Sequence[NoticeMails]]:
    yield list(NoticeMails.objects.filter(player=player))


def _mails(player: Player, now: datetime) -> Iterator[Sequence[OwnMail]]:
    return (list(map(OwnMail, jobs)) for jobs in _stretches(mails_of(player), "enqueued_at"))


def _contests(player: Player, now: datetime) -> Iterator[Sequence[Competition]]:
    hooks = Prefetch("hooks", Hook.objects.order_by("created_at", "pk"), "hooks_in_order")
    return _stretches(Competition.objects.filter(organiser=player).prefetch_related(hooks), "created_at")


def _shared_contests(player: Player, now: datetime) -> Iterator[Sequence[CoOrganiser]]:
    added = Hook.objects.filter(added_by=player).order_by("created_at", "pk")
    hooks = Prefetch("competition__hooks", added, "hooks_in_order")
    shared = player.co_organised.select_related("competition").prefetch_related(hooks)
    return _stretches(shared, "since")


def _duels(player: Player, now: datetime) -> Iterator[Sequence[Competition]]:
    return _stretches(Competition.objects.filter(against=player), "created_at")


def _acts(player: Player, now: datetime) -> Iterator[Sequence[OwnAct]]:
    """Each once: what they did, then what others did to them."""
    others = Act.objects.exclude(actor=player)
    theirs = (others.filter(player=player), others.filter(entry__player=player))
    queries = (Act.objects.filter(actor=player), *theirs)
    for acts in chain.from_iterable(_stretches(query, "at") for query in queries):
        yield [OwnAct(act, player) for act in acts]


def _reports(player: Player, now: datetime) -> Iterator[Sequence[Report]]:
    return _stretches(Report.objects.filter(reporter=player), "at")


def _measures(player: Player, now: datetime) -> Iterator[Sequence[OwnMeasure]]:
    measures = _stretches(player.measures.select_related("reply"), "at")
    return (list(map(OwnMeasure, some)) for some in measures)


PARTS: Final[dict[str, Part]] = {
    "addresses": _addresses,
    "authenticators": _authenticators,
    "tokens": _tokens,
    "devices": _devices,
    "entries": _entries,
    "attempts": _attempts,
    "rejected_logs": _rejected_logs,
    "ghosts": _ghosts,
    "ratings": _ratings,
    "rating_changes": _rating_changes,
    "circles": _circles,
    "notices": _notices,
    "notice_mails": _notice_mails,
    "mails": _mails,
    "contests": _contests,
    "shared_contests": _shared_contests,
    "duels": _duels,
    "acts": _acts,
    "reports": _reports,
    "measures": _measures,
}
"""The parts of the file after the player themselves, in their order, as `holdings` names them. Each gives its
rows a few at a time, and has nothing of the database open between them."""


def _stretches(rows: QuerySet[T], by: str) -> Iterator[list[T]]:
    """The rows `by` a moment of theirs that never changes, each stretch from a query of its own."""
    keys, after = rows.order_by(by, "pk").values_list(by, "pk"), Q()
    while found := list(keys.filter(after)[:KEYS_TOGETHER]):
        for start in range(0, len(found), TOGETHER):
            some = [key for _, key in found[start : start + TOGETHER]]
            yield list(rows.filter(pk__in=some).order_by(by, "pk"))
        at, key = found[-1]
        after = Q(**{f"{by}__gt": at}) | Q(**{by: at, "pk__gt": key})
