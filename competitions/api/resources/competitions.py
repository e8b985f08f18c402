"""Competitions and their rounds, as a viewer sees them."""

from django.urls import reverse
from rest_framework.request import Request

from ...embargo.visibility import Viewpoint
from ...http.times import moment
from ...models import Competition, Round
from ...scoring.standings import player_json
from .resource import Body


def competition_json(request: Request, competition: Competition, seen: Viewpoint) -> Body:
    body = {
        "id": competition.pk,
        "kind": "contest",
        "state": competition.state(seen.now),
        "url": request.build_absolute_uri(reverse("competition", args=(competition.pk,))),
        "name": competition.name,
        "about": competition.about,
        "access": competition.access,
        "play": competition.play,
        "attempts": competition.attempts,
        "counts": competition.counts,
        "others": competition.others,
        "opens_at": moment(competition.opens_at),
        "closes_at": moment(competition.closes_at),
        "time_limit_s": competition.time_limit_s,
        "ranking": competition.ranking,
        "tie_break": list(competition.tie_breaks),
        "standings": competition.standings,
        "freeze_at": moment(competition.freeze_at),
        "max_entries": competition.max_entries,
        "bots": competition.bots,
        "draft": competition.published_at is None,
        "organiser": player_json(competition.organiser),
        "created_at": moment(competition.created_at),
        "rounds": [_round_json(round, seen) for round in competition.rounds.all()],
    }
    if seen.invite is not None:
        body["invite"] = seen.invite
    return body


def _round_json(round: Round, seen: Viewpoint) -> Body:
    body = {
        "number": round.number,
        "game": round.deal.game_slug,
        "rules": round.deal.rules,
        "state": round.state(seen.now),
        "opens_at": moment(round.opening),
        "closes_at": moment(round.closing),
        "commitment": seen.commitment(round),
    }
    if (seed := seen.seed(round)) is not None:
        body["seed"] = seed
    return body
