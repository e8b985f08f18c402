"""Logs: send a log, read a log, or stream all logs of a competition."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...embargo.visibility import ENTRANTS_ALONE, Viewpoint
from ...models import Attempt, Entry, Log, Round
from ...play.seen_deals import note_seen, note_seen_game
from ...play.submit_log import entry_of, judge, require_open_play, round_of, submit_log
from ...refusals import Refusal
from ...standings.extent import Extent
from ...translatable import with_facts
from ...web import costs
from ...web.caching import HELD
from ...web.chunks import ChunkedAnswer
from ...web.limits import charge
from ..authentication import PageSession, RememberedBearer, hidden_from_dead_tokens, token_in, viewer_of
from ..describe import described
from ..forms.play import LogForm
from ..idempotency import HEADER, JsonAnswer, Keep, answer_once
from ..read_request import read
from ..resources.logs import LogResource, SeenLogResource, Verdict, played_json
from ..tags import tag_of, unchanged
from .lookups import viewpoint_at, visible_log
from .view import ApiView

TOGETHER: Final = 25
"""The number of logs that one query reads into memory. A long log takes about 30 KB."""

FORM: Final = 1
"""The version of the fields in each line of the stream. Raise it when the fields change, so that the ETags
change, too."""

NDJSON: Final = "application/x-ndjson"


class LogsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "logs"

    def get_authenticators(self) -> list[BaseAuthentication]:
        """To send a log, a token from the cache of this process is enough, since storing the log checks the
        token again. With an `Idempotency-Key` the database is asked for the token, since a repeated request
        gets a stored answer and stores no log."""
        if self.request.method == "POST" and HEADER not in self.request.headers:
            return [RememberedBearer(), PageSession()]
        return super().get_authenticators()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        with hidden_from_dead_tokens(request):
            super().initial(request, *args, **kwargs)

    @described(
        "submit_log",
        "Send a log, a whole game of an open round. An empty log gives up. The answer has the verdict.",
        takes=LogForm,
        gives={201: LogResource},
        problems=("not_entered", "disqualified", "round_not_open", "no_attempts_left", "wrong_state"),
        once=True,
        found_by="get_log",
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        with hidden_from_dead_tokens(request):
            return self._answer(request, competition_id, number)

    def _answer(self, request: Request, competition_id: str, number: int) -> Response:
        now = timezone.now()
        try:
            round = round_of(competition_id, number, now)
        except Round.DoesNotExist:
            raise NotFound from None
        if round.competition.published_at is None:
            viewpoint_at(competition_id, viewer_of(request), now)

        def prepare() -> Callable[..., Log]:
            moves = read(LogForm, request)["moves"]
            try:
                entry = entry_of(competition_id, request.user.pk)
            except Entry.DoesNotExist:
                raise Refusal("not_entered", _("Join the contest first.")) from None
            require_open_play(round)
            if round.state(now) == "scheduled":
                raise Refusal(
                    "round_not_open", with_facts(_("Round %(number)d is not open yet."), number=number)
                )
            charge(request, costs.of_log(len(moves)))
            verdict = judge(deal=round.deal, moves=moves)
            sent = {"entry": entry, "round": round, "moves": moves, "verdict": verdict}
            return partial(submit_log, **sent, now=now, token=token_in(request))

        return answer_once(request, now, prepare, _submit_and_answer)


def _submit_and_answer(submit: Callable[..., Log], keep: Keep | None) -> JsonAnswer:
    """Submit a log, and return the answer. The log and the answer are stored in one transaction."""
    return _log_answer(submit(keep=None if keep is None else lambda log: keep(_log_answer(log))))


def _log_answer(log: Log) -> JsonAnswer:
    return JsonAnswer(201, LogResource.of(Verdict(log)))


class LogView(ApiView):
    @described(
        "get_log",
        "A log with its deal, for viewers who may see it.",
        gives=SeenLogResource,
        problems=("embargo",),
    )
    def get(self, request: Request, log_id: str) -> Response:
        log, seen = visible_log(log_id, viewer_of(request))
        if log.attempt is not None:
            note_seen_game(seen, log.attempt)
        return Response(played_json(log, seen))


class AllLogsView(ApiView):
    kept = HELD
    compressed = True

    @described(
        "get_logs",
        "Every log that the viewer may see with its seed, one on each line, as `python -m games replay` "
        "reads them.",
        gives=(NDJSON,),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
        if not seen.sees_standings:
            raise Refusal("not_entered", ENTRANTS_ALONE)
        rounds = [round for round in seen.competition.rounds_in_order if seen.seed(round) is not None]
        tag = tag_of(request.build_absolute_uri(), *_basis(rounds, seen))
        if (known := unchanged(request, tag)) is not None:
            return known
        head = {"ETag": tag}
        if request.method == "HEAD":
            return HttpResponse(content_type=NDJSON, headers=head)
        charge(request, costs.of_export(sum(_ended(round, seen).count() for round in rounds)))
        for round in rounds:
            note_seen(seen, round)
        chunks = (chunk for round in rounds for chunk in _chunks(round, seen))
        return ChunkedAnswer(chunks, content_type=NDJSON, headers=head)


def _basis(rounds: list[Round], seen: Viewpoint) -> Iterator[object]:
    """The facts on which the streamed lines, and so the ETag, depend: what has happened, and whose games the
    viewer may see now."""
    yield FORM
    yield Extent(seen, None).basis
    yield seen.entry and seen.entry.pk
    for round in rounds:
        yield round.pk, seen.sees_ended_games(round)


def _ended(round: Round, seen: Viewpoint) -> QuerySet[Attempt]:
    """A round's ended attempts, each of which has a log: all if the viewer sees the round's ended games,
    otherwise those of the viewer's own entry. They are counted from an index alone."""
    ended = Attempt.objects.filter(round=round, event__isnull=False)
    if seen.sees_ended_games(round):
        return ended
    return ended.none() if seen.entry is None else ended.filter(entry=seen.entry)


def _visible_logs(round: Round, seen: Viewpoint) -> QuerySet[Log]:
    """The logs of the attempts that `_ended` selects."""
    logs = Log.objects.filter(attempt__round=round)
    if seen.sees_ended_games(round):
        return logs
    return logs.none() if seen.entry is None else logs.filter(attempt__entry=seen.entry)


def _chunks(round: Round, seen: Viewpoint) -> Iterator[str]:
    """The lines of a round, in the order of the results' events. Each chunk takes one query."""
    ordered = _visible_logs(round, seen).select_related("attempt", "entry__player").order_by("attempt__event")
    event: int | None = 0
    while logs := list(ordered.filter(attempt__event__gt=event)[:TOGETHER]):
        lines = []
        for log in logs:
            assert log.attempt is not None
            event = log.attempt.event
            log.round = log.attempt.round = round  # `round` has its deal and competition loaded already
            if seen.sees_played(log.attempt):
                lines.append(json.dumps(played_json(log, seen)) + "\n")
        yield "".join(lines)
