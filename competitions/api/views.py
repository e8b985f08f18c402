"""The REST API: each view reads, calls one use case or one read, and answers."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import ClassVar, Final

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import GAMES
from games.lessons import guide, sheet

from ..embargo.visibility import Viewpoint, viewpoint, viewpoints
from ..http import costs, quotas
from ..http.compressing import compressed
from ..http.keeping import CHECKED, HELD, NOWHERE, Keeping, by_all
from ..http.throttling import charge
from ..models import Competition, Entry, Log, Player, Round
from ..organising.creating import create_competition
from ..organising.joining import join
from ..players.registering import register_with_token
from ..players.tickets import issue_ticket
from ..playing.submitting import entry_of, judge, require_open_play, round_of, submit_log
from ..refusals import Refusal
from ..scoring import standings
from ..scoring.extent import Extent
from .authentication import ANY, PageSession, RememberedBearer, require_scope, told_to_live_tokens
from .describing import described, description_of
from .forms.competitions import CompetitionForm
from .forms.nothing import NothingForm
from .forms.players import GuestForm
from .forms.playing import EntryForm, LogForm
from .forms.queries import CompetitionsQuery, PageQuery, StandingsQuery
from .idempotency import HEADER, Answer, Keep, answer_once
from .keeping import tag_of, tag_of_body, tagged_by_its_body, unchanged
from .paging import COMPETITIONS, sheet_json, short_page, stretch_in
from .parsing import asked_in, parser_of, read
from .resources.competitions import CompetitionResource, competition_json
from .resources.entries import EntryResource
from .resources.games import GameResource, LessonsResource
from .resources.logs import LogResource, Verdict
from .resources.players import NewPlayer, NewPlayerResource, Ticket, TicketResource
from .resources.resource import page_of
from .resources.standings import StandingsResource
from .unknown import with_warnings

Submitting = Callable[..., Log]
"""`submit_log`, which still needs to know what else to write."""

GAMES_KEPT_S: Final = 300
"""How long answers about games may be kept: they change only with a new version of the service."""


class View(APIView):
    """`scopes` says for each method what a token must allow; other methods are open to all.

    `kept` says how what is found may be kept; its ETag is made of the body, unless the view has made one.
    What PATCH answers has the one that GET would have now; `still_matches` holds its callers to theirs.
    """

    scopes: ClassVar[Mapping[str, str]] = {}
    kept: Keeping = NOWHERE
    compressed: bool = False
    """Whether what is found is compressed for who asks: only what has no secret in it may be."""

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        if isinstance(response, Response) and response.data is not None and response.status_code < 300:
            if request.method == "PATCH" and self.kept.tagged:
                response["ETag"] = tag_of_body(response.data)
            response.data = with_warnings(request, response.data)
        response = super().finalize_response(request, response, *args, **kwargs)
        found = response.status_code in (200, 304) and request.method in ("GET", "HEAD")
        kept = self.kept if found else NOWHERE
        response["Cache-Control"] = kept.cache_control
        patch_vary_headers(response, ("Authorization", "Cookie"))
        for field, text in (*quotas.told(request).items(), *self._location(request, response)):
            response[field] = text
        if kept.tagged and "ETag" not in response:
            response = tagged_by_its_body(request, response)
        if self.compressed and response.status_code in (200, 304):
            return compressed(request._request, response)
        return response

    def _location(self, request: Request, response: HttpResponseBase) -> Iterator[tuple[str, str]]:
        """Where what was made is read, if anywhere."""
        described = description_of(self, request.method)
        if response.status_code == 201 and described is not None and described.found_by is not None:
            path = reverse(described.found_by, args=(response.data["id"],))
            yield "Location", request.build_absolute_uri(path)

    def options(self, request: Request, *args: object, **kwargs: object) -> Response:
        """The methods, in `Allow`."""
        return Response(status=204)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST" and hasattr(self, "post"):
            parser_of(request)  # so that what is not announced as JSON is refused before anything else
            if description_of(self, "POST").takes is None:
                read(NothingForm, request)


class Guests(View):
    throttle_scope = "guests"

    @described(
        "create_guest",
        "Become a player with just a name; the answer has a token.",
        takes=GuestForm,
        gives={201: NewPlayerResource},
        problems=("name_taken",),
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()
        form = read(GuestForm, request)
        player, secret = register_with_token(name=form["name"], bot=form["bot"], now=now)
        return Response(NewPlayerResource.of(NewPlayer(player, secret)), status=201)


class Games(View):
    compressed = True
    kept = by_all(GAMES_KEPT_S)

    @described(
        "list_games",
        "Every game that can be played, with its rules.",
        asks=PageQuery,
        gives=page_of(GameResource),
    )
    def get(self, request: Request) -> Response:
        query = asked_in(PageQuery, request)
        page = short_page(GAMES.values(), request, query, key=attrgetter("slug"))
        return Response(page.json(GameResource.each(page.rows)))


class OneGame(View):
    compressed = True
    kept = by_all(GAMES_KEPT_S)

    @described("get_game", "One game.", gives=GameResource)
    def get(self, request: Request, slug: str) -> Response:
        if slug not in GAMES:
            raise NotFound
        return Response(GameResource.of(GAMES[slug]))


class Lessons(View):
    compressed = True
    kept = by_all(GAMES_KEPT_S)

    @described(
        "get_lessons",
        "The rules in pictures, and a first deal with what to do and why.",
        gives=LessonsResource,
    )
    def get(self, request: Request, slug: str) -> Response:
        if slug not in GAMES:
            raise NotFound
        return Response({"sheet": sheet(GAMES[slug]), "guide": guide(GAMES[slug])})


class Competitions(View):
    compressed = True
    kept = CHECKED
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "list_competitions",
        "Public competitions, the newest first; or the viewer's own.",
        asks=CompetitionsQuery,
        gives=page_of(CompetitionResource),
        problems=("forbidden",),
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        query = asked_in(CompetitionsQuery, request)
        found = Competition.objects.all()
        if query["mine"]:
            require_scope(request, "read")
            found = found.of(request.user)
        else:
            found = found.listed()
        if (state := query["state"]) is not None:
            found = found.in_state(state, now)
        if (game := query["game"]) is not None:
            found = found.playing(game)
        page = COMPETITIONS.page(found.with_rounds(), request, query)
        bodies = [
            competition_json(request, competition, seen)
            for competition, seen in zip(page.rows, viewpoints(page.rows, request.user, now), strict=True)
        ]
        if any("invite" in body for body in bodies):
            self.kept, self.compressed = HELD, False
        return Response(page.json(bodies))

    @described(
        "create_competition",
        "Announce a competition, which the caller organises.",
        takes=CompetitionForm,
        gives={201: CompetitionResource},
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], Answer]:
            plan = read(CompetitionForm, request)["plan"]
            return lambda: Answer(201, create(plan))

        def create(plan):
            competition = create_competition(organiser=request.user, plan=plan, now=now)
            return competition_json(request, competition, viewpoint(competition, request.user, now))

        return answer_once(request, now, prepare)


class Entries(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "entries"

    @described(
        "join_competition",
        "Join a competition; 200 for who has joined already.",
        takes=EntryForm,
        gives={201: EntryResource, 200: EntryResource},
        problems=("bad_invite", "full", "wrong_state"),
        once=True,
    )
    def post(self, request: Request, competition_id: str) -> Response:
        now = timezone.now()
        competition = seen_at(competition_id, request.user, now).competition

        def prepare() -> Callable[[], Answer]:
            invite = read(EntryForm, request)["invite"]
            return lambda: enter(invite)

        def enter(invite: str | None) -> Answer:
            entry, new = join(competition=competition, player=request.user, invite=invite, now=now)
            return Answer(201 if new else 200, EntryResource.of(entry))

        return answer_once(request, now, prepare)


class Logs(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "logs"

    def get_authenticators(self) -> list[BaseAuthentication]:
        """A remembered token will do to send a log, but not to be told an answer that was kept."""
        if self.request.method == "POST" and HEADER not in self.request.headers:
            return [RememberedBearer(), PageSession()]
        return super().get_authenticators()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        with told_to_live_tokens(request):
            super().initial(request, *args, **kwargs)

    @described(
        "submit_log",
        "Send a whole game of an open round, an empty one to give up; the answer is its verdict.",
        takes=LogForm,
        gives={201: LogResource},
        problems=("not_entered", "disqualified", "round_not_open", "no_attempts_left", "wrong_state"),
        once=True,
        found_by="get_log",
    )
    def post(self, request: Request, competition_id: str, number: int) -> Response:
        with told_to_live_tokens(request):
            return self._answer(request, competition_id, number)

    def _answer(self, request: Request, competition_id: str, number: int) -> Response:
        now = timezone.now()
        try:
            round = round_of(competition_id, number, now)
        except Round.DoesNotExist:
            raise NotFound from None
        if round.competition.published_at is None:
            seen_at(competition_id, request.user, now)

        def prepare() -> Submitting:
            moves = read(LogForm, request)["moves"]
            try:
                entry = entry_of(competition_id, request.user.pk)
            except Entry.DoesNotExist:
                raise Refusal("not_entered", "Join the competition first.") from None
            require_open_play(round)
            if round.state(now) == "scheduled":
                raise Refusal("round_not_open", f"Round {number} is not open yet.")
            charge(request, costs.of_log(len(moves)))
            verdict = judge(deal=round.deal, moves=moves)
            sent = {"token": request.auth, "entry": entry, "round": round, "moves": moves}
            return partial(submit_log, **sent, verdict=verdict, now=now)

        return answer_once(request, now, prepare, _submit)


def _submit(submit: Submitting, keep: Keep | None) -> Answer:
    """The answer to a log. It is kept in the log's own transaction, which other logs share."""
    return _log_answer(submit(along=keep and (lambda log: keep(_log_answer(log)))))


