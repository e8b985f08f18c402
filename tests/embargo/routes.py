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

from competitions.sockets.routing import urlpatterns as sockets
from frontend.views.acts import CONTEST_ACTS
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


@dataclass(frozen=True)
class Way:
    """How one route is asked: the paths, what is sent with POST beyond garbage, and what is left out.

    Bodies are JSON values, or bytes that are sent as they are.
    """

    paths: Paths
    bodies: Bodies = lambda *_: ({},)
    spared: Callable[[Stage, Viewer, str], bool] = lambda *_: False
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


def constant(*paths: str) -> Constant:
    return Constant(paths)


def listing(*paths: str) -> Paths:
    """Paths that are always the same, and whose answers tell of contests."""
    return lambda stage: paths


def of_events(*suffixes: str, under: str = "/api/v1/competitions") -> Paths:
    return lambda stage: [f"{under}/{event.id}{suffix}" for event in stage.events for suffix in suffixes]


def of_attempts(*suffixes: str, under: str = "/api/v1/attempts") -> Paths:
    return lambda stage: [f"{under}/{play.attempt}{suffix}" for play in stage.plays() for suffix in suffixes]


def of_entries(suffix: str = "", *of_the_last: str) -> Paths:
    """The pages of everyone who is in one of the events, and further ones of the last who joined each."""
    return lambda stage: [
        *(f"/c/{event}/players/{entry}{suffix}" for event, entry in entries(stage)),
        *(
            f"/c/{event}/players/{entry}{further}"
            for event, entry in dict(entries(stage)).items()
            for further in of_the_last
        ),
    ]


def entries(stage: Stage) -> Iterator[tuple[str, str]]:
    for viewer in stage.viewers:
        yield from viewer.entries.items()


def of_players(suffix: str, *, under: str) -> Paths:
    """What is asked about everyone who has a name."""
    return lambda stage: [
        f"{under}/{viewer.player.pk}{suffix}" for viewer in stage.viewers if viewer.player is not None
    ]


def of_pairs(stage: Stage) -> list[str]:
    """Everyone beside the next."""
    ids = [viewer.player.pk for viewer in stage.viewers if viewer.player is not None]
    return [
        f"/api/v1/players/{one}/versus/{other}" for one, other in zip(ids, [*ids[1:], *ids[:1]], strict=True)
    ]


def of_acts_on_entries(suffix: str) -> Paths:
    """What an organiser does to an entry: to the last of each event."""
    return lambda stage: [
        f"/api/v1/competitions/{event}/entries/{entry}{suffix}"
        for event, entry in dict(entries(stage)).items()
    ]


def reasons(stage: Stage, viewer: Viewer, path: str) -> list[dict[str, str]]:
    return [{"reason": "A reason.", "name": ""}]


def of_desks_players(stage: Stage) -> list[str]:
    """What an organiser asks before an act on an entry: on the first of each event."""
    api = "/api/v1/competitions/"
    return [
        path.replace(api, "/c/").replace("/entries/", "/desk/players/")
        for act in ("rename", "disqualify", "reinstate")
        for path in of_acts_on_entries(f"/{act}")(stage)
    ]


def of_logs(stage: Stage) -> list[str]:
    return [f"/api/v1/logs/{play.log}" for play in stage.plays() if play.log]


def of_logs_replayed(stage: Stage) -> list[str]:
    return [f"{path}/replay" for path in of_logs(stage)]


def of_receipts(stage: Stage) -> list[str]:
    return [f"{path}/receipt" for path in of_logs(stage)]


def of_analyses(stage: Stage) -> list[str]:
    return [f"{path}/analysis" for path in of_logs(stage)]


def of_results(stage: Stage) -> list[str]:
    """Each result alone, and beside the next: one's own beside another's, and the other way round."""
    logs = [play.log for play in stage.plays() if play.log]
    return [
        f"/results/{log}{query}"
        for log, following in zip(logs, [*logs[1:], *logs[:1]], strict=True)
        for query in ("", f"?with={following}")
    ]


