"""Attempts: to start, look, move, take back, finish."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.steps import in_words_and_scores

from ...dailies.entering import join_by_starting, require_joins_by_starting
from ...embargo.visibility import Viewpoint, viewpoint
from ...http import costs
from ...http.keeping import HELD
from ...http.throttling import address_of, charge
from ...models import Attempt, Entry, Player
from ...moderation.origins import note_origin
from ...playing import dealer
from ...playing.leaving import declare_done
from ...refusals import Refusal
from ..authentication import caller_of, viewer_of
from ..describing import described
from ..forms.playing import MovesForm, TakeBackForm
from ..forms.queries import AttemptQuery
from ..idempotency import JsonAnswer, answer_once
from ..parsing import asked_in, read
from ..resources.attempts import (
    AttemptResource,
    AttemptSeen,
    TableResource,
    attempt_json,
)
from ..resources.entries import Declared, DoneResource
from .lookups import round_at, seen_at
from .view import ApiView


class AttemptsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "attempts"

    @described(
        "start_attempt",
        "Begin to play: the clock starts, and the answer has the view. A running attempt is shown again. "
        "Who starts a deal of the day joins it.",
        gives={201: AttemptResource, 200: AttemptResource},
        problems=(
            "not_entered",
            "forbidden",
            "disqualified",
            "round_not_open",
            "no_attempts_left",
            "wrong_state",
        ),
        once=True,
        found_by="get_attempt",
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        now = timezone.now()
        seen = seen_at(competition_id, viewer_of(request), now)
        round = round_at(seen.competition, number)

        def prepare() -> Callable[[], JsonAnswer]:
            entry = seen.plays_as
            if entry is None:
                require_joins_by_starting(seen.competition)
                return join_and_start
            dealer.running_at(entry=entry, round=round, now=now)
            return partial(start, entry, seen)

        def join_and_start() -> JsonAnswer:
            player, competition = caller_of(request), seen.competition
            entry = join_by_starting(competition=competition, round=round, player=player, now=now)
            return start(entry, viewpoint(competition, player, now))

        def start(entry: Entry, seen: Viewpoint) -> JsonAnswer:
            snapshot, new = dealer.start_attempt(entry=entry, round=round, now=now)
            if new:
                note_origin(entry=entry, network=address_of(request), now=now)
            return JsonAnswer(201 if new else 200, attempt_json(snapshot.attempt, seen, snapshot))

        return answer_once(request, now, prepare)


class DoneView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "attempts"

    @described(
        "declare_done",
        "Make no more attempts at a round; in open play others' games may be seen from then on. "
        "A repeat changes nothing.",
        gives=DoneResource,
        problems=("not_entered", "disqualified", "round_not_open", "wrong_state"),
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        seen = seen_at(competition_id, viewer_of(request), timezone.now())
        round = round_at(seen.competition, number)
        if seen.plays_as is None:
            raise Refusal("not_entered", "Join the contest first.")
        entry = declare_done(entry=seen.plays_as, round=round, now=seen.now)
        return Response(DoneResource.of(Declared(entry, round)))


class AttemptView(ApiView):
    kept = HELD

    @described(
        "get_attempt",
        "The attempt's state and score, and its table and moves for viewers who may see them.",
        asks=AttemptQuery,
        gives=AttemptResource,
    )
    def get(self, request: Request, attempt_id: str) -> Response:
        query = asked_in(AttemptQuery, request)
        attempt = _attempt(attempt_id)
        seen = _seen(attempt, viewer_of(request))
        if not seen.knows_of(attempt):
            raise NotFound
        told = AttemptSeen(attempt, seen)
        if query["words"] and told.played is not None:
            moves = told.played.moves
            charge(request, costs.of_replay(len(moves), steps=True))
            told.steps = in_words_and_scores(attempt.round.deal.opening, moves)
        return Response(AttemptResource.of(told))


class MovesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "play_moves",
        "Play moves from a ply on; they are stored before the answer, which has the view after them.",
        takes=MovesForm,
        gives=TableResource,
        problems=(
            "stale_ply",
            "bad_move",
            "illegal_move",
            "game_over",
            "too_long",
            "attempt_finished",
            "disqualified",
        ),
    )
    def post(self, request: Request, attempt_id: str) -> Response:
        form = read(MovesForm, request)
        charge(request, costs.of_moves(len(form["moves"])))
        _require_own(attempt_id, caller_of(request))
        snapshot = dealer.play_moves(
            attempt_id=attempt_id, ply=form["ply"], moves=form["moves"], now=timezone.now()
        )
        return Response(TableResource.of(snapshot))


class TakeBackView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "take_back",
        "Take back the moves from a ply on: in open play any game, in sealed play Well.",
        takes=TakeBackForm,
        gives=TableResource,
        problems=("no_undo", "stale_ply", "attempt_finished", "disqualified"),
    )
    def post(self, request: Request, attempt_id: str) -> Response:
        ply = read(TakeBackForm, request)["ply"]
        _require_own(attempt_id, caller_of(request))
        snapshot = dealer.take_back(attempt_id=attempt_id, ply=ply, now=timezone.now())
        return Response(TableResource.of(snapshot))


class FinishView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "finish_attempt",
        "End the attempt, as given up unless its game is over; an ended attempt stays as it is.",
        gives=AttemptResource,
    )
    def post(self, request: Request, attempt_id: str) -> Response:
        _require_own(attempt_id, caller_of(request))
        snapshot = dealer.finish(attempt_id=attempt_id, now=timezone.now())
        return Response(attempt_json(snapshot.attempt, _seen(snapshot.attempt, viewer_of(request)), snapshot))


def _attempt(attempt_id: str) -> Attempt:
    try:
        return Attempt.read(attempt_id)
    except Attempt.DoesNotExist:
        raise NotFound from None


def _require_own(attempt_id: str, player: Player) -> None:
    """Raises NotFound unless it is the player's own attempt, as if anyone else's did not exist."""
    if not Attempt.objects.filter(pk=attempt_id, player=player).exists():
        raise NotFound


def _seen(attempt: Attempt, viewer: Player | None) -> Viewpoint:
    return viewpoint(attempt.round.competition, viewer, timezone.now())
