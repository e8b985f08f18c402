"""What a token of one scope may do and is told, on every route: what it lacks, a stranger lacks too."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import pytest
from django.utils import timezone

from competitions.api.openapi import document
from competitions.models import SCOPES, Token
from tests.clients.site import undone

from . import routes
from .routes import ROUTES, Constant, operations
from .stage import Received, Stage, Viewer

API: Final = "api/v1/"
EVENT, ATTEMPT, LOG, PLAYER = (
    each.removeprefix(API) for each in (routes.EVENT, routes.ATTEMPT, routes.LOG, routes.PLAYER)
)
CIRCLE, SERIES, ROUND, ENTRY, HOOK, BADGE = (
    *(routes.CIRCLE, routes.SERIES),
    *(f"{EVENT}{end}" for end in (routes.ROUND, routes.ENTRY, routes.HOOK, routes.BADGE)),
)

NEEDS: Final[Mapping[str, Mapping[str, str | None]]] = {
    **{
        route: {"GET": None}
        for route in (
            *("daily", "deals/played", "asyncapi", "games", "games/<slug:slug>", "games/<slug:slug>/lessons"),
            *(f"{EVENT}/standings", f"{EVENT}/standings.csv", f"{ROUND}/tree", f"{ROUND}/luck"),
            *(f"{EVENT}/logs.ndjson", f"{EVENT}/audit", f"{EVENT}/events", f"{EVENT}/stream"),
            *(ATTEMPT, *(f"{LOG}{end}" for end in ("", "/replay", "/receipt", "/analysis"))),
            *("leaderboards/<slug:slug>", "keys", "dumps", "schema"),
            *(PLAYER + end for end in ("", "/results", "/versus/<who:other>", "/ratings/<slug:slug>")),
            *(f"history/{what}" for what in ("checkpoint", "leaves", "consistency", "inclusion")),
        )
    },
    **{
        route: {"GET": "read"}
        for route in (
            *("me/export", f"{CIRCLE}/board", f"{EVENT}/settings", "notices"),
            *(f"{ATTEMPT}/{what}" for what in ("standings", "ending")),
        )
    },
    **{
        route: {"POST": "organise"}
        for route in (
            *("challenges", f"{CIRCLE}/invite", f"{BADGE}/renew"),
            *(f"{HOOK}/ping", f"{HOOK}/deliveries/<public_id:delivery_id>/resend"),
            *(f"{EVENT}/{act}" for act in ("publish", "close", "cancel", "certify", "copy", "invite")),
            *(f"{ENTRY}/{act}" for act in ("disqualify", "reinstate", "rename", "grants", "messages")),
        )
    },
    **{
        route: {"POST": "play"}
        for route in (
            *("duels", f"{CIRCLE}/members", f"{EVENT}/entries", f"{EVENT}/rematch"),
            *(f"{ROUND}/{what}" for what in ("logs", "attempts", "done")),
            *(f"{ATTEMPT}/{act}" for act in ("moves", "undo", "finish")),
        )
    },
    **{route: {"POST": None} for route in ("guests", "replays")},
    "me": {"GET": "read", "PATCH": "all", "DELETE": "all"},
    **{route: {"GET": "read", "POST": "organise"} for route in ("circles", "series")},
    **{f"{SERIES}{end}": {"GET": None} for end in (".ics", "/standings")},
    **{f"{SERIES}{end}": {"POST": "organise"} for end in ("/skip", "/end")},
    SERIES: {"GET": None, "PATCH": "organise"},
    f"{EVENT}.ics": {"GET": None},
    "me.ics": {"GET": None},
    "me/calendar": {"POST": "read", "DELETE": "read"},
    CIRCLE: {"GET": "read", "PATCH": "organise", "DELETE": "organise"},
    f"{CIRCLE}/members/<public_id:player_id>": {"DELETE": "play"},
    "competitions": {"GET": None, "POST": "organise"},
    EVENT: {"GET": None, "PATCH": "organise"},
    f"{EVENT}/badges": {"GET": "organise", "POST": "organise"},
    BADGE: {"GET": "organise", "DELETE": "organise"},
    f"{EVENT}/webhooks": {"GET": "organise", "POST": "organise"},
    HOOK: {"DELETE": "organise"},
    f"{HOOK}/deliveries": {"GET": "organise"},
    f"{EVENT}/organisers": {"GET": None, "POST": "organise"},
    f"{EVENT}/organisers/<public_id:player_id>": {"DELETE": "organise"},
    "notices/read": {"POST": "read"},
    "tokens": {"GET": "read", "POST": "any"},
    "tokens/<public_id:token_id>": {"DELETE": "any"},
    "tickets": {"POST": "any"},
    "": {},
}
"""By route and method: the scope that a token must have, `any` where it must be a token, `all` where it must
have them all, None where everybody may ask. An operation that is not here fails the first test: whoever adds
one decides."""


def test_of_every_operation_it_is_decided_which_scope_it_needs():
    decided = [(route, method) for route, methods in NEEDS.items() for method in methods]
    assert sorted(operations()) == sorted((API + route, method) for route, method in decided)


def headers_of(viewer: Viewer, *scopes: str) -> dict[str, str]:
    _, secret = Token.issue(player=viewer.player, name="narrow", scopes=scopes, now=timezone.now())
    return {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}


@pytest.fixture
def scene(send):
    """Contests of Olga's in which Pat has played, and of Pat's: one by invitation, and a draft."""
    stage = Stage(send)
    olga, pat, rival = (stage.enlist(name) for name in ("Olga", "Pat", "Rival"))
    rounds = [
        {"game": "three-by-three", "seed": "scopes"},
        {"game": "wish", "opens_at": "2999-01-01T00:00:00Z"},
    ]
    theirs = stage.create(olga, rounds, play="open", attempts=1, standings="own")
    by_invitation = stage.create(olga, rounds, play="open", attempts=1, access="invite")
    own = stage.create(pat, rounds, play="open", attempts=2, access="invite")
    for event in (theirs, by_invitation):
        for viewer in (pat, rival):
            stage.play(viewer, event, 2, ends=True)
    stage.play(rival, own, 1, ends=True)
    stage.play(rival, own, 2)
    stage.create(pat, rounds, play="open", draft=True)
    return stage


def scopes_for(route: str, method: str) -> tuple[str, ...] | None:
    """The scopes that a token must have there; None where everybody may ask."""
    needed = NEEDS[route.removeprefix(API)][method]
    return {None: None, "any": (), "all": SCOPES}.get(needed, (str(needed),))


def test_the_schema_names_the_scopes_that_are_needed():
    named = {
        (without_names(path), method.upper()): operation["security"]
        for path, item in document()["paths"].items()
        for method, operation in item.items()
    }
    assert named == {
        (without_names(f"/{route.removeprefix(API)}"), method): [
            {"token": [*(scopes_for(route, method) or ())]},
            {"session": []},
            *([{}] if scopes_for(route, method) is None else []),
        ]
        for route, method in operations()
    }


def without_names(path: str) -> str:
    return re.sub(r"{\w+}|<\w+:\w+>", "*", path)


def is_refused_for_its_scopes(got: Received) -> bool:
    return got.status == 403 and b"This token does not allow" in got.body


@pytest.mark.extra
def test_a_token_does_what_needs_its_scopes_and_nothing_that_needs_another(scene):
    pat = scene.named("Pat")
    tokens = {
        scopes: headers_of(pat, *scopes)
        for number in range(len(SCOPES) + 1)
        for scopes in combinations(SCOPES, number)
    }
    stranger = {"Content-Type": "application/json"}
    for route, method in sorted(operations()):
        needed = scopes_for(route, method)
        path = ROUTES[route].paths(scene)[0]
        if needed is None:
            continue
        assert scene.send(method, path, b"{}", stranger).status == 401, (method, path)
        lacking_one = [tuple(scope for scope in SCOPES if scope != missing) for missing in needed]
        for scopes in (needed, *lacking_one):
            with undone():
                got = scene.send(method, path, b'{"moves": 7, "reason": 7}', tokens[scopes])
            assert is_refused_for_its_scopes(got) is (scopes in lacking_one), (method, path, scopes, got)
            assert got.status < 500


def reads(stage: Stage) -> Iterator[tuple[str, str]]:
    """What can be read of this stage: whatever a query asks for, it is the same viewer who is told."""
    for route, methods in NEEDS.items():
        if "GET" in methods and not isinstance(ROUTES[API + route].paths, Constant):
            paths = ROUTES[API + route].paths(stage)
            yield from ((route, path) for path in paths if "?" not in path)


@pytest.mark.extra
def test_a_token_is_told_what_its_scope_is_for_and_else_what_a_stranger_is_told(scene):
    """Own games for `play`, what one organises for `organise`, all of it for `read`."""
    pat = scene.named("Pat")
    viewers = {scope: headers_of(pat, scope) for scope in SCOPES} | {"stranger": {}, "all": pat.headers}
    more = dict.fromkeys(SCOPES, 0)
    for route, path in reads(scene):
        told = {name: answer_at(scene, path, headers) for name, headers in viewers.items()}
        for scope in SCOPES:
            if NEEDS[route]["GET"] not in (None, scope):
                assert is_refused_for_its_scopes(told[scope]), (path, scope)
            elif scope == "read":
                assert told[scope] == told["all"], path
            elif told[scope].status == 200 and told[scope] != told["stranger"]:
                assert is_for(scope, path, scene, told), (path, scope, told[scope])
                more[scope] += 1
    assert more["play"] > 5, "own attempts, own logs, and seeds"
    assert more["organise"] > 5, "drafts, codes, and what is by invitation"


def answer_at(scene: Stage, path: str, headers: Mapping[str, str]) -> Received:
    """What is said there, but for what is another each time: when to ask for a stream again, cursors, and
    when tokens were last used."""
    got = scene.send("GET", path, b"", headers)
    changing = rb'^retry: \d+|"cursor":"[^"]*"|"used_at": ("[^"]*"|null)'
    return replace(got, head=b"", body=re.sub(changing, b'"":""', got.body))


def is_for(scope: str, path: str, scene: Stage, told: Mapping[str, Received]) -> bool:
    """Whether a token of this scope alone may be told there what it is, though a stranger is told less."""
    pat, got = scene.named("Pat"), told[scope]
    if scope == "organise":
        names = [name for event in pat.organises for name in (event, *games_of(event, scene.viewers))]
    else:
        names = [name for event in pat.entered for name in games_of(event, [pat])]
    if any(f"/{name}" in path for name in names):
        return got == told["all"] or _without_own(got.json) == _without_own(told["all"].json)
    return _without_own(got.json) == _without_own(told["stranger"].json)


def games_of(event_id: str, viewers: Sequence[Viewer]) -> list[str]:
    """The attempts and the logs of these viewers in an event."""
    made = [who.plays[key] for who in viewers for key in who.plays if key[0] == event_id]
    return [name for plays in made for play in plays for name in (play.attempt, play.log) if name]


def _without_own(told: Any) -> Any:
    """Without seeds and own results, which are for players, and what counts differently without them."""
    if isinstance(told, dict):
        return {key: _without_own(value) for key, value in told.items() if key not in ("seed", "seq")}
    if isinstance(told, list):
        return [_without_own(each) for each in told if not _is_own_result(each)]
    return told


def _is_own_result(told: Any) -> bool:
    return isinstance(told, dict) and told.get("type") == "result" and told["data"]["player"]["name"] == "Pat"