def _log_answer(log: Log) -> Answer:
    return Answer(201, LogResource.of(Verdict(log)))


class Standings(View):
    compressed = True
    kept = CHECKED

    @described(
        "get_standings",
        "The standings over all rounds or in one; or the rows around the viewer's own.",
        asks=StandingsQuery,
        gives=StandingsResource,
        problems=("forbidden", "not_entered"),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = standings_seen(request, competition_id)
        query = asked_in(StandingsQuery, request)
        round = asked_round(query, seen.competition)
        since = None
        if query["around"] is not None:
            entry = _entrant(request, seen)
            make = partial(standings.around, entry, seen, round=round, limit=query["limit"])
        else:
            offset, limit, since = stretch_in(query)
            make = partial(standings.sheet, seen, round=round, offset=offset, limit=limit)
        tag = tag_of(standings.FORM, request.build_absolute_uri(), Extent(seen, round).basis)
        if (known := unchanged(request, tag)) is not None:
            return known
        return Response(
            sheet_json(request, make(), competition=seen.competition, since=since), headers={"ETag": tag}
        )


class Tickets(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": ANY}
    throttle_scope = "tickets"

    @described(
        "create_ticket",
        "A ticket that opens one socket within a minute, so that no token stands in an address.",
        gives={201: TicketResource},
    )
    def post(self, request: Request) -> Response:
        session = None if request.auth else request.session.session_key
        secret, expires_at = issue_ticket(
            player=request.user, token=request.auth, session=session, now=timezone.now()
        )
        return Response(TicketResource.of(Ticket(secret, expires_at)), status=201)


class Nothing(View):
    """The answer for every other path."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise NotFound


def seen_at(competition_id: str, viewer: Player | None, now: datetime) -> Viewpoint:
    """The viewer's standing towards a competition; raises NotFound if they may not know of it."""
    seen = viewpoint(competition_at(competition_id), viewer, now)
    if not seen.knows_of_it:
        raise NotFound
    return seen


def competition_at(competition_id: str) -> Competition:
    """Whoever asks: so nothing of it may be told before `seen_at` says that the viewer may know of it."""
    try:
        return Competition.read(competition_id)
    except Competition.DoesNotExist:
        raise NotFound from None


def round_at(competition: Competition, number: int) -> Round:
    for round in competition.rounds.all():
        if round.number == number:
            return round
    raise NotFound


def standings_seen(request: Request, competition_id: str) -> Viewpoint:
    """How the viewer sees a competition whose standings they ask for; raises `not_entered`."""
    seen = seen_at(competition_id, request.user, timezone.now())
    if not seen.sees_standings:
        raise Refusal("not_entered", "Only entrants see the standings of an invite-only event.")
    return seen


def _entrant(request: Request, seen: Viewpoint) -> Entry:
    """The viewer's entry, whose neighbourhood they ask for."""
    require_scope(request, "read")
    if seen.entry is None:
        raise Refusal("not_entered", "You have not joined this competition.")
    return seen.entry


def asked_round(query: Mapping[str, int | None], competition: Competition) -> Round | None:
    """The round that the query names; None for all."""
    return None if query["round"] is None else round_at(competition, query["round"])
