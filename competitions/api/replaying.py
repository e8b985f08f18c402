"""Logs as they go by, move by move: those that are stored, and any log that somebody has."""

import json

from rest_framework.request import Request
from rest_framework.response import Response

from games.game import Position
from games.logs import LogError, as_log
from games.replay import open_deal, replay_log
from games.steps import steps

from .parsing import value_of
from .playing import visible_log
from .resources import Body, played_json
from .views import View


class OneReplay(View):
    def get(self, request: Request, log_id: str) -> Response:
        """A stored log with what each move changed, to those who may see it."""
        log, seen = visible_log(log_id, request.user)
        deal = log.round.deal
        opening = deal.game.open(deal.seed, deal.rules)
        return Response(played_json(log, seen) | {"steps": _steps(opening, json.loads(log.moves))})


class Replays(View):
    throttle_scope = "replays"

    def post(self, request: Request) -> Response:
        """What the rules say of any log, as on the command line; with `steps` also what each move changed."""
        log = value_of(request)
        body = replay_log(log).result()
        if isinstance(log, dict) and log.get("steps") is True:
            body["steps"] = _steps_of(log)
        return Response(body)


def _steps_of(value: object) -> list[Body]:
    """The steps of a log up to the first move that does not stand; none of a log without a deal."""
    try:
        log = as_log(value)
    except LogError:
        return []
    opening = open_deal(log.game, log.seed, log.rules)
    return _steps(opening, log.moves) if isinstance(opening, Position) else []


def _steps(opening: Position, moves: list[str]) -> list[Body]:
    return [step.json() for step in steps(opening, moves)]
