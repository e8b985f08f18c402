"""The settings of a competition as a file, which can make another competition with the same settings."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.copy_contest import repeat_plan
from ...contests.plans import Plan, RoundPlan, plan_of
from ...times import moment
from ...web.downloads import as_file
from ..describe import described
from ..forms.competitions import CompetitionForm
from .lookups import viewpoint_of_organiser
from .view import ApiView


class SettingsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}

    @described(
        "get_settings",
        "For organisers: a body for `POST /competitions` that makes another competition like this one.",
        gives=CompetitionForm,
    )
    def get(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        competition = seen.competition
        head = as_file(competition.name, "settings", "json", otherwise=competition.pk)
        return Response(_body(repeat_plan(plan_of(competition), seen.now)), headers=head)


def _body(plan: Plan) -> dict[str, Any]:
    """The body of a request that would make a competition with this plan. It has no `name_facts`, which a
    request cannot set."""
    settings = {field.name: _value(getattr(plan, field.name)) for field in fields(plan)}
    del settings["name_facts"]
    return settings | {"rounds": [_round(round) for round in plan.rounds]}


def _round(plan: RoundPlan) -> dict[str, Any]:
    """A round as JSON. The seed is null, which asks for a new seed: the old seed is secret, or players know
    the deal already."""
    band = plan.band and plan.band._asdict()
    times = {"opens_at": moment(plan.opens_at), "closes_at": moment(plan.closes_at)}
    return {"game": plan.game.slug, "rules": plan.rules, "seed": None, "band": band, **times}


def _value(setting: Any) -> Any:
    return moment(setting) if isinstance(setting, datetime) else setting
