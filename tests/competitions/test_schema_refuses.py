"""What the service refuses in one field of a body, its schema refuses too."""

import json
from functools import cache

import pytest
from jsonschema_rs import Draft202012Validator

from competitions.api.openapi import document
from games import GAMES
from tests.clients.site import undone

CONTESTS, FRIDAY = "/competitions", "/competitions/{competition_id}"
DEAL = {"game": "wish"}

GOOD = (
    {"/guests": {"name": "Grace"}, "/me": {}}
    | {"/tokens": {"name": "A bot", "scopes": ["read"]}, "/challenges": DEAL}
    | {"/circles": {"name": "The family"}, "/duels": DEAL, FRIDAY: {}}
    | {"/notices/read": {"before": "2026-11-21T12:00:00Z"}}
    | {CONTESTS: {"name": "Contest", "rounds": [DEAL]}, f"{FRIDAY}/badges": {"names": ["Ann"]}}
    | {f"{FRIDAY}/cancel": {}, f"{FRIDAY}/entries": {}, f"{FRIDAY}/organisers": {"name": "Sam"}}
    | {f"{FRIDAY}/rounds/1/logs": {"moves": []}}
    | {f"{FRIDAY}/webhooks": {"url": "https://club.example/hook"}}
)
"""A body that is taken, by path; the others are made from it. Of a field that is `...` there is none."""

PATCHED = ("/me", FRIDAY)

OPEN, DRAFT = {"play": "open"}, {"draft": True}
LONGEST = {"/guests": 24, "/me": 24, "/tokens": 80, "/circles": 80, CONTESTS: 80, FRIDAY: 80}


def each(path, field, *values, **more):
    """A body for each value of a field."""
    return [(path, more | {field: value}) for value in values]


def round_with(field, *values, **more):
    """A body of a contest for each value of a field of its round."""
    game = {"game": more.pop("game", "wish")}
    return [(CONTESTS, more | {"rounds": [game | {field: value}]}) for value in values]


def both(*games):
    return {"rounds": [{"game": game} for game in games]}


WRONG_SETTINGS = {
    "name": (..., None, 7, True, ["a name"], {}, "", "a", "n" * 81),
    "access": (None, "", "Public", "private", 1, ["public"], {}),
    "play": (None, "", "closed", "Sealed", "OPEN", True, ["open"]),
    "attempts": (0, -1, 101, 10**40, True, False, 1e300, 1.5, "1", [1], {}),
    "counts": (None, "", "last", "BEST", 1),
    "time_limit_s": (0, "60", False),
    "others": (None, "", "Closed", True, ["closed"]),
    "ranking": (None, "", "Points", "golf", 1, ["total"]),
    "tie_break": (
        *(None, "wins", {}, "", False, ["golf"], [1], [None], [["wins"]], ["wins", "wins"], ["wins"] * 9_000),
    ),
    "standings": (None, "", "Own", True, ["own"]),
    "max_entries": (0, 1, -2, 100_001, 10**40, True, "2", [2]),
    "bots": (None, 0, 1, "true", []),
    "names": (None, "", "Kept", True, ["own"]),
    "about": (None, 7, True, ["a"], {}, "n" * 2001, "\u1e14\u0323" * 1001, "n\n" * 1001),
    "draft": (None, 0, "false", []),
    "rounds": (
        *(..., None, [], {}, "wish", 7, True, [DEAL] * 31, [{}] * 50_000),
        *([each] for each in (None, [], "wish", 7, True, [DEAL], {}, {"seed": "0"})),
    ),
}
"""In open play."""

