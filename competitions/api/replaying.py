"""Replaying logs, stored ones and any that a client sends, with what each move changed if asked for."""

import json
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.hints import hint
from games.replay import Replayed, replay_log
from games.steps import Step, record, record_log
from games.teaching import told

from ..http import costs
from ..http.throttling import charge
from .parsing import value_of
from .playing import visible_log
from .resources import Body, played_json
from .views import View


class OneReplay(View):
    def get(self, request: Request, log_id: str) -> Response:
        """A stored log with what each move changed, for viewers who may see it."""
        log, seen = visible_log(log_id, request.user)
        deal = log.round.deal
        opening = deal.game.open(deal.seed, deal.rules)
        moves = json.loads(log.moves)
        charge(request, costs.of_replay(len(moves), steps=True))
        recording = record(opening, moves)
        return Response(played_json(log, seen) | {"steps": _json(recording.steps)})


class Replays(View):
    def post(self, request: Request) -> Response:
        """The replay result of any log, as on the command line.

        With `steps` also what each move changed, with `help` what is said of the final table, and with
        `hint` a move that makes sense there, and why.
        """
        log = value_of(request)
        steps, help, hinted = (_asks(log, each) for each in ("steps", "help", "hint"))
        charge(request, costs.of_replay(_length(log), steps=steps) + (costs.HINT if hinted else 0))
        result, recorded = record_log(log) if steps else (replay_log(log), None)
        body = result.result()
        if help and isinstance(result, Replayed):
            body |= told(result.position)
        if hinted:
            body["hint"] = hint(result.position) if isinstance(result, Replayed) else None
        if recorded is not None:
            body["steps"] = _json(recorded)
        return Response(body)


def _asks(log: Any, for_what: str) -> bool:
    return isinstance(log, dict) and log.get(for_what) is True


def _length(log: object) -> int:
    """How many moves a log has; 0 if it is not a log."""
    moves = log.get("moves") if isinstance(log, dict) else None
    return len(moves) if isinstance(moves, list) else 0


def _json(steps: list[Step]) -> list[Body]:
    return [step.json() for step in steps]
