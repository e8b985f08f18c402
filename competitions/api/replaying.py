"""Logs replayed, with what each move changed if asked: those that are stored, and any that a client sends."""

import json

from rest_framework.request import Request
from rest_framework.response import Response

from games.replay import replay_log
from games.steps import Step, record, record_log

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
        recording = record(opening, json.loads(log.moves))
        return Response(played_json(log, seen) | {"steps": _json(recording.steps)})


class Replays(View):
    throttle_scope = "replays"

    def post(self, request: Request) -> Response:
        """What the rules say of any log, as on the command line; with `steps` also what each move changed."""
        log = value_of(request)
        if not (isinstance(log, dict) and log.get("steps") is True):
            return Response(replay_log(log).result())
        recording = record_log(log)
        return Response(recording.result.result() | {"steps": _json(recording.steps)})


def _json(steps: list[Step]) -> list[Body]:
    return [step.json() for step in steps]