def of_reports(stage: Stage) -> list[str]:
    """What may be reported: each description, each name and each result."""
    return [
        *(f"/report/about/{event.id}" for event in stage.events),
        *(f"/report/entry/{entry}" for _, entry in entries(stage)),
        *(f"/report/result/{play.log}" for play in stage.plays() if play.log),
    ]


def of_pictured_logs(stage: Stage) -> list[str]:
    return [f"/previews/results/{play.log}.png" for play in stage.plays() if play.log]


def of_verified_logs(stage: Stage) -> list[str]:
    return ["/verify", *(f"/verify?log={play.log}" for play in stage.plays() if play.log)]


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

ROUTES: Final[Mapping[str, Way]] = {
    "api/v1/guests": Way(constant("/api/v1/guests")),
    "api/v1/me": Way(listing("/api/v1/me"), unasked=("DELETE",)),
    "api/v1/me/export": Way(listing("/api/v1/me/export")),
    "api/v1/daily": Way(constant("/api/v1/daily", "/api/v1/daily?date=1999-01-01")),
    **{
        f"staff/{page}": Way(
            constant(
                "/staff/"
                + re.sub(r"<\w+:\w+>", "2222222222222222", page).replace(
                    "^(?P<app_label>competitions)/$", "x/"
                )
            ),
            kind=FORM,
        )
        for page in DESK_OF_STAFF
    },
    "api/v1/circles": Way(listing("/api/v1/circles"), lambda *_: [{"name": "x"}]),
    **{
        f"api/v1/{CIRCLE}{end}": Way(constant(f"/api/v1/circles/2222222222222222{end}"))
        for end in ("", "/invite", "/members", "/board")
    },
    f"api/v1/{CIRCLE}/members/<public_id:player_id>": Way(
        constant("/api/v1/circles/2222222222222222/members/2222222222222222")
    ),
    "api/v1/leaderboards/<slug:slug>": Way(listing("/api/v1/leaderboards/wish", "/api/v1/leaderboards/none")),
    **{
        f"api/v1/players/<who:who>{end}": Way(of_players(asked, under="/api/v1/players"))
        for end, asked in {"": "", "/results": "/results"}.items()
    },
    "api/v1/players/<who:who>/versus/<who:other>": Way(of_pairs),
    "api/v1/players/<who:who>/ratings/<slug:slug>": Way(of_players("/ratings/wish", under="/api/v1/players")),
    "api/v1/challenges": Way(
        constant("/api/v1/challenges"), lambda *_: [{"game": EVERYBODYS.game, "seed": EVERYBODYS.seed}]
    ),
    "api/v1/duels": Way(
        constant("/api/v1/duels"), lambda *_: [{"game": "wish", "against": "2222222222222222"}]
    ),
    "api/v1/games": Way(constant("/api/v1/games")),
    "api/v1/games/<slug:slug>": Way(constant("/api/v1/games/wish", "/api/v1/games/none")),
    "api/v1/games/<slug:slug>/lessons": Way(
        constant("/api/v1/games/winabit/lessons", "/api/v1/games/none/lessons")
    ),
    "api/v1/competitions": Way(
        listing(
            "/api/v1/competitions",
            "/api/v1/competitions?mine=1",
            "/api/v1/competitions?game=wish&state=nonsense",
            "/api/v1/competitions?cursor=x",
        ),
        lambda *_: [{"name": "x", "rounds": [{"game": "wish", "seed": "0"}]}],
    ),
    "api/v1/competitions/<public_id:competition_id>": Way(of_events("")),
    "api/v1/competitions/<public_id:competition_id>/settings": Way(
        of_events("/settings"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/entries": Way(
        of_events("/entries"), lambda *_: [{"invite": "wrong"}], would_join
    ),
    "api/v1/competitions/<public_id:competition_id>/standings": Way(
        of_events("/standings", "/standings?round=1", "/standings?round=2", "/standings?around=me")
    ),
    "api/v1/competitions/<public_id:competition_id>/standings.csv": Way(
        of_events("/standings.csv", "/standings.csv?round=1&bom=1", "/standings.csv?round=2")
    ),
    "api/v1/competitions/<public_id:competition_id>/events": Way(of_events("/events", "/events?after=x")),
    "api/v1/competitions/<public_id:competition_id>/stream": Way(of_events("/stream", "/stream?since=0")),
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/logs": Way(
        of_events("/rounds/1/logs", "/rounds/2/logs"),
        lambda *_: [{"moves": ["nonsense"]}],
        # In open play a rejected log is the player's own to read, and no move was made.
        lambda stage, viewer, path: False,
    ),
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/attempts": Way(
        of_events("/rounds/1/attempts", "/rounds/2/attempts", "/rounds/9/attempts"),
        lambda *_: [{}, {"ghost": True}],
        spared=would_begin,
    ),
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/done": Way(
        of_events("/rounds/1/done", "/rounds/2/done"), spared=would_begin
    ),
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/tree": Way(
        of_events("/rounds/1/tree", "/rounds/2/tree?least=1")
    ),
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/luck": Way(
        of_events("/rounds/1/luck", "/rounds/2/luck")
    ),
    "api/v1/competitions/<public_id:competition_id>/logs.ndjson": Way(of_events("/logs.ndjson")),
    "api/v1/competitions/<public_id:competition_id>/close": Way(
        of_events("/close"), spared=would_close, for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/publish": Way(of_events("/publish"), for_organisers=True),
    "api/v1/competitions/<public_id:competition_id>/cancel": Way(
        of_events("/cancel"), spared=would_close, for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/certify": Way(of_events("/certify"), for_organisers=True),
    "api/v1/competitions/<public_id:competition_id>/copy": Way(of_events("/copy"), for_organisers=True),
    "api/v1/competitions/<public_id:competition_id>/invite": Way(of_events("/invite"), for_organisers=True),
    "api/v1/competitions/<public_id:competition_id>/rematch": Way(of_events("/rematch")),
    "api/v1/competitions/<public_id:competition_id>/organisers": Way(
        of_events("/organisers"), lambda *_: [{"name": "Nobody at all"}]
    ),
    "api/v1/competitions/<public_id:competition_id>/organisers/<public_id:player_id>": Way(
        of_events("/organisers/2222222222222222"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/entries/<public_id:entry_id>/disqualify": Way(
        of_acts_on_entries("/disqualify"), reasons, would_close, for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/entries/<public_id:entry_id>/reinstate": Way(
        of_acts_on_entries("/reinstate"), reasons, for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/entries/<public_id:entry_id>/rename": Way(
        of_acts_on_entries("/rename"), reasons, for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/badges": Way(
        of_events("/badges", "/badges?limit=1"), lambda *_: [{"names": ["x"]}], for_organisers=True
    ),
    **{
        f"api/v1/competitions/<public_id:competition_id>/badges/<public_id:badge_id>{end}": Way(
            of_events(f"/badges/2222222222222222{end}"), for_organisers=True
        )
        for end in ("", "/renew")
    },
    "api/v1/competitions/<public_id:competition_id>/webhooks": Way(
        of_events("/webhooks"), lambda *_: [{"url": "https://hooks.example/"}], for_organisers=True
    ),
    # What is sent is looked at where it is sent.
    "api/v1/competitions/<public_id:competition_id>/webhooks/<public_id:hook_id>": Way(
        of_events("/webhooks/2222222222222222"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/webhooks/<public_id:hook_id>/ping": Way(
        of_events("/webhooks/2222222222222222/ping"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/webhooks/<public_id:hook_id>/deliveries": Way(
        of_events("/webhooks/2222222222222222/deliveries"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/webhooks/<public_id:hook_id>/deliveries"
    "/<public_id:delivery_id>/resend": Way(
        of_events("/webhooks/2222222222222222/deliveries/2222222222222222/resend"), for_organisers=True
    ),
    "api/v1/competitions/<public_id:competition_id>/audit": Way(of_events("/audit")),
    "api/v1/attempts/<public_id:attempt_id>": Way(of_attempts("", "?words=1")),
    "api/v1/attempts/<public_id:attempt_id>/moves": Way(of_attempts("/moves"), moves),
    "api/v1/attempts/<public_id:attempt_id>/undo": Way(of_attempts("/undo"), takebacks),
    "api/v1/attempts/<public_id:attempt_id>/finish": Way(of_attempts("/finish"), spared=would_end),
    # Nobody plays a ghost of a round that is open: `tests/ghosts` looks at those of closed ones.
    "api/v1/attempts/<public_id:attempt_id>/standings": Way(of_attempts("/standings")),
    "api/v1/logs/<public_id:log_id>": Way(of_logs),
    "api/v1/logs/<public_id:log_id>/replay": Way(of_logs_replayed),
    "api/v1/logs/<public_id:log_id>/receipt": Way(of_receipts),
    "api/v1/logs/<public_id:log_id>/analysis": Way(of_analyses),
    "api/v1/keys": Way(constant("/api/v1/keys")),
    "api/v1/dumps": Way(constant("/api/v1/dumps")),
    "api/v1/history/checkpoint": Way(constant("/api/v1/history/checkpoint")),
    "api/v1/history/leaves": Way(listing("/api/v1/history/leaves", "/api/v1/history/leaves?from=1")),
    "api/v1/history/consistency": Way(listing("/api/v1/history/consistency?old=0&new=0")),
    "api/v1/history/inclusion": Way(listing("/api/v1/history/inclusion?leaf=0&size=1")),
    "api/v1/replays": Way(
        constant("/api/v1/replays"),
        lambda *_: [{"game": EVERYBODYS.game, "seed": EVERYBODYS.seed, "moves": [], "steps": True}],
    ),
    "api/v1/notices": Way(listing("/api/v1/notices", "/api/v1/notices?unread=1")),
    "api/v1/notices/read": Way(
        constant("/api/v1/notices/read"), lambda *_: [{"before": "1999-01-01T00:00:00Z"}]
    ),
    "api/v1/tokens": Way(
        constant("/api/v1/tokens"),
        lambda *_: [{"name": "x", "scopes": []}, {"name": "x", "scopes": ["read"]}],
    ),
    "api/v1/tokens/<public_id:token_id>": Way(constant("/api/v1/tokens/2222222222222222")),
    "api/v1/tickets": Way(constant("/api/v1/tickets")),
    "api/v1/schema": Way(constant("/api/v1/schema")),
    "api/v1/asyncapi": Way(constant("/api/v1/asyncapi")),
    "api/v1/docs": Way(constant("/api/v1/docs")),
    "api/v1/": Way(constant("/api/v1/", "/api/v1/nothing", "/api/v1/competitions/x/seed")),
    "": Way(listing("/"), kind=FORM),
    "contests": Way(
        listing("/contests", "/contests?q=a&state=over&game=wish", "/contests?after=x"),
        kind=FORM,
    ),
    "contests/mine": Way(listing("/contests/mine"), kind=FORM),
    "daily": Way(listing("/daily"), kind=FORM),
    "daily/<month:month>": Way(listing("/daily/2026-11", "/daily/1999-01"), kind=FORM),
    "daily/<day:day>": Way(lambda _: [f"/daily/{timezone.now():%Y-%m-%d}"], kind=FORM),
    "new": Way(constant("/new"), kind=FORM),
    "circles": Way(listing("/circles"), kind=FORM),
    **{
        f"circles/<circle_id:circle_id>{end}": Way(constant(f"/circles/2222222222222222{asked}"), kind=FORM)
        for end, asked in {"": "", "/join": "/join", "/<slug:act>": "/leave"}.items()
    },
    "c/<competition_id:competition_id>": Way(of_events("", "?page=2", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/join": Way(
        of_events("/join", under="/c"), spared=would_join, kind=FORM
    ),
    "duels": Way(constant("/duels"), lambda *_: [b"game=wish&against=2222222222222222"], kind=FORM),
    "c/<competition_id:competition_id>/rematch": Way(of_events("/rematch", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/token": Way(of_events("/token", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>": Way(
        of_events("/rounds/1", "/rounds/2", "/rounds/9", under="/c"), kind=FORM
    ),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/deal": Way(
        of_events("/rounds/1/deal", "/rounds/2/deal", under="/c"), spared=would_begin, kind=FORM
    ),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/done": Way(
        of_events("/rounds/1/done", "/rounds/2/done", under="/c"), spared=would_begin, kind=FORM
    ),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/ghost": Way(
        of_events("/rounds/1/ghost", "/rounds/2/ghost", under="/c"), kind=FORM
    ),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/tree": Way(
        of_events("/rounds/1/tree", "/rounds/2/tree", under="/c"), kind=FORM
    ),
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/luck": Way(
        of_events("/rounds/1/luck", "/rounds/2/luck", under="/c"), kind=FORM
    ),
    "c/<competition_id:competition_id>/players/<entry_id:entry_id>": Way(of_entries(), kind=FORM),
    "c/<competition_id:competition_id>/players/<entry_id:entry_id>/rounds/<competition_round:number>": Way(
        of_entries("/rounds/1", "/rounds/2"), kind=FORM
    ),
    "c/<competition_id:competition_id>/sheet": Way(of_events("/sheet", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/room": Way(of_events("/room", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/embed": Way(of_events("/embed", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/trail": Way(of_events("/trail", under="/c"), kind=FORM),
    "c/<competition_id:competition_id>/desk": Way(
        of_events("/desk", "/desk?show=done&called=e", under="/c"), kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/settings": Way(
        of_events("/desk/settings", under="/c"), spared=would_close, kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/badges": Way(
        of_events("/desk/badges", under="/c"), lambda *_: [b"names=x"], kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/badges/sheet": Way(
        of_events("/desk/badges/sheet", under="/c"), kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/badges/<badge_id:badge_id>/<slug:act>": Way(
        of_events("/desk/badges/2222222222222222/renew-badge", under="/c"), kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/webhooks": Way(
        of_events("/desk/webhooks", under="/c"),
        lambda *_: [b"url=https%3A%2F%2Fhooks.example%2F&events=result"],
        kind=FORM,
        for_organisers=True,
    ),
    "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/remove": Way(
        of_events("/desk/webhooks/2222222222222222/remove", under="/c"), kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/ping": Way(
        of_events("/desk/webhooks/2222222222222222/ping", under="/c"), kind=FORM, for_organisers=True
    ),
    "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/<hook_id:delivery_id>/again": Way(
        of_events("/desk/webhooks/2222222222222222/2222222222222222/again", under="/c"),
        kind=FORM,
        for_organisers=True,
    ),
    "c/<competition_id:competition_id>/desk/<slug:act>": Way(
        of_events(*(f"/desk/{act}" for act in (*CONTEST_ACTS, "nothing")), under="/c"),
        spared=would_close,
        kind=FORM,
        for_organisers=True,
    ),
    "c/<competition_id:competition_id>/desk/players/<entry_id:entry_id>/<slug:act>": Way(
        of_desks_players, spared=would_close, kind=FORM, for_organisers=True
    ),
    "me": Way(constant("/me"), lambda *_: [{"name": "x"}], kind=FORM),
    "me/profile": Way(constant("/me/profile"), lambda *_: [{"profile": "x"}], kind=FORM),
    "me/preferences": Way(constant("/me/preferences"), lambda *_: [{"speed": "x"}], kind=FORM),
    "notices": Way(listing("/notices"), lambda *_: [b"before=x"], kind=FORM),
    "notices/stop/<slug:word>": Way(constant("/notices/stop/x"), kind=FORM),
    "me/notices": Way(constant("/me/notices"), lambda *_: [b"stop=1"], kind=FORM),
    "me/keys": Way(constant("/me/keys"), lambda *_: [{"name": "x"}], kind=FORM),
    "me/keys/<token_id:token_id>/revoke": Way(constant("/me/keys/2222222222222222/revoke"), kind=FORM),
    "sign-in": Way(constant("/sign-in"), lambda *_: [{"login": "x@example.org", "password": "x"}], kind=FORM),
    "sign-out": Way(constant("/sign-out"), kind=FORM),
    "sign-up": Way(constant("/sign-up"), kind=FORM),
    "forgotten": Way(constant("/forgotten"), lambda *_: [{"email": "x"}], kind=FORM),
    "forgotten/code": Way(constant("/forgotten/code"), lambda *_: [{"code": "x"}], kind=FORM),
    "forgotten/password": Way(constant("/forgotten/password"), lambda *_: [{"password1": "x"}], kind=FORM),
    "forgotten/done": Way(constant("/forgotten/done"), kind=FORM),
    "me/guest": Way(constant("/me/guest"), kind=FORM),
    "me/delete": Way(constant("/me/delete"), spared=lambda *_: True, kind=FORM),
    "me/address": Way(constant("/me/address"), lambda *_: [{"action_add": "1", "email": "x"}], kind=FORM),
    "me/address/code": Way(constant("/me/address/code"), lambda *_: [{"code": "x"}], kind=FORM),
    "me/password/first": Way(constant("/me/password/first"), lambda *_: [{"password1": "x"}], kind=FORM),
    "me/password": Way(constant("/me/password"), lambda *_: [{"password1": "x"}], kind=FORM),
    "sign-in/passkey": Way(constant("/sign-in/passkey"), lambda *_: [{"credential": "{}"}], kind=FORM),
    "sign-in/code": Way(constant("/sign-in/code"), lambda *_: [{"code": "x"}], kind=FORM),
    "me/account": Way(constant("/me/account"), kind=FORM),
    "me/passkeys": Way(constant("/me/passkeys"), lambda *_: [{"credential": "{}"}], kind=FORM),
    "me/passkeys/<int:pk>/remove": Way(constant("/me/passkeys/999999/remove"), kind=FORM),
    "me/passkeys/<int:pk>/name": Way(
        constant("/me/passkeys/999999/name"), lambda *_: [{"name": "x"}], kind=FORM
    ),
    "me/app": Way(constant("/me/app"), kind=FORM),
    "me/app/remove": Way(constant("/me/app/remove"), kind=FORM),
    "me/codes": Way(constant("/me/codes"), kind=FORM),
    "me/codes/new": Way(constant("/me/codes/new"), kind=FORM),
    "me/again/passkey": Way(constant("/me/again/passkey"), kind=FORM),
    "me/again": Way(constant("/me/again"), lambda *_: [{"password": "x"}], kind=FORM),
    "badge": Way(constant("/badge", "/badge?code=x"), lambda *_: [b"code=x"], kind=FORM),
    "continue": Way(constant("/continue"), lambda *_: [{"code": "22222222222"}], kind=FORM),
    "continue/code": Way(constant("/continue/code"), kind=FORM),
    "continue/devices/<int:browser_id>/end": Way(constant("/continue/devices/999999/end"), kind=FORM),
    "continue/others/end": Way(constant("/continue/others/end"), spared=lambda *_: True, kind=FORM),
    "games": Way(constant("/games"), kind=FORM),
    "results/<slug:log_id>": Way(of_results, kind=FORM),
    "report/<slug:what>/<reported_id:reported_id>": Way(of_reports, lambda *_: [b"ground=other"], kind=FORM),
    "me/staff/<measure_id:measure_id>": Way(constant("/me/staff/2222222222222222"), kind=FORM),
    "verify": Way(of_verified_logs, pasted, lambda stage, viewer, path: "?" in path, kind=FORM),
    "leaderboards": Way(listing("/leaderboards"), kind=FORM),
    "leaderboards/<slug:slug>": Way(listing("/leaderboards/wish", "/leaderboards/none"), kind=FORM),
    "<at_name:who>": Way(constant("/@Nobody"), kind=FORM),
    "players/<player_id:who>": Way(of_players("", under="/players"), kind=FORM),
    "<at_name:who>/ratings/<slug:slug>": Way(constant("/@Nobody/ratings/wish"), kind=FORM),
    "players/<player_id:who>/ratings/<slug:slug>": Way(
        of_players("/ratings/wish", under="/players"), kind=FORM
    ),
    "games/<slug:slug>": Way(constant("/games/wish", "/games/none"), kind=FORM),
    "practice/<slug:slug>": Way(
        constant(f"/practice/wish?seed={EVERYBODYS.seed}", "/practice/wish", "/practice/wish?seed=!"),
        kind=FORM,
    ),
    "practice/<slug:slug>/ends": Way(constant(f"/practice/wish/ends?seed={EVERYBODYS.seed}"), kind=FORM),
    "beat/<slug:slug>/<slug:seed>": Way(constant(f"/beat/wish/{EVERYBODYS.seed}"), kind=FORM),
    "offline": Way(constant("/offline"), kind=FORM),
    "guides": Way(constant("/guides"), kind=FORM),
    "guides/<slug:slug>": Way(constant("/guides/sealed-play", "/guides/none"), kind=FORM),
    "sw.js": Way(constant("/sw.js"), kind=FORM),
    "games.zip": Way(constant("/games.zip"), kind=FORM),
    "dumps/<slug:month>/<path:name>": Way(constant("/dumps/2026-11/logs.ndjson.gz"), kind=FORM),
    "rules.zip": Way(constant("/rules.zip"), kind=FORM),
    "evendeal.zip": Way(constant("/evendeal.zip"), kind=FORM),
    "previews/site.png": Way(constant("/previews/site.png"), kind=FORM),
    "previews/games/<slug:slug>.png": Way(constant("/previews/games/wish.png"), kind=FORM),
    "previews/deals/<slug:slug>.png": Way(constant("/previews/deals/wish.png"), kind=FORM),
    "previews/contests/<competition_id:competition_id>.png": Way(
        of_events(".png", under="/previews/contests"), kind=FORM
    ),
    "previews/contests/<competition_id:competition_id>/table.png": Way(
        of_events("/table.png", under="/previews/contests"), kind=FORM
    ),
    "previews/results/<slug:log_id>.png": Way(of_pictured_logs, kind=FORM),
}
"""Static files are no routes: WhiteNoise serves what lies in the build's folder before any view is found."""

OF_THE_DEAL: Final = {route: way for route, way in ROUTES.items() if not isinstance(way.paths, Constant)}
"""Those that have to do with what is played."""

OF_THE_CARDS: Final = {
    route: ROUTES[route]
    for route in (
        "api/v1/attempts/<public_id:attempt_id>",
        "api/v1/attempts/<public_id:attempt_id>/moves",
        "api/v1/attempts/<public_id:attempt_id>/undo",
        "api/v1/attempts/<public_id:attempt_id>/finish",
        "api/v1/logs/<public_id:log_id>",
        "api/v1/logs/<public_id:log_id>/replay",
        "api/v1/logs/<public_id:log_id>/receipt",
        "api/v1/logs/<public_id:log_id>/analysis",
        "api/v1/competitions/<public_id:competition_id>/logs.ndjson",
        "api/v1/me/export",
        "c/<competition_id:competition_id>",
        "c/<competition_id:competition_id>/rounds/<competition_round:number>",
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/deal",
        "c/<competition_id:competition_id>/players/<entry_id:entry_id>",
        "c/<competition_id:competition_id>/room",
        "results/<slug:log_id>",
        "verify",
        "previews/results/<slug:log_id>.png",
    )
}
"""Those whose answers are put together from the game that is played: they differ from game to game."""

SOCKETS: Final[Mapping[str, Paths]] = {
    r"^ws/v1/competitions/(?P<competition_id>\w{1,64})$": of_events(
        "", "?since=0", under="/ws/v1/competitions"
    ),
    r"^ws/v1/notices$": listing("/ws/v1/notices"),
    r"^ws/v1/attempts/(?P<attempt_id>\w{1,64})$": of_attempts("", under="/ws/v1/attempts"),
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
