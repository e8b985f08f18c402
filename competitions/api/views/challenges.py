"""Challenges: a player sends friends a deal to beat."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.challenge import challenge, friendly_seed
from ...contests.plans import RoundPlan
from ...embargo.visibility import viewpoint
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.competitions import DealForm
from ..idempotency import JsonAnswer, answer_once
from ..read_request import read
from ..resources.competitions import CompetitionResource, competition_json
from .lookups import competition_at
from .view import ApiView


class ChallengesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "challenge",
        "Make the caller's challenge with a deal. If the caller already has a challenge with this "
        "deal, the answer is that challenge. A challenge is an unlisted competition in open play, "
        "without an end, with any number of attempts. Everyone who has the link may join. Without a "
        "seed, the challenge gets a new deal.",
        takes=DealForm,
        gives={201: CompetitionResource, 200: CompetitionResource},
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], JsonAnswer]:
            deal = read(DealForm, request)
            return lambda: call(deal)

        def call(deal: RoundPlan) -> JsonAnswer:
            seed = deal.seed or friendly_seed()
            found, new = challenge(
                game=deal.game, rules=deal.rules, seed=seed, player=caller_of(request), now=now
            )
            competition = competition_at(found.pk)
            seen = viewpoint(competition, viewer_of(request), now)
            return JsonAnswer(201 if new else 200, competition_json(request, seen))

        return answer_once(request, now, prepare)
