"""What the service refuses as input, its schema refuses too, as far as JSON Schema can say it."""

import json
from functools import cache

import pytest
from jsonschema_rs import Draft202012Validator

from competitions.api.openapi import document
from games import GAMES
from tests.clients.site import undone

FRIDAY = "/competitions/{competition_id}"
DEAL = {"game": "wish"}

GOOD = {
    "/guests": {"name": "Grace"},
    "/me": {},
    "/tokens": {"name": "A bot", "scopes": ["read"]},
    "/challenges": DEAL,
    "/competitions": {"name": "Contest", "rounds": [DEAL]},
    FRIDAY: {},
    f"{FRIDAY}/cancel": {},
    f"{FRIDAY}/entries": {},
    f"{FRIDAY}/organisers": {"name": "Sam"},
    f"{FRIDAY}/rounds/1/logs": {"moves": []},
    f"{FRIDAY}/webhooks": {"url": "https://club.example/hook"},
}
"""A body that is taken, by path; the others are made from it."""

PATCHED = ("/me", FRIDAY)

OPEN = {"play": "open"}
DRAFT = {"draft": True}


def rounds(**fields):
    return {"rounds": [DEAL | fields]}


def both(*games):
    return {"rounds": [{"game": game} for game in games]}


LONGEST = {"/guests": 24, "/me": 24, "/tokens": 80, "/competitions": 80, FRIDAY: 80}

REFUSED = [
    *((path, {"name": name}) for path, most in LONGEST.items() for name in ("", "x" * (most + 1), 7, None)),
    *((path, {"name": "x"}) for path in LONGEST if path != "/tokens"),
    *(("/tokens", {"scopes": scopes}) for scopes in ([], ["all"], ["read", "read"], "read", None)),
    ("/tokens", {"name": None}),
    ("/me", {"profile": "secret"}),
    ("/guests", {"bot": "yes"}),
    *(
        (f"{FRIDAY}/webhooks", {"events": events})
        for events in ([], ["left"], ["result", "result"], "result")
    ),
    *(
        (f"{FRIDAY}/webhooks", {"url": url})
        for url in ("", "club", "ftp://club.example", "https://ann@club.example/", f"https://a.b/{'x' * 500}")
    ),
    *((f"{FRIDAY}/cancel", {"reason": reason}) for reason in ("x" * 401, 7, None)),
    *((f"{FRIDAY}/rounds/1/logs", {"moves": moves}) for moves in ("turn e", [7], None, {})),
    *(("/competitions", {"about": about}) for about in ("x" * 2001, None, 7)),
    *(("/competitions", {"attempts": attempts}) for attempts in (0, 2, 101, None, "1", 1.5, True)),
    *(("/competitions", OPEN | {"attempts": attempts}) for attempts in (0, 101, "1")),
    *(("/competitions", {"time_limit_s": limit}) for limit in (9, 86_401, "60")),
    *(("/competitions", {"max_entries": places}) for places in (1, 100_001)),
    *(("/competitions", {"tie_break": values}) for values in (["luck"], ["wins", "wins"], "wins")),
    *(
        ("/competitions", {name: "no"})
        for name in ("access", "play", "counts", "others", "ranking", "standings")
    ),
    *(("/competitions", {"rounds": value}) for value in ([], [DEAL] * 31, {}, [7], [{}])),
    *(("/competitions", rounds(game=game)) for game in ("chess", None)),
    *(("/competitions", OPEN | rounds(seed=seed)) for seed in ("", "a b", "x" * 65, "ü", "pub\n", 7)),
    *(("/competitions", OPEN | rounds(rules=rules)) for rules in ({"pile": "9"}, [], None)),
    ("/competitions", rounds(game="winabit", rules={"scoring": "5c"})),
    # Settings that do not go together.
    ("/competitions", rounds(seed="pub")),
    ("/competitions", OPEN | {"time_limit_s": 60}),
    ("/competitions", OPEN | {"others": "finished"}),
    ("/competitions", OPEN | {"tie_break": ["wins", "time"]}),
    ("/competitions", {"freeze_at": "2999-01-01T00:00:00Z"}),
    ("/competitions", both("wish", "winabit")),
    *(
        ("/competitions", DRAFT | rounds(band=band))
        for band in (
            "hard",
            {},
            {"kind": "easy"},
            {"kind": "par"},
            {"kind": "par", "low": 4},
            {"kind": "par", "low": 0, "high": 33},
            {"kind": "par", "low": -1, "high": 2},
            {"kind": "hard", "low": 0, "high": 0},
        )
    ),
    ("/competitions", rounds(band={"kind": "hard"})),
    ("/competitions", DRAFT | OPEN | rounds(band={"kind": "hard"})),
    ("/competitions", DRAFT | rounds(game="winabit", band={"kind": "hard"})),
    ("/challenges", {"seed": "a b"}),
    ("/challenges", {"rules": {"scoring": "5a"}}),
    (FRIDAY, rounds() | {"rounds": [{"seed": "pub"}]}),
]

