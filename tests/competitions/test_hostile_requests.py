"""Requests that no honest client sends: refused with a stable code, and nothing is changed."""

from collections import defaultdict
from functools import cache

import pytest

from competitions.api.openapi import document
from competitions.models import Token
from competitions.models.players import SCOPES

from .stored import row_counts

ID = "2222222222222222"
JSON = "application/json"
UNAUTHENTICATED = (401, "unauthenticated")


@cache
def methods():
    """The methods of each path, by the schema; nothing of what a path names is there."""
    at = defaultdict(lambda: ID, slug="wish", number="1")
    return {path.format_map(at): {*map(str.upper, item)} for path, item in document()["paths"].items()}


def posts(event):
    """Paths to which the caller may post."""
    id = event["id"]
    return ["/guests", "/competitions", f"/competitions/{id}/entries", f"/competitions/{id}/rounds/1/logs"]


@pytest.mark.extra
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "GET", "BREW"])
def test_a_method_that_a_path_does_not_have_is_refused(owner, method, unwritten):
    for path, allowed in methods().items():
        if method not in allowed:
            refused = owner.request(method, path)
            assert refused.outcome == (405, "method_not_allowed"), path
            assert set(refused.headers["allow"].split(", ")) >= allowed


@pytest.mark.extra
def test_options_tells_the_methods(owner, anyone):
    for path, allowed in methods().items():
        for caller in (owner, anyone):
            told = caller.request("OPTIONS", path)
            assert (told.status, told.raw) == (204, b""), path
            head = {"HEAD"} if "GET" in allowed else set()
            assert set(told.headers["allow"].split(", ")) == {*allowed, *head, "OPTIONS"}, path


def test_head_is_get_without_the_body_and_asks_for_the_same_rights(anyone, owner, event):
    for path in ("/games", "/games/wish", "/me", "/competitions", f"/competitions/{event['id']}"):
        assert owner.request("HEAD", path).status == owner.get(path).status == 200
    assert [anyone.request("HEAD", path).status for path in ("/me", "/guests")] == [401, 405]
    Token.objects.filter(player=owner.player["id"]).update(scopes=["play"])
    assert owner.request("HEAD", "/me").status == owner.get("/me").status == 403


UNKNOWN_PATHS = [
    *("/", "/guest", "/nothing/", "/me//", "//guests", "//guests/", "/games/a/b/", "/games/%00"),
    *("/games/%F0%9F%83%8F", "/games/%C0%AF", "/games/..%2Fwish", "/%FF%FE", "/%0d%0aSet-Cookie:x=1"),
    *("/players/Olga%20Owner", f"/competitions/{ID}//", f"/competitions/{ID}/rounds/1"),
    f"/competitions/{ID}/rounds/%31%00/logs",
    f"/competitions/{ID}/rounds/{'9' * 5000}/logs",
    f"/competitions/{ID}/rounds/{'0' * 300}1/logs",
    f"/competitions/{'2' * 100_000}",
]


def test_an_unknown_path_is_not_found(owner, unwritten):
    for path in UNKNOWN_PATHS:
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            assert owner.request(method, path).outcome == (404, "not_found"), path[:50]


INVALID_TOKENS = [
    *("Bearer", "Bearer ", "Bearer x", "Bearer ed_unknown", "Bearer a b c", "Basic T2xnYTo=", "Token x"),
    *("bearer\tx", "Bearer \xff\xfe\x80", "Bearer \x00", "\x00", "Bearer " + "x" * 100_000, "\u00e9"),
]


def test_an_invalid_token_lets_nobody_in(anyone, event, unwritten):
    for header in INVALID_TOKENS:
        asked = [anyone.request("GET", path, Authorization=header) for path in ("/me", "/competitions")]
        asked += [anyone.post(path, {}, Authorization=header) for path in posts(event)[1:]]
        assert {got.outcome for got in asked} == {UNAUTHENTICATED}, header[:50]
    assert anyone.request("GET", "/competitions", Authorization="").status == 200
    assert {anyone.post(path, {}, Authorization="").outcome for path in posts(event)[1:]} == {UNAUTHENTICATED}


def test_the_scheme_is_known_in_any_case_and_a_token_in_the_address_lets_nobody_in(anyone, owner):
    assert owner.request("GET", "/me", Authorization=f"bEaReR  {owner.token} ").status == 200
    for name in ("token", "access_token", "ticket"):
        assert anyone.get("/me", **{name: owner.token}).outcome == UNAUTHENTICATED


def test_a_revoked_token_lets_nobody_in_where_it_is_remembered(owner, rival, event, clock):
    logs, token = posts(event)[3], Token.objects.filter(player=rival.player["id"])
    assert rival.submit(event, []).status == 201
    assert rival.post(logs, {"moves": []}, Idempotency_Key="once").status == 201
    before = row_counts()
    for ask in (
        lambda: rival.submit(event, ["turn e"]),
        lambda: rival.submit(event, []),
        lambda: rival.submit(event, [], round=2),
        lambda: rival.post(logs, {"moves": 7}),
        lambda: rival.post(logs, {"moves": []}, Idempotency_Key="once"),
        lambda: rival.request("GET", logs),
    ):
        token.update(revoked_at=None)
        assert Token.remembered(rival.token)
        token.update(revoked_at=clock.now)
        refused = ask()
        assert refused.outcome == UNAUTHENTICATED
        assert refused.headers["www-authenticate"] == "Bearer"
    assert rival.submit(event, []).status == 401
    assert Token.remembered(rival.token) is None, "it is remembered no longer"
    assert row_counts() == before


