"""All logs of a competition in one answer, a few at a time."""

import json
from collections.abc import Iterator
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request

from ..embargo.visibility import Viewpoint
from ..http import costs
from ..http.keeping import HELD
from ..http.streaming import Stream
from ..http.throttling import charge
from ..models import Log, Round
from ..refusals import Refusal
from ..scoring.extent import Extent
from .describing import described
from .keeping import tag_of, unchanged
from .resources.logs import played_json
from .views import View, seen_at

TOGETHER: Final = 25
"""How many logs are read in one query and kept in memory: a long one has about 30 KB."""

FORM: Final = 1
"""Which fields a line has: when they change, so do the tags."""

NDJSON: Final = "application/x-ndjson"


class AllLogs(View):
    kept = HELD
    compressed = True

    @described(
        "get_logs",
        "Every log whose seed the viewer may see, one on each line, as `python -m games replay` reads them.",
        gives=(NDJSON,),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = seen_at(competition_id, request.user, timezone.now())
        if not seen.sees_standings:
            raise Refusal("not_entered", "Only entrants see the logs of an invite-only event.")
        rounds = [round for round in seen.competition.rounds.all() if seen.seed(round) is not None]
        tag = tag_of(request.build_absolute_uri(), *_basis(rounds, seen))
        if (known := unchanged(request, tag)) is not None:
            return known
        head = {"ETag": tag}
        if request.method == "HEAD":
            return HttpResponse(content_type=NDJSON, headers=head)
        charge(request, costs.of_export(sum(_shown(round, seen).count() for round in rounds)))
        chunks = (chunk for round in rounds for chunk in _chunks(round, seen))
        return Stream(chunks, content_type=NDJSON, headers=head)


def _basis(rounds: list[Round], seen: Viewpoint) -> Iterator[object]:
    """All that the lines follow from: what has happened, and whose games the viewer may see now."""
    yield FORM
    yield Extent(seen, None).basis
    for round in rounds:
        yield round.pk, seen.sees_ended_games(round)


def _shown(round: Round, seen: Viewpoint) -> QuerySet[Log]:
    """The logs of a round's attempts that the viewer may see."""
    logs = Log.objects.filter(round=round, attempt__isnull=False)
    if seen.sees_ended_games(round):
        return logs
    return logs.none() if seen.entry is None else logs.filter(entry=seen.entry)


def _chunks(round: Round, seen: Viewpoint) -> Iterator[str]:
    """The lines of a round in the order in which the logs came, each chunk from a query of its own."""
    ordered = _shown(round, seen).select_related("attempt", "entry__player").order_by("received_at", "pk")
    rest = ordered
    while logs := list(rest[:TOGETHER]):
        last = logs[-1]
        # Both conditions are needed: with the first one, an index finds the place.
        after = Q(received_at__gt=last.received_at) | Q(pk__gt=last.pk)
        rest = ordered.filter(after, received_at__gte=last.received_at)
        for log in logs:
            log.round = log.attempt.round = round  # which has its deal and its competition loaded
        yield "".join(
            json.dumps(played_json(log, seen)) + "\n" for log in logs if seen.sees_played(log.attempt)
        )
