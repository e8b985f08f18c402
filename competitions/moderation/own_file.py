"""The file of a player's own data, as a table of its parts. Each part yields a few rows at a time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any, Final, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Case, Model, Prefetch, Q, QuerySet, Value, When, prefetch_related_objects
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ..accounts.mails import mails_of
from ..embargo.visibility import Viewpoint, viewpoints
from ..models import Act, Attempt, Competition, Hook, Log, NoticeMails, Player, Report
from ..outbound.notices.inbox import notices_of
from ..outbound.reminders.reminded_browsers import reminded_browsers_of
from ..people.known_browsers import own_browsers
from ..times import moment

TOGETHER: Final = 100
"""How many rows one query reads into memory. If they are long games of about 30 KB each, they take about
3 MB."""

KEYS_TOGETHER: Final = 2_000
"""How many primary keys of rows one query reads, before other queries read the rows themselves. The number is
high, because each such query sorts the keys of all rows that are left."""

T = TypeVar("T", bound=Model)
Part = Callable[[Player, datetime], Iterator[Sequence[Any]]]
"""A function that yields the rows of one part of the player's file in batches. No query or transaction stays
open between two batches."""


@dataclass(frozen=True)
class OwnAttempt:
    """An attempt of the player, with the moves, and with the seed if the player may see the seed now."""

    attempt: Attempt
    seen: Viewpoint

    @property
    def moves(self) -> list[str]:
        if self.attempt.ended_at is None:
            return [move.text for move in self.attempt.moves.all()]
        return self.attempt.log.moves

    @property
    def made_at(self) -> list[str] | None:
        """When each move was made; None for an ended attempt, because the times are deleted at its end."""
        if self.attempt.ended_at is not None:
            return None
        return [moment(move.made_at) for move in self.attempt.moves.all()]

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.attempt.round)


@dataclass(frozen=True)
class OwnMail:
    job: "DBTaskResult[..., Any]"

    @property
    def to(self) -> str:
        return str(self.job.args_kwargs["args"][2])

    @property
    def waits(self) -> bool:
        """Whether the mail is still to be sent."""
        return self.job.status in (TaskResultStatus.READY, TaskResultStatus.RUNNING)


def _at_once(rows: Callable[[Player], QuerySet[Any]]) -> Part:
    """Return a part with few rows. One query reads all of them, in the order of `rows`."""
    return lambda player, now: iter([list(rows(player))])


def _by(moment: str, rows: Callable[[Player], QuerySet[Any]]) -> Part:
    """Return a part with many rows, which are read in batches. `moment` is the column that orders them; its
    values never change."""
    return lambda player, now: _batches(rows(player), moment)


def _batches(rows: QuerySet[T], by: str) -> Iterator[list[T]]:
    """Yield the rows in batches, in the order of the column `by`. Each batch is read by a query of its
    own."""
    keys, after = rows.order_by(by, "pk").values_list(by, "pk"), Q()
    while found := list(keys.filter(after)[:KEYS_TOGETHER]):
        for start in range(0, len(found), TOGETHER):
            some = [key for _, key in found[start : start + TOGETHER]]
            yield list(rows.filter(pk__in=some).order_by(by, "pk"))
        at, key = found[-1]
        after = Q(**{f"{by}__gt": at}) | Q(**{by: at, "pk__gt": key})


def _attempts(player: Player, now: datetime) -> Iterator[Sequence[OwnAttempt]]:
    for attempts in _batches(player.attempts.select_related("log"), "started_at"):
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


def _acts(player: Player, now: datetime) -> Iterator[Sequence[Act]]:
    """Yield each act once: first the player's own acts, then acts of others that name the player."""
    acts = Act.objects.annotate(own=Case(When(actor=player, then=Value(True)), default=Value(False)))
    others = acts.exclude(actor=player)
    others_on_entries = others.filter(entry__player=player).exclude(player=player)
    queries = acts.filter(actor=player), others.filter(player=player), others_on_entries
    return chain.from_iterable(_batches(query, "at") for query in queries)


def _mails(player: Player, now: datetime) -> Iterator[Sequence[OwnMail]]:
    return (list(map(OwnMail, jobs)) for jobs in _batches(mails_of(player), "enqueued_at"))


def _hooks(lookup: str, rows: QuerySet[Hook]) -> "Prefetch[str]":
    return Prefetch(lookup, rows.order_by("created_at", "pk"), "hooks_in_order")


PARTS: Final[dict[str, Part]] = {
    "addresses": _at_once(lambda player: EmailAddress.objects.filter(user=player).order_by("pk")),
    "authenticators": _at_once(lambda player: Authenticator.objects.filter(user=player).order_by("pk")),
    "tokens": _by("created_at", lambda player: player.tokens.all()),
    "devices": lambda player, now: iter([list(own_browsers(player, now))]),
    "entries": _by("joined_at", lambda player: player.entries.select_related("competition__daily")),
    "attempts": _attempts,
    "rejected_logs": _by(
        "received_at",
        lambda player: Log.objects.filter(entry__player=player).exclude(code="").select_related("round"),
    ),
    "ghosts": _by("started_at", lambda player: player.ghosts.select_related("round")),
    "seen_deals": _by("pk", lambda player: player.seen_deals.select_related("round")),
    "ratings": _at_once(lambda player: player.ratings.order_by("game_slug")),
    "rating_changes": _by(
        "certified_at", lambda player: player.rating_changes.select_related("rated_round__round")
    ),
    "circles": _at_once(lambda player: player.memberships.select_related("circle")),
    "notices": _by("at", notices_of),
    "notice_mails": _at_once(lambda player: NoticeMails.objects.filter(player=player)),
    "reminders": _at_once(reminded_browsers_of),
    "mails": _mails,
    "contests": _by(
        "created_at",
        lambda player: player.organised.prefetch_related(_hooks("hooks", Hook.objects.all())),
    ),
    "shared_contests": _by(
        "since",
        lambda player: player.co_organised.select_related("competition").prefetch_related(
            _hooks("competition__hooks", Hook.objects.filter(added_by=player))
        ),
    ),
    "series": _by("created_at", lambda player: player.series.prefetch_related("skipped")),
    "duels": _by("created_at", lambda player: player.awaited.all()),
    "acts": _acts,
    "reports": _by("at", lambda player: Report.objects.filter(reporter=player)),
    "measures": _by("at", lambda player: player.measures.select_related("reply")),
}
"""The parts of the file by name; `holdings` uses these names, too. Before these parts, the API view writes a
part `player`."""