HARD = {"kind": "hard"}
REFUSED = [
    *(case for field, values in WRONG_SETTINGS.items() for case in each(CONTESTS, field, *values, **OPEN)),
    *each(CONTESTS, "attempts", 0, 101, 1.5, True, "1"),
    *each(CONTESTS, "time_limit_s", 9, 86_401, 0, -10, "60", True, 10**40),
    *round_with("game", None, "", "golf", "Wish", "wish ", 7, ["wish"], {}),
    *round_with("rules", None, [], "one", 7, game="pyramid"),
    *round_with("seed", "", " ", "a b", "s" * 65, "\u0130", "a\n", "a\x00", 7, True, ["seed"], {}, **OPEN),
    *round_with("band", "hard", {}, {"kind": "easy"}, {"kind": "par", "low": -1, "high": 2}, **DRAFT),
    *(case for path, most in LONGEST.items() for case in each(path, "name", "", "x" * (most + 1), 7, None)),
    *((path, {"name": "x"}) for path in LONGEST if path != "/tokens"),
    *[
        *each("/tokens", "name", ...),
        *each("/me", "profile", "secret", 7, None),
        *[*each("/me", "preferences", None), *each("/me", "language", 7, ["de"], True)],
    ],
    *each("/tokens", "scopes", ..., [], ["all"], ["read", "read"], "read", None, [["read"]]),
    *each("/guests", "bot", "yes", None, 0, 1, "true", "", [], {}),
    *each(f"{FRIDAY}/webhooks", "events", [], ["left"], ["ping"], ["result", "result"], "result"),
    *each(f"{FRIDAY}/webhooks", "url", ..., 7, "", "club", "ftp://club.example", f"https://a.b/{'x' * 500}"),
    *each(f"{FRIDAY}/webhooks", "url", "https://ann@club.example/"),
    *each(
        f"{FRIDAY}/badges", "names", ..., [], ["Ann"] * 201, "Ann", None, ["A"], ["x" * 25], [7], [["Ann"]]
    ),
    *each(f"{FRIDAY}/cancel", "reason", "x" * 401, 7, None),
    *each("/duels", "rounds", 0, 10, 1.5, "1", None, True),
    *[*each("/duels", "against", "", 7, ["nobody"]), *each("/duels", "time_limit_s", 9)],
    *each("/notices/read", "before", ..., None, 7, "", "yesterday", "2026-11-21"),
    *each(
        f"{FRIDAY}/rounds/1/logs", "moves", ..., "turn e", 7, True, None, {}, ["turn e", 7], [None], [["a"]]
    ),
    *each("/challenges", "seed", "a b"),
]

NOT_TOGETHER = [
    *[*each(CONTESTS, "time_limit_s", 60, 10, 86_400, **OPEN), *each(CONTESTS, "others", "finished", **OPEN)],
    *[
        *each(CONTESTS, "tie_break", ["time"], ["wins", "time"], **OPEN),
        *each(CONTESTS, "attempts", None, 2, 100),
    ],
    *[*round_with("seed", "pub"), *each(CONTESTS, "freeze_at", "2999-01-01T00:00:00Z")],
    (CONTESTS, both("wish", "winabit")),
    *round_with("rules", {"draw": "two"}, {"draw": None}, {"draw": 1}, {"draw": ["one"]}, game="pyramid"),
    *round_with("rules", {"draws": "one"}, {"draw": "one", "scoring": "5a"}, game="pyramid"),
    *round_with("rules", {"scoring": "5c"}, game="winabit"),
    *(case for path in ("/duels", "/challenges") for case in each(path, "rules", {"scoring": "5a"})),
    *round_with("band", {"kind": "par"}, {"kind": "par", "low": 4}, HARD | {"low": 0, "high": 0}, **DRAFT),
    *round_with("band", {"kind": "par", "low": 0, "high": 33}, **DRAFT),
    *[*round_with("band", HARD, draft=False), *round_with("band", HARD, **DRAFT, **OPEN)],
    *round_with("band", HARD, game="winabit", **DRAFT),
    (FRIDAY, {"rounds": [{"seed": "pub"}]}),
]
"""Refused by `contests.plans`, which the schema does not say again."""

TAKEN = [
    *((path, {"name": "x" * most}) for path, most in LONGEST.items()),
    *(("/guests", body) for body in ({"name": "Li", "bot": True}, {"name": "Ada", "colour": "red"})),
    *[("/tokens", {"name": "x", "scopes": ["read", "play"]}), ("/me", {"profile": "private"})],
    *[*each(f"{FRIDAY}/webhooks", "events", ["act"]), *each(f"{FRIDAY}/badges", "names", ["x" * 24] * 200)],
    *each(f"{FRIDAY}/cancel", "reason", "", "x" * 400),
    *[*each(CONTESTS, "about", "x" * 2000), *each(CONTESTS, "attempts", None, **OPEN)],
    *round_with("seed", "x" * 64, attempts=100, **OPEN),
    (CONTESTS, {"attempts": 1, "time_limit_s": 10, "tie_break": ["time", "wins"], "others": "finished"}),
    (CONTESTS, {"freeze_at": "2998-01-01T00:00:00Z", "closes_at": "2999-01-01T00:00:00Z"}),
    (CONTESTS, {"freeze_at": None, "rounds": [DEAL] * 30}),
    # Whole, however it is written.
    *[(CONTESTS, OPEN | {"attempts": 2.0, "max_entries": 1e5}), (CONTESTS, {"time_limit_s": 60.0})],
    (CONTESTS, both("wish", "well", "pyramid", "three-by-three")),
    (CONTESTS, both(*GAMES) | {"ranking": "points"}),
    *round_with("rules", {"scoring": "5b"}, game="winabit"),
    *round_with("band", None, HARD, HARD | {"low": None}, {"kind": "par", "low": 0, "high": 32}, **DRAFT),
    *[("/challenges", {"seed": "pub"}), ("/duels", {"rounds": 9, "time_limit_s": 10, "against": None})],
    (FRIDAY, {"rounds": [{"closes_at": None}]}),
]

