"""Attempts: start, read and finish them, make moves in them and take moves back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.steps import in_words_and_scores

from ...contests.dailies.enter_daily import join_by_starting, require_joins_by_starting
from ...embargo.ghosts import ghosts_shown_to
from ...embargo.visibility import Viewpoint, viewpoint
from ...endings.ending import ending_of_attempt, ending_of_ghost
from ...models import Attempt, Entry, Ghost, Player, Round
from ...moderation.signs import note_origin
from ...play import dealer
from ...play.declare_done import declare_done
from ...play.ghosts import ghost_dealer
from ...play.ghosts.dealers import Dealer, dealer_of
from ...play.ghosts.ghost_dealer import GhostSnapshot
from ...play.ghosts.standings_then import standings_then
from ...play.seen_deals import note_seen_game
from ...refusals import Refusal
from ...translatable import language_of_games
from ...web import costs
from ...web.caching import HELD
from ...web.limits import address_of, charge, count_against
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.play import AttemptForm, MovesForm, TakeBackForm
from ..forms.queries import AttemptQuery
from ..idempotency import JsonAnswer, answer_once
from ..read_request import read, read_query
from ..resources.attempts import (
    AttemptResource,
    AttemptSeen,
    GhostSeen,
    TableResource,
    attempt_json,
)
from ..resources.endings import EndingResource, ending_json
from ..resources.entries import Declared, DoneResource
from ..resources.ghosts import StandingsThenResource
from .lookups import round_at, viewpoint_at
from .view import ApiView


class AttemptsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "attempts"

    @described(
        "start_attempt",
        "Begin to play: the clock starts, and the answer has the view. If an attempt is running, "
        "the answer is that attempt. Starting a daily also joins the daily. A ghost plays a closed "
        "round again. Everyone who sees the standings may play a ghost.",
        takes=AttemptForm,
        gives={201: AttemptResource, 200: AttemptResource},
        problems=(
            "not_entered",
            "forbidden",
            "disqualified",
            "round_not_open",
            "no_attempts_left",
            "wrong_state",
            "embargo",
        ),
        once=True,
        found_by="get_attempt",
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        now = timezone.now()
        seen = viewpoint_at(competition_id, viewer_of(request), now)
        round = round_at(seen.competition, number)
        if read(AttemptForm, request)["ghost"]:
            return answer_once(request, now, lambda: _starting_a_ghost(caller_of(request), seen, round))

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


def _starting_a_ghost(player: Player, seen: Viewpoint, round: Round) -> Callable[[], JsonAnswer]:
    ghost_dealer.end_overdue_ghost(player=player, round=round, now=seen.now)

    def start() -> JsonAnswer:
        snapshot, new = ghost_dealer.start_ghost(seen=seen, round=round, now=seen.now)
        return JsonAnswer(201 if new else 200, AttemptResource.of(GhostSeen(snapshot, seen)))

    return start


class DoneView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "attempts"

    @described(
        "declare_done",
        "Declare a round done: the player gives up all attempts that are left. In open play, the player "
        "may then see the games of others. A repeat changes nothing.",
        gives=DoneResource,
        problems=("not_entered", "disqualified", "round_not_open", "wrong_state"),
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
        round = round_at(seen.competition, number)
        if seen.plays_as is None:
            raise Refusal("not_entered", _("Join the contest first."))
        entry = declare_done(entry=seen.plays_as, round=round, now=seen.now)
        return Response(DoneResource.of(Declared(entry, round)))


class AttemptView(ApiView):
    kept = HELD

    @described(
        "get_attempt",
        "The attempt's state and score. Viewers who may see its table and moves get these, too.",
        asks=AttemptQuery,
        gives=AttemptResource,
    )
    def get(self, request: Request, attempt_id: str) -> Response:
        query = read_query(AttemptQuery, request)
        told = _shown_play(attempt_id, viewer_of(request))
        if query["words"] and told.played is not None:
            moves = told.played.moves
            charge(request, costs.of_replay(len(moves), steps=True))
            told.steps = in_words_and_scores(told.attempt.round.deal.opening, moves, language_of_games())
        if isinstance(told.attempt, Attempt) and told.played is not None:
            note_seen_game(told.seen, told.attempt)
        return Response(AttemptResource.of(told))


class EndingView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}
    kept = HELD

    @described(
        "get_ending",
        "How the caller's attempt or ghost ended, in facts and in sentences: a comparison with others, a "
        "move to learn from, what to play next, and a text to share.",
        gives=EndingResource,
        problems=("wrong_state",),
    )
    def get(self, request: Request, attempt_id: str) -> Response:
        told = _shown_play(attempt_id, caller_of(request))
        if not isinstance(told, GhostSeen) and told.who != told.seen.entry:
            raise NotFound
        if told.attempt.ended_at is None:
            raise Refusal("wrong_state", _("The game has not ended yet."))
        charge(request, costs.of_replay(told.attempt.moves_made, steps=True))
        ending = (
            ending_of_ghost(told.attempt, told.seen)
            if isinstance(told, GhostSeen)
            else ending_of_attempt(told.attempt, told.seen)
        )
        return Response(ending_json(ending, told.attempt.pk))


class StandingsThenView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}
    kept = HELD

    @described(
        "get_standings_then",
        "For the player of a ghost: how the standings of the ghost's round developed.",
        gives=StandingsThenResource,
        problems=("not_entered", "wrong_state", "embargo"),
    )
    def get(self, request: Request, attempt_id: str) -> Response:
        ghost = _own_ghost(attempt_id, caller_of(request))
        return Response(standings_then(ghost, _viewpoint_on(ghost, caller_of(request))))


class MovesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "play_moves",
        "Play moves from a ply on. The moves are stored first. Then the answer has the view after them.",
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
        snapshot = _dealer_of(attempt_id, request).play_moves(
            attempt_id=attempt_id, ply=form["ply"], moves=form["moves"], now=timezone.now()
        )
        return Response(TableResource.of(snapshot))


class TakeBackView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "take_back",
        "Take back the moves from a ply on. Allowed in open play, and in games that hide no card.",
        takes=TakeBackForm,
        gives=TableResource,
        problems=("no_undo", "stale_ply", "attempt_finished", "disqualified"),
    )
    def post(self, request: Request, attempt_id: str) -> Response:
        ply = read(TakeBackForm, request)["ply"]
        dealer = _dealer_of(attempt_id, request)
        snapshot = dealer.take_back(attempt_id=attempt_id, ply=ply, now=timezone.now())
        return Response(TableResource.of(snapshot))


class FinishView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "moves"

    @described(
        "finish_attempt",
        "End the attempt. If its game is not over, the attempt is given up. An attempt that has "
        "ended stays as it is.",
        gives=AttemptResource,
    )
    def post(self, request: Request, attempt_id: str) -> Response:
        dealer = _dealer_of(attempt_id, request)
        snapshot = dealer.finish(attempt_id=attempt_id, now=timezone.now())
        seen = _viewpoint_on(snapshot.attempt, viewer_of(request))
        if isinstance(snapshot, GhostSnapshot):
            return Response(AttemptResource.of(GhostSeen(snapshot, seen)))
        return Response(attempt_json(snapshot.attempt, seen, snapshot))


def _dealer_of(attempt_id: str, request: Request) -> Dealer:
    """The module that plays the caller's own attempt or ghost. A request for a ghost counts against the limit
    `ghosts`. Raises NotFound for an attempt of another player, and Throttled above the limit."""
    found = dealer_of(attempt_id, caller_of(request))
    if found is None:
        raise NotFound
    if found is ghost_dealer:
        count_against(request, "ghosts")
    return found


def _shown_play(attempt_id: str, viewer: Player | None) -> AttemptSeen | GhostSeen:
    """An attempt or a ghost as the viewer may see it. Raises NotFound if the viewer may not know of it."""
    attempt = Attempt.objects.with_deal().filter(pk=attempt_id).first()
    if attempt is None:
        ghost = _own_ghost(attempt_id, viewer)
        return GhostSeen(
            ghost_dealer.resume(attempt_id=ghost.pk, now=timezone.now()), _viewpoint_on(ghost, viewer)
        )
    seen = _viewpoint_on(attempt, viewer)
    if not seen.knows_of(attempt):
        raise NotFound
    return AttemptSeen(attempt, seen)


def _own_ghost(ghost_id: str, viewer: Player | None) -> Ghost:
    """The viewer's own ghost. Raises NotFound for any other id."""
    ghost = ghosts_shown_to(viewer).select_related("round__competition").filter(pk=ghost_id).first()
    if ghost is None:
        raise NotFound
    return ghost


def _viewpoint_on(played: Attempt | Ghost, viewer: Player | None) -> Viewpoint:
    return viewpoint(played.round.competition, viewer, timezone.now())
