"""Duels and their rematches."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.duels import make_duel, rematch
from ...embargo.visibility import viewpoint
from ...models import Competition
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.duels import DuelForm
from ..idempotency import JsonAnswer, answer_once
from ..read_request import read
from ..resources.competitions import CompetitionResource, competition_json
from .lookups import competition_at, viewpoint_at
from .view import ApiView


class DuelsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "competitions"

    @described(
        "make_duel",
        "Make a duel, against one player or against the first player who joins with its link. The caller "
        "joins at once.",
        takes=DuelForm,
        gives={201: CompetitionResource},
        problems=("full",),
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], JsonAnswer]:
            asked = read(DuelForm, request)
            return lambda: make(asked)

        def make(asked: Mapping[str, Any]) -> JsonAnswer:
            made = make_duel(player=caller_of(request), now=now, **asked)
            return _answer(request, made, new=True)

        return answer_once(request, now, prepare)


class RematchView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "competitions"

    @described(
        "rematch",
        "Make the rematch of a closed duel, with new deals for the same two players. If the rematch "
        "already exists, the answer is 200.",
        gives={201: CompetitionResource, 200: CompetitionResource},
        problems=("forbidden", "wrong_state"),
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request, competition_id: str) -> Response:
        now = timezone.now()
        competition = viewpoint_at(competition_id, viewer_of(request), now).competition

        def make() -> JsonAnswer:
            found, new = rematch(competition=competition, player=caller_of(request), now=now)
            return _answer(request, found, new=new)

        return answer_once(request, now, lambda: make)


def _answer(request: Request, made: Competition, *, new: bool) -> JsonAnswer:
    competition = competition_at(made.pk)
    seen = viewpoint(competition, viewer_of(request), timezone.now())
    return JsonAnswer(201 if new else 200, competition_json(request, seen))
