"""Replays of stored logs, and of any log that a client sends. A replay can also list what each move
changed."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.answer import answer, asks
from games.steps import recording_of

from ...play.seen_deals import note_seen_game
from ...translatable import language_of_games
from ...web import costs
from ...web.limits import charge
from ..authentication import viewer_of
from ..describe import described
from ..forms.play import ReplayForm
from ..read_request import json_in
from ..resources.logs import Recorded, RecordingResource
from ..resources.tables import ReplayResource
from .lookups import visible_log
from .view import ApiView


class ReplayView(ApiView):
    compressed = True

    @described(
        "get_replay",
        "A log with the changes of each move, for viewers who may see it.",
        gives=RecordingResource,
        problems=("embargo",),
    )
    def get(self, request: Request, log_id: str) -> Response:
        log, seen = visible_log(log_id, viewer_of(request))
        deal = log.round.deal
        opening = deal.game.open(deal.seed, deal.rules)
        moves = log.moves
        charge(request, costs.of_replay(len(moves), steps=True))
        if log.attempt is not None:
            note_seen_game(seen, log.attempt)
        recording = recording_of(opening, moves, language_of_games())
        return Response(RecordingResource.of(Recorded(log, seen, [step.json() for step in recording.steps])))


class ReplaysView(ApiView):
    compressed = True

    @described(
        "replay",
        "Replay any log, as on the command line. Every JSON value gets an answer.",
        takes=ReplayForm,
        gives=ReplayResource,
        problems=("rate_limited",),
    )
    def post(self, request: Request) -> Response:
        log = json_in(request)
        for_hint = costs.HINT if asks(log, "hint") else 0
        charge(request, costs.of_replay(_length(log), steps=asks(log, "steps")) + for_hint)
        return Response(answer(log, language_of_games()))


def _length(log: object) -> int:
    """The number of moves of a log; 0 if the value is not a log."""
    moves = log.get("moves") if isinstance(log, dict) else None
    return len(moves) if isinstance(moves, list) else 0