TAKEN = [
    *((path, {"name": "x" * most}) for path, most in LONGEST.items()),
    ("/guests", {"name": "Li", "bot": True}),
    ("/guests", {"name": "Ada", "colour": "red"}),
    ("/tokens", {"name": "x", "scopes": ["read", "play"]}),
    ("/me", {"profile": "private"}),
    (f"{FRIDAY}/webhooks", {"events": ["act"]}),
    (f"{FRIDAY}/cancel", {"reason": ""}),
    (f"{FRIDAY}/cancel", {"reason": "x" * 400}),
    ("/competitions", {"about": "x" * 2000}),
    ("/competitions", OPEN | {"attempts": None}),
    ("/competitions", OPEN | {"attempts": 100} | rounds(seed="x" * 64)),
    (
        "/competitions",
        {"attempts": 1, "time_limit_s": 10, "tie_break": ["time", "wins"], "others": "finished"},
    ),
    ("/competitions", {"freeze_at": "2998-01-01T00:00:00Z", "closes_at": "2999-01-01T00:00:00Z"}),
    ("/competitions", {"freeze_at": None, "rounds": [DEAL] * 30}),
    ("/competitions", both("wish", "well", "pyramid", "three-by-three")),
    ("/competitions", both(*GAMES) | {"ranking": "points"}),
    ("/competitions", rounds(game="winabit", rules={"scoring": "5b"})),
    *(
        ("/competitions", DRAFT | rounds(band=band))
        for band in (
            None,
            {"kind": "hard"},
            {"kind": "hard", "low": None},
            {"kind": "par", "low": 0, "high": 32},
        )
    ),
    ("/challenges", {"seed": "pub"}),
    (FRIDAY, {"rounds": [{"closes_at": None}]}),
]

CANNOT_SAY = [
    ("/competitions", {"max_entries": 2.0}),  # an integer in JSON Schema; the service converts no numbers
    ("/competitions", {"closes_at": "2020-01-01T00:00:00Z"}),
    ("/guests", {"name": "\u200b\u200b"}),  # nothing is left of it
    ("/competitions", DRAFT | rounds(band={"kind": "par", "low": 6, "high": 4})),
    (f"{FRIDAY}/webhooks", {"url": "https://127.0.0.1/"}),
    (f"{FRIDAY}/organisers", {"name": "Nobody"}),
]
"""Refused by the service alone."""


def method_of(path):
    return "PATCH" if path in PATCHED else "POST"


def body_of(path):
    """What the schema says of a body."""
    operation = document()["paths"][path.replace("/1/", "/{number}/")]
    return operation[method_of(path).lower()]["requestBody"]


@cache
def by_schema(path):
    schema = body_of(path)["content"]["application/json"]["schema"]
    return Draft202012Validator(schema | {"components": document()["components"]}, validate_formats=True)


@pytest.fixture
def by_service(owner, crowd):
    """Whether the service takes a body from the organiser of a contest; nothing stays of it."""
    crowd(["Sam"])
    friday = owner.create()["id"]

    def taken(path, body):
        address = path.format(competition_id=friday)
        with undone():
            answer = owner.request(method_of(path), address, body, Content_Type="application/json")
        assert answer.status < 400 or answer.outcome == (422, "invalid"), answer.raw
        return answer.status < 400

    return taken


@pytest.mark.parametrize(
    ("cases", "expected"),
    [(REFUSED, (False, False)), (TAKEN, (True, True)), (CANNOT_SAY, (False, True))],
    ids=["refused", "taken", "cannot be said"],
)
def test_the_schema_refuses_what_the_service_refuses(by_service, unlimited, cases, expected):
    differ = []
    for path, fields in cases:
        body = GOOD[path] | fields
        found = by_service(path, json.dumps(body).encode()), by_schema(path).is_valid(body)
        if found != expected:
            differ.append((path, fields, found))
    assert not differ


def test_the_schema_refuses_cursors_that_the_service_never_gave(owner):
    event = owner.create()
    for path, name in (
        ("/competitions", "cursor"),
        (f"{FRIDAY}/standings", "cursor"),
        (f"{FRIDAY}/events", "after"),
    ):
        parameters = document()["paths"][path]["get"]["parameters"]
        [schema] = [each["schema"] for each in parameters if each["name"] == name]
        takes = Draft202012Validator(schema)
        for cursor in ("", "page 2", "a+b/c", "ü", "MTA=\n"):
            refused = owner.get(path.format(competition_id=event["id"]), **{name: cursor})
            assert refused.outcome == (422, "invalid")
            assert not takes.is_valid(cursor)
        assert takes.is_valid("MTA=-_")


def test_a_body_is_needed_where_the_schema_says_so(by_service, unlimited):
    for path in GOOD:
        needed = body_of(path).get("required", False)
        assert [by_service(path, body) for body in (b"{}", b"")] == [not needed] * 2, path
