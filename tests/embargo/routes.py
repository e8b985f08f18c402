"""Every route of the service, and how a walk fills it in.

A route that is not in the tables below fails the test of the tables: whoever
adds one decides what is asked of it here, and so whether it keeps the embargo.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from competitions.realtime.routing import urlpatterns as sockets
from frontend.desk.act_views import CONTEST_ACTS
from games import GAMES

from .hidden import EVERYBODYS
from .stage import Play, Stage, Viewer

Paths = Callable[[Stage], Sequence[str]]
Bodies = Callable[[Stage, Viewer, str], Sequence[Any]]

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
BROKEN: Final = (b"", b"{", b"[]", b"\xff\xfe", b'{"ply": "x", "moves": 7, "name": 7, "invite": 7}')
GARBAGE: Final = {
    JSON: (*((body, JSON) for body in BROKEN), (b"{}", "text/plain")),
    FORM: ((b"", FORM),),  # a form takes any text, and has nothing in it if it is of another type
}
"""Bodies that no client sends, each with its type."""


def nobody(stage: Stage, viewer: Viewer, path: str) -> bool:
    return False


@dataclass(frozen=True)
class Way:
    """How one route is asked: the paths, what is sent with POST beyond garbage, and what is left out.

    Bodies are JSON values, or bytes that are sent as they are.
    """

    paths: Paths
    bodies: Bodies = lambda *_: ({},)
    spared: Callable[[Stage, Viewer, str], bool] = nobody
    """Whether this viewer's POST is left out, since it would change the scene: other tests send it."""
    unasked: Sequence[str] = ()
    """Methods that nobody asks with, since they would take the viewer out of the scene."""
    kind: str = JSON
    for_organisers: bool = False
    """Whether it is the organisers' alone: others are refused before it is looked what they ask for."""

    def body(self, fields: Any) -> bytes:
        if isinstance(fields, bytes):
            return fields
        return json.dumps(fields).encode() if fields or self.kind == JSON else b""


class Constant(tuple[str, ...]):
    """Paths whose answers have nothing of any contest."""

    def __call__(self, stage: Stage) -> Sequence[str]:
        return self


def listing(*paths: str) -> Paths:
    """Paths that are always the same, and whose answers tell of contests."""
    return lambda stage: paths


def of(named: Callable[[Stage], Sequence[Sequence[str]]], *paths: str) -> Paths:
    """These paths, each with the ids of everything that is `named` so."""
    return lambda stage: [path.format(*ids) for ids in named(stage) for path in paths]


def events(stage: Stage) -> Sequence[Sequence[str]]:
    return [[event.id] for event in stage.events]


def attempts(stage: Stage) -> Sequence[Sequence[str]]:
    return [[play.attempt] for play in stage.plays()]


def logs(stage: Stage) -> Sequence[Sequence[str]]:
    """Each, and the next beside it: one's own beside another's, and the other way round."""
    ended = [play.log for play in stage.plays() if play.log]
    return [*zip(ended, [*ended[1:], *ended[:1]], strict=True)]


def entries(stage: Stage) -> Sequence[Sequence[str]]:
    """Each event with each of its entries."""
    return [entry for viewer in stage.viewers for entry in viewer.entries.items()]


def last_entries(stage: Stage) -> Sequence[Sequence[str]]:
    return [*dict(entries(stage)).items()]  # type: ignore[arg-type, list-item]


def players(stage: Stage) -> Sequence[Sequence[str]]:
    """Each, and the next beside them."""
    ids = [viewer.player.pk for viewer in stage.viewers if viewer.player is not None]
    return [*zip(ids, [*ids[1:], *ids[:1]], strict=True)]


def together(*some: Paths) -> Paths:
    return lambda stage: [path for paths in some for path in paths(stage)]


def reasons(stage: Stage, viewer: Viewer, path: str) -> list[dict[str, str]]:
    return [{"reason": "A reason.", "name": ""}]


def pasted(stage: Stage, viewer: Viewer, path: str) -> list[bytes]:
    """Two logs of the deal that anybody may name."""
    line = json.dumps({"game": EVERYBODYS.game, "seed": EVERYBODYS.seed, "moves": []})
    return [urlencode({"log": f"{line}\n{line}"}).encode()]