CANNOT_SAY = [
    *[*each(CONTESTS, "closes_at", "2020-01-01T00:00:00Z"), *each(f"{FRIDAY}/organisers", "name", "Nobody")],
    *each(CONTESTS, "name", "a\x00", "  \u200b a "),  # a letter is left of it
    *((path, {"name": "\u200b\u200b"}) for path in ("/guests", "/me", "/tokens")),  # nothing is left
    *round_with("band", {"kind": "par", "low": 6, "high": 4}, **DRAFT),
    *each(f"{FRIDAY}/webhooks", "url", "https://127.0.0.1/", "http://hooks.example/"),
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
    """The fields that the service refuses of a body from the organiser of a contest; nothing stays of it."""
    crowd(["Sam"])
    friday = owner.create()["id"]

    def refused(path, body):
        address = path.format(competition_id=friday)
        with undone():
            answer = owner.request(method_of(path), address, body, Content_Type="application/json")
        assert answer.status < 400 or answer.outcome == (422, "invalid"), answer.raw
        assert answer.status < 400 or len(answer.raw) < 2000, "however long what was wrong"
        return set(answer.body.get("errors", ()))

    return refused


@pytest.mark.extra
@pytest.mark.parametrize(
    ("cases", "expected"),
    [(REFUSED, (True, False)), (TAKEN, (False, True)), (NOT_TOGETHER + CANNOT_SAY, (True, True))],
    ids=["refused", "taken", "cannot be said"],
)
def test_the_schema_refuses_what_the_service_refuses(by_service, unlimited, cases, expected):
    differ = []
    for path, fields in cases:
        body = {name: value for name, value in (GOOD[path] | fields).items() if value is not ...}
        refused = by_service(path, json.dumps(body).encode())
        found = bool(refused), by_schema(path).is_valid(body)
        if found != expected or not refused <= fields.keys():
            differ.append((path, str(fields)[:200], refused, found))
    assert not differ


def parameter_of(path, name):
    """What the schema says of a parameter."""
    parameters = document()["paths"][path]["get"]["parameters"]
    [schema] = [each["schema"] for each in parameters if each["name"] == name]
    return Draft202012Validator(schema)


def test_the_schema_refuses_cursors_that_the_service_never_gave(owner):
    event = owner.create()
    for path, name in (
        ("/competitions", "cursor"),
        (f"{FRIDAY}/standings", "cursor"),
        (f"{FRIDAY}/events", "after"),
    ):
        takes = parameter_of(path, name)
        for cursor in ("", "page 2", "a+b/c", "ü", "MTA=\n"):
            refused = owner.get(path.format(competition_id=event["id"]), **{name: cursor})
            assert refused.outcome == (422, "invalid")
            assert not takes.is_valid(cursor)
        assert takes.is_valid("MTA=-_")


def test_the_schema_refuses_weeks_that_no_year_has(owner):
    board = f"/circles/{owner.post('/circles', {'name': 'The family'}).body['id']}/board"
    takes = parameter_of("/circles/{circle_id}/board", "week")
    for week in ("", "2026", "2026-47", "2026-w47", "2026-W00", "2026-W54", "2026-W1", "2026-W47\n"):
        assert owner.get(board, week=week).refused_for("week")
        assert not takes.is_valid(week)
    for week in ("2026-W01", "2026-W09", "2026-W10", "2026-W49", "2026-W53"):
        assert owner.get(board, week=week).status == 200
        assert takes.is_valid(week)


@pytest.mark.extra
def test_a_body_is_needed_where_the_schema_says_so(by_service, unlimited):
    for path in GOOD:
        needed = body_of(path).get("required", False)
        assert [bool(by_service(path, body)) for body in (b"{}", b"")] == [needed] * 2, path