def test_a_token_is_stored_as_a_hash(owner):
    token = Token.objects.get(player=owner.player["id"])
    assert owner.token not in str([getattr(token, field.attname) for field in Token._meta.fields])
    assert token.scopes == list(SCOPES)


def test_whatever_is_accepted_the_answer_is_json(anyone):
    for accept in ("text/html", "application/xml", "", "*/*;q=0", "\xff", "application/json;q=0"):
        assert anyone.request("GET", "/games", Accept=accept).status == 200
        assert anyone.request("GET", "/nothing", Accept=accept).outcome == (404, "not_found")
    assert anyone.get("/games", format="html").status == 200


OTHER_TYPES = [
    *(
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
    ),
    *(
        "application/xml",
        "multipart/form-data",
        "application/problem+json",
        "text/json",
        "json",
        "\xff",
        ";",
        "",
    ),
    "application/json/x",
]


@pytest.mark.extra
def test_a_body_of_another_type_is_refused(owner, rival, event, unwritten):
    id = event["id"]
    others = ("/tickets", f"/competitions/{id}/rounds/1/attempts", f"/competitions/{id}/close")
    refused, contest = (415, "unsupported_media_type"), f"/competitions/{id}"
    for kind in OTHER_TYPES:
        for path in (*posts(event), *others):
            sent = rival.post(path, b'{"name": "Ann", "moves": []}', Content_Type=kind)
            assert sent.outcome == refused, (kind, path)
        assert owner.request("PATCH", contest, b"{}", Content_Type=kind).outcome == refused, kind


def test_json_is_json_in_any_spelling_of_its_type(anyone):
    for content_type in (JSON, "Application/JSON; charset=utf-8", "application/json ;x=y"):
        assert anyone.post("/guests", {"name": "Ann"}, Content_Type=content_type).status == 201


BROKEN = [
    *(b" ", b"name=Ann", b'{"name": "Ann"', b'{"name": "Ann"} {}', b"{'name': 'Ann'}", b'{"name": "Ann",}'),
    *(b'{"name": "Ann"} // me', b'{"name": NaN}', b'{"name": -Infinity}', b'\xef\xbb\xbf{"name": "Ann"}'),
    *('{"name": "Ann"}'.encode(code) for code in ("utf-16", "utf-16-le", "utf-32")),
    *('{"name": "Zoë"}'.encode("latin-1"), b'{"name": "\xc0\xaf"}', b'{"name": "\xed\xa0\x80"}'),
    *(b'{"name": "A\x00nn"}', b"\x00" * 1000, b'{"name": "A\nnn"}', rb'{"name": "\x41"}', b'{"name": 007}'),
    *(b'{"name": +1}', b'{"name": 0x1}', b'{"name": .5}', b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000),
    b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
    b'{"name": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    b'{"name": ' + b"9" * 100_000 + b"}",
    b"\x1f\x8b\x08\x00" + b"\x00" * 100,
]

NO_OBJECT = [
    *(b"null", b"true", b"7", b"-0", b"1e400", b"1e-400", b'"name"', b"[]", b"[" * 50 + b"]" * 50, b"[{}]")
]


@pytest.mark.parametrize(
    ("bodies", "outcome"),
    [pytest.param(BROKEN, (400, "bad_json"), marks=pytest.mark.extra), (NO_OBJECT, (422, "invalid"))],
    ids=["no JSON in UTF-8", "no object"],
)
def test_a_body_that_is_no_json_object_is_refused(rival, event, unwritten, bodies, outcome):
    for body in bodies:
        for path in posts(event):
            assert rival.post(path, body).outcome == outcome, (body[:50], path)


ODD_VALUES = [
    *(b"1e400", b"-1e400", b"-0", b"-0.0", b"1e-400", b"9" * 4000, b"0.1", b"[" * 90 + b"]" * 90, b'{"":{}}')
]
FIELDS = ["name bot", "name access play attempts counts opens_at closes_at rounds draft", "invite", "moves"]


@pytest.mark.extra
def test_odd_values_in_any_field_are_at_fault(owner, event, unwritten):
    for value in ODD_VALUES:
        for path, names in zip(posts(event), FIELDS, strict=True):
            for name in names.split():
                body = b'{"' + name.encode() + b'": ' + value + b"}"
                assert owner.post(path, body).outcome[0] in (403, 422), (path, name, value[:20])


def test_a_field_named_twice_counts_as_it_was_last_said(anyone):
    made = anyone.post("/guests", b'{"name": 7, "name": "Ann", "name": "Bea"}')
    assert made.body["player"]["name"] == "Bea"


def test_an_odd_query_is_no_fault_of_ours(anyone, owner, event):
    odd = ("&".join("a" * 1500), "%00=%00", "mine=%ED%A0%80", "state=\x7f", "x" * 60_000, "&&&===")
    for query in odd:
        for path in ("/competitions", f"/competitions/{event['id']}/standings", "/games"):
            anyone.request("GET", f"{path}?{query}")
        assert owner.request("POST", f"/competitions?{query}").status == 422