def own(viewer: Viewer, path: str) -> Play | None:
    """The viewer's attempt that the path names."""
    mine = [play for plays in viewer.plays.values() for play in plays]
    return next((play for play in mine if f"/{play.attempt}" in path), None)


def would_join(stage: Stage, viewer: Viewer, path: str) -> bool:
    """Whether the POST would let the viewer into the competition."""
    return viewer.player is not None and not any(f"/{id}/" in path for id in viewer.entered)


def would_begin(stage: Stage, viewer: Viewer, path: str) -> bool:
    """Whether the POST would start an attempt of the viewer's."""
    return any(
        f"/{event.id}/rounds/1/" in path
        and event.id in viewer.entered
        and not event.play_is_over(viewer.plays.get((event.id, 1), []))
        and all(play.log for play in viewer.plays.get((event.id, 1), []))
        for event in stage.events
    )


def would_end(stage: Stage, viewer: Viewer, path: str) -> bool:
    """Whether the POST would end the viewer's own game."""
    playing = own(viewer, path)
    return playing is not None and playing.log is None


def would_close(stage: Stage, viewer: Viewer, path: str) -> bool:
    return any(f"/{id}/" in path for id in viewer.organises)


def moves(stage: Stage, viewer: Viewer, path: str) -> Iterator[dict[str, Any]]:
    """A repeat, a stale and an absent ply, words that are no moves, illegal ones, and the next legal one."""
    playing = own(viewer, path)
    made = playing.made if playing else stage.plays()[0].made
    at = len(made)
    yield {"ply": 0, "moves": list(made)}
    if playing is None:
        return
    yield {"ply": 0, "moves": ["nonsense", "\ud800"]}
    yield {"ply": at + 7, "moves": []}
    yield {"ply": at, "moves": []}
    deal = playing.deal
    table = list(deal.positions(made))[-1].table
    illegal = [
        text for text, move in GAMES[deal.game].vocabulary(dict(deal.rules)).items() if move.refusal(table)
    ]
    yield from ({"ply": at, "moves": [text]} for text in illegal[:: max(1, len(illegal) // 8)])
    if playing.log is None and at < len(playing.path):
        playing.ply += 1
        yield {"ply": at, "moves": [playing.path[at], "nonsense"]}


def takebacks(stage: Stage, viewer: Viewer, path: str) -> list[dict[str, Any]]:
    """Two plies that nothing can be taken back to; real takebacks have tests of their own. Of another's
    game, all that was played: the guard alone refuses that.
    """
    return [{"ply": 3000}, {"ply": -1}] if own(viewer, path) else [{"ply": 0}]


DESK_OF_STAFF: Final = (
    *("", "jsi18n/", "^(?P<app_label>competitions)/$"),
    *(
        f"competitions/{table}/{page}"
        for table in ("report", "measure", "sign", "player")
        for page in ("", "<path:object_id>/change/")
    ),
    "competitions/player/<public_id:player_id>/measure",
)
"""The pages of the staff's desk: what is there for the staff, `test_staff` asks for."""

CIRCLE: Final = "circles/<public_id:circle_id>"
"""What is in circles, `test_circles` asks for."""

SERIES: Final = "series/<public_id:series_id>"
"""What is in series, `tests/series` asks for."""

NOWHERE: Final = "2" * 16
"""An id that nothing has."""


def at_nothing(route: str) -> str:
    """The path of a route, in which nothing is named that is there."""
    return re.sub(r"<\w+:\w+>", NOWHERE, re.sub(r"<int:\w+>", "999999", route))


Route = tuple[str, Way]


def api(route: str, *asked: str, **more: Any) -> Route:
    """A route of the API that tells of no contest, and the paths at which it is asked: without any, at the
    one where nothing is there."""
    return f"api/v1/{route}", Way(Constant(asked or [f"/api/v1/{at_nothing(route)}"]), **more)


def page(route: str, *asked: str, **more: Any) -> Route:
    """The same of a page."""
    return route, Way(Constant(asked or [f"/{at_nothing(route)}"]), kind=FORM, **more)


def api_asked(route: str, *asked: str, **more: Any) -> Route:
    """A route of the API that tells of contests, asked at these paths."""
    return f"api/v1/{route}", Way(listing(*(f"/api/v1/{at}" for at in asked)), **more)


def api_lists(route: str, *queries: str, **more: Any) -> Route:
    """The same, asked as it is and with these queries."""
    return api_asked(route, *(f"{route}{query}" for query in ("", *queries)), **more)


def page_lists(route: str, *asked: str, **more: Any) -> Route:
    return route, Way(listing(*(asked or [f"/{route}"])), kind=FORM, **more)


def under_each(prefix: str, end: str, asked: Sequence[str], **more: Any) -> Way:
    return Way(of(events, *(f"{prefix}/{{}}{at}" for at in asked or [at_nothing(end)])), **more)


def api_of_events(end: str, *asked: str, **more: Any) -> Route:
    """A route of the API in every contest, asked with these ends of a path: without any, with its own, at
    nothing that is there."""
    return f"{EVENT}{end}", under_each("/api/v1/competitions", end, asked, **more)


def page_of_events(end: str, *asked: str, **more: Any) -> Route:
    """The same of a page."""
    return f"{PAGE_OF_EVENT}{end}", under_each("/c", end, asked, kind=FORM, **more)


def sent(*bodies: Any) -> Bodies:
    """The same bodies from everybody."""
    return lambda *_: bodies


EVENT: Final = "api/v1/competitions/<public_id:competition_id>"
PAGE_OF_EVENT: Final = "c/<competition_id:competition_id>"
PAGE_OF_ENTRY: Final = f"{PAGE_OF_EVENT}/players/<entry_id:entry_id>"
PLAYER: Final = "api/v1/players/<who:who>"
ROUND: Final = "/rounds/<round_number:number>"
PAGE_OF_ROUND: Final = "/rounds/<competition_round:number>"
ENTRY: Final = "/entries/<public_id:entry_id>"
HOOK: Final = "/webhooks/<public_id:hook_id>"
BADGE: Final = "/badges/<public_id:badge_id>"
ATTEMPT: Final = "api/v1/attempts/<public_id:attempt_id>"
LOG: Final = "api/v1/logs/<public_id:log_id>"

ENTRIES: Final = "/api/v1/competitions/{}/entries/{}"
ORGANISERS: Final[Mapping[str, Any]] = {"for_organisers": True}
REPORTS: Final = together(
    of(events, "/report/about/{}"), of(entries, "/report/entry/{1}"), of(logs, "/report/result/{}")
)
ROUNDS_OF_ENTRIES: Final = together(
    of(entries, "/c/{}/players/{}/rounds/1"), of(last_entries, "/c/{}/players/{}/rounds/2")
)
VERIFIED: Final = together(listing("/verify"), of(logs, "/verify?log={}"))
DESKS_PLAYERS: Final = [
    f"/c/{{}}/desk/players/{{}}/{act}"
    for act in (
        *("rename", "disqualify", "reinstate", "message"),
        *("new-attempt", "more-time", "set-aside", "count-again"),
    )
]

ROUTES: Final[Mapping[str, Way]] = dict(
    [
        api("guests"),
        api_lists("me", unasked=("DELETE",)),
        api_lists("me/export"),
        api("daily", "/api/v1/daily", "/api/v1/daily?date=1999-01-01"),
        *(
            page(f"staff/{at}", f"/staff/{at_nothing(at).replace('^(?P<app_label>competitions)/$', 'x/')}")
            for at in DESK_OF_STAFF
        ),
        api_lists("circles", bodies=sent({"name": "x"})),
        api_lists("series", bodies=sent({"template": NOWHERE})),
        *(api(f"{SERIES}{end}") for end in ("", ".ics", "/standings", "/skip", "/end")),
        api("me.ics", "/api/v1/me.ics?key=x"),
        api("me/calendar", spared=lambda *_: True),
        api_of_events(".ics", ".ics"),
        *(api(f"{CIRCLE}{end}") for end in ("", "/invite", "/members", "/board")),
        api(f"{CIRCLE}/members/<public_id:player_id>"),
        api_asked("leaderboards/<slug:slug>", "leaderboards/wish", "leaderboards/none"),
        *((f"{PLAYER}{end}", Way(of(players, f"/api/v1/players/{{}}{end}"))) for end in ("", "/results")),
        (f"{PLAYER}/versus/<who:other>", Way(of(players, "/api/v1/players/{}/versus/{}"))),
        (f"{PLAYER}/ratings/<slug:slug>", Way(of(players, "/api/v1/players/{}/ratings/wish"))),
        api_lists("deals/played", "?game=wish", "?game=golf"),
        api("challenges", bodies=sent({"game": EVERYBODYS.game, "seed": EVERYBODYS.seed})),
        api("duels", bodies=sent({"game": "wish", "against": NOWHERE})),
        api("games"),
        api("games/<slug:slug>", "/api/v1/games/wish", "/api/v1/games/none"),
        api("games/<slug:slug>/lessons", "/api/v1/games/winabit/lessons", "/api/v1/games/none/lessons"),
        api_lists(
            "competitions",
            *("?mine=1", "?game=wish&state=nonsense", "?cursor=x"),
            bodies=sent({"name": "x", "rounds": [{"game": "wish", "seed": "0"}]}),
        ),
        api_of_events(""),
        api_of_events("/settings", **ORGANISERS),
        api_of_events("/entries", bodies=sent({"invite": "wrong"}), spared=would_join),
        api_of_events(
            "/standings", "/standings", "/standings?round=1", "/standings?round=2", "/standings?around=me"
        ),
        api_of_events(
            "/standings.csv", "/standings.csv", "/standings.csv?round=1&bom=1", "/standings.csv?round=2"
        ),
        api_of_events("/events", "/events", "/events?after=x"),
        api_of_events("/stream", "/stream", "/stream?since=0"),
        # In open play a rejected log is the player's own to read, and no move was made.
        api_of_events(
            f"{ROUND}/logs", "/rounds/1/logs", "/rounds/2/logs", bodies=sent({"moves": ["nonsense"]})
        ),
        api_of_events(
            f"{ROUND}/attempts",
            *("/rounds/1/attempts", "/rounds/2/attempts", "/rounds/9/attempts"),
            bodies=sent({}, {"ghost": True}),
            spared=would_begin,
        ),
        api_of_events(f"{ROUND}/done", "/rounds/1/done", "/rounds/2/done", spared=would_begin),
        api_of_events(f"{ROUND}/tree", "/rounds/1/tree", "/rounds/2/tree?least=1"),
        api_of_events(f"{ROUND}/luck", "/rounds/1/luck", "/rounds/2/luck"),
        api_of_events("/logs.ndjson"),
        *(api_of_events(end, spared=would_close, **ORGANISERS) for end in ("/close", "/cancel")),
        *(
            api_of_events(end, **ORGANISERS)
            for end in ("/publish", "/certify", "/copy", "/invite", "/organisers/<public_id:player_id>")
        ),
        api_of_events("/rematch"),
        api_of_events("/organisers", bodies=sent({"name": "Nobody at all"})),
        *(
            (
                f"{EVENT}{ENTRY}/{act}",
                Way(of(last_entries, f"{ENTRIES}/{act}"), reasons, spared, **ORGANISERS),
            )
            for act, spared in {"disqualify": would_close, "reinstate": nobody, "rename": nobody}.items()
        ),
        (
            f"{EVENT}{ENTRY}/grants",
            Way(
                of(last_entries, f"{ENTRIES}/grants"),
                sent({"round": 1, "reason": "A reason.", "extra_ms": 5}),
                **ORGANISERS,
            ),
        ),
        (
            f"{EVENT}{ENTRY}/messages",
            Way(of(last_entries, f"{ENTRIES}/messages"), sent({"text": "x"}), **ORGANISERS),
        ),
        api_of_events("/badges", "/badges", "/badges?limit=1", bodies=sent({"names": ["x"]}), **ORGANISERS),
        api_of_events("/webhooks", bodies=sent({"url": "https://hooks.example/"}), **ORGANISERS),
        *(
            api_of_events(end, **ORGANISERS)  # what is sent is looked at where it is sent
            for end in (
                *(BADGE, f"{BADGE}/renew", HOOK, f"{HOOK}/ping", f"{HOOK}/deliveries"),
                f"{HOOK}/deliveries/<public_id:delivery_id>/resend",
            )
        ),
        api_of_events("/audit"),
        (ATTEMPT, Way(of(attempts, "/api/v1/attempts/{}", "/api/v1/attempts/{}?words=1"))),
        (f"{ATTEMPT}/moves", Way(of(attempts, "/api/v1/attempts/{}/moves"), moves)),
        (f"{ATTEMPT}/undo", Way(of(attempts, "/api/v1/attempts/{}/undo"), takebacks)),
        (f"{ATTEMPT}/finish", Way(of(attempts, "/api/v1/attempts/{}/finish"), spared=would_end)),
        # Nobody plays a ghost of a round that is open: `tests/ghosts` looks at those of closed ones.
        (f"{ATTEMPT}/ending", Way(of(attempts, "/api/v1/attempts/{}/ending"))),
        (f"{ATTEMPT}/standings", Way(of(attempts, "/api/v1/attempts/{}/standings"))),
        *(
            (f"{LOG}{end}", Way(of(logs, f"/api/v1/logs/{{}}{end}")))
            for end in ("", "/replay", "/receipt", "/analysis")
        ),
        api("keys"),
        api("dumps"),
        api("history/checkpoint"),
        api_lists("history/leaves", "?from=1"),
        api_asked("history/consistency", "history/consistency?old=0&new=0"),
        api_asked("history/inclusion", "history/inclusion?leaf=0&size=1"),
        api(
            "replays",
            bodies=sent({"game": EVERYBODYS.game, "seed": EVERYBODYS.seed, "moves": [], "steps": True}),
        ),
        api_lists("notices", "?unread=1"),
        api("notices/read", bodies=sent({"before": "1999-01-01T00:00:00Z"})),
        api("tokens", bodies=sent({"name": "x", "scopes": []}, {"name": "x", "scopes": ["read"]})),
        *(api(route) for route in ("tokens/<public_id:token_id>", "tickets", "schema", "asyncapi", "docs")),
        api("", "/api/v1/", "/api/v1/nothing", "/api/v1/competitions/x/seed"),
        page_lists(""),
        page_lists("contests", "/contests", "/contests?q=a&state=over&game=wish", "/contests?after=x"),
        page_lists("contests/mine"),
        page_lists("daily"),
        page_lists("daily/<month:month>", "/daily/2026-11", "/daily/1999-01"),
        ("daily/<day:day>", Way(lambda _: [f"/daily/{timezone.now():%Y-%m-%d}"], kind=FORM)),
        page_lists("circles"),
        *(page(f"circles/<circle_id:circle_id>{end}") for end in ("", "/join")),
        page("circles/<circle_id:circle_id>/<slug:act>", f"/circles/{NOWHERE}/leave"),
        page("circles/<circle_id:circle_id>/calendar.ics", f"/circles/{NOWHERE}/calendar.ics?key=x"),
        page("series/<series_id:series_id>"),
        page("series/<series_id:series_id>/<slug:act>", f"/series/{NOWHERE}/end"),
        page_of_events("/desk/series", bodies=sent(b"name=x"), **ORGANISERS),
        page_of_events("", "", "?page=2"),
        page_of_events("/join", spared=would_join),
        page("duels", bodies=sent(b"game=wish&against=2222222222222222")),
        page_of_events(PAGE_OF_ROUND, "/rounds/1", "/rounds/2", "/rounds/9"),
        *(
            page_of_events(f"{PAGE_OF_ROUND}/{end}", f"/rounds/1/{end}", f"/rounds/2/{end}", spared=spared)
            for end, spared in {
                **dict.fromkeys(("deal", "done"), would_begin),
                **dict.fromkeys(("ghost", "ghost/ending", "tree", "luck"), nobody),
            }.items()
        ),
        (PAGE_OF_ENTRY, Way(of(entries, "/c/{}/players/{}"), kind=FORM)),
        (f"{PAGE_OF_ENTRY}{PAGE_OF_ROUND}", Way(ROUNDS_OF_ENTRIES, kind=FORM)),
        *map(page_of_events, ("/rematch", "/token", "/sheet", "/room", "/embed", "/trail")),
        page_of_events("/desk", "/desk", "/desk?show=done&called=e", **ORGANISERS),
        page_of_events("/desk/settings", spared=would_close, **ORGANISERS),
        page_of_events("/desk/badges", bodies=sent(b"names=x"), **ORGANISERS),
        page_of_events(
            "/desk/badges/<badge_id:badge_id>/<slug:act>", f"/desk/badges/{NOWHERE}/renew-badge", **ORGANISERS
        ),
        page_of_events(
            "/desk/webhooks", bodies=sent(b"url=https%3A%2F%2Fhooks.example%2F&events=result"), **ORGANISERS
        ),
        *(
            page_of_events(f"/desk/{end}", **ORGANISERS)
            for end in (
                "badges/sheet",
                "certificates",
                *(f"webhooks/<hook_id:hook_id>/{act}" for act in ("remove", "ping")),
                "webhooks/<hook_id:hook_id>/<hook_id:delivery_id>/again",
            )
        ),
        page_of_events(
            "/desk/<slug:act>",
            *(f"/desk/{act}" for act in (*CONTEST_ACTS, "nothing")),
            spared=would_close,
            **ORGANISERS,
        ),
        (
            f"{PAGE_OF_EVENT}/desk/players/<entry_id:entry_id>/<slug:act>",
            Way(of(last_entries, *DESKS_PLAYERS), spared=would_close, kind=FORM, **ORGANISERS),
        ),
        *(
            page(route, bodies=sent(body))
            for route, body in {
                "me": {"name": "x"},
                "me/profile": {"profile": "x"},
                "me/preferences": {"speed": "x"},
                "me/notices": b"stop=1",
                "me/reminders": b"stop=1",
                "me/offer": {},
                "language": {"language": "en"},
                "me/calendar": b"close=1",
                "me/keys": {"name": "x"},
                "sign-in": {"login": "x@example.org", "password": "x"},
                "forgotten": {"email": "x"},
                "forgotten/code": {"code": "x"},
                "forgotten/password": {"password1": "x"},
                "me/address": {"action_add": "1", "email": "x"},
                "me/address/code": {"code": "x"},
                "me/password/first": {"password1": "x"},
                "me/password": {"password1": "x"},
                "sign-in/passkey": {"credential": "{}"},
                "sign-in/code": {"code": "x"},
                "me/passkeys": {"credential": "{}"},
                "me/passkeys/<int:pk>/name": {"name": "x"},
                "me/again": {"password": "x"},
                "continue": {"code": "22222222222"},
            }.items()
        ),
        page_lists("notices", bodies=sent(b"before=x")),
        page("notices/stop/<slug:word>", "/notices/stop/x"),
        *(page(route, spared=lambda *_: True) for route in ("me/delete", "continue/others/end")),
        *(
            page(route)
            for route in (
                *("new", "new/club-night", "games", "offline", "guides"),
                *("sign-out", "sign-up", "forgotten/done"),
                *("me/guest", "me/account", "me/app", "me/app/remove", "me/codes", "me/codes/new"),
                *("me/again/passkey", "me/passkeys/<int:pk>/remove", "me/keys/<token_id:token_id>/revoke"),
                *("me/staff/<measure_id:measure_id>", "continue/code"),
                "continue/devices/<int:browser_id>/end",
                *("sw.js", "manifest.webmanifest", "games.zip", "rules.zip", "evendeal.zip"),
            )
        ),
        page("badge", "/badge", "/badge?code=x", bodies=sent(b"code=x")),
        ("results/<slug:log_id>", Way(of(logs, "/results/{}", "/results/{}?with={}"), kind=FORM)),
        ("results/<slug:log_id>/ending", Way(of(logs, "/results/{}/ending"), kind=FORM)),
        (
            "results/<slug:log_id>/review",
            Way(of(logs, "/results/{}/review", "/results/{}/review?with={}"), kind=FORM),
        ),
        ("report/<slug:what>/<reported_id:reported_id>", Way(REPORTS, sent(b"ground=other"), kind=FORM)),
        ("verify", Way(VERIFIED, pasted, lambda stage, viewer, path: "?" in path, kind=FORM)),
        page_lists("leaderboards"),
        page_lists("leaderboards/<slug:slug>", "/leaderboards/wish", "/leaderboards/none"),
        page("<at_name:who>", "/@Nobody"),
        page("<at_name:who>/ratings/<slug:slug>", "/@Nobody/ratings/wish"),
        *(
            (f"players/<player_id:who>{end}", Way(of(players, f"/players/{{}}{asked}"), kind=FORM))
            for end, asked in {"": "", "/ratings/<slug:slug>": "/ratings/wish"}.items()
        ),
        page("games/<slug:slug>", "/games/wish", "/games/none"),
        page_lists("play"),
        page_lists("play/<slug:slug>", "/play/wish", "/play/none"),
        page(
            "practice/<slug:slug>",
            *(f"/practice/wish?seed={EVERYBODYS.seed}", "/practice/wish", "/practice/wish?seed=!"),
        ),
        page(
            "practice/<slug:slug>/ending",
            f"/practice/wish/ending?seed={EVERYBODYS.seed}",
            bodies=sent(b"moves=[]"),
        ),
        page("beat/<slug:slug>/<slug:seed>", f"/beat/wish/{EVERYBODYS.seed}"),
        page("guides/<slug:slug>", "/guides/sealed-play", "/guides/none"),
        page("dumps/<slug:month>/<path:name>", "/dumps/2026-11/logs.ndjson.gz"),
    ]
)
"""Static files are no routes: WhiteNoise serves what lies in the build's folder before any view is found."""

OF_THE_DEAL: Final = {route: way for route, way in ROUTES.items() if not isinstance(way.paths, Constant)}
"""Those that have to do with what is played."""

OF_THE_CARDS: Final = {
    route: ROUTES[route]
    for route in (
        *(f"{ATTEMPT}{end}" for end in ("", "/moves", "/undo", "/finish", "/ending")),
        *(f"{LOG}{end}" for end in ("", "/replay", "/receipt", "/analysis")),
        *(f"{EVENT}/logs.ndjson", "api/v1/me/export", "results/<slug:log_id>", "verify"),
        "results/<slug:log_id>/ending",
        *(f"{PAGE_OF_EVENT}{end}" for end in ("", PAGE_OF_ROUND, f"{PAGE_OF_ROUND}/deal", "/room")),
        PAGE_OF_ENTRY,
    )
}
"""Those whose answers are put together from the game that is played: they differ from game to game."""

SOCKETS: Final[Mapping[str, Paths]] = {
    r"^ws/v1/competitions/(?P<competition_id>\w{1,64})$": of(
        events, "/ws/v1/competitions/{}", "/ws/v1/competitions/{}?since=0"
    ),
    r"^ws/v1/notices$": listing("/ws/v1/notices"),
    r"^ws/v1/attempts/(?P<attempt_id>\w{1,64})$": of(attempts, "/ws/v1/attempts/{}"),
}


def routes() -> list[str]:
    """Every route of the URLconf, as its patterns spell it."""
    return sorted(route for route, _ in views())


def views() -> Iterator[tuple[str, Any]]:
    """Every route with what answers there."""
    return _views(get_resolver().url_patterns, "")


@cache
def operations() -> frozenset[tuple[str, str]]:
    """Each route of the API with each method that its view has."""
    return frozenset(
        (route, method.upper())
        for route, view in views()
        if route.startswith("api/") and hasattr(view, "view_class")
        for method in ("get", "post", "patch", "put", "delete")
        if hasattr(view.view_class, method)
    )


def _views(patterns: Sequence[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _views(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


def socket_routes() -> list[str]:
    return sorted(str(pattern.pattern) for pattern in sockets)
