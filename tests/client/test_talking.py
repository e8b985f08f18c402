"""The client's core, without a network: what is asked, when it is asked again, and what is raised."""

import json

import pytest

from evendeal import Client, calls
from evendeal.calls import Again, Call
from evendeal.errors import (
    IllegalMove,
    Invalid,
    NameTaken,
    Problem,
    RateLimited,
    UnknownFields,
    Unreachable,
    problem_of,
)
from evendeal.talk_steps import Exchange, Lost
from evendeal.talking import Download, ask

from .conversations import Other, answer, problem

GONE = Lost("the connection broke")
NEVER_SENT = Lost("refused", arrived=False)


def test_an_answer_is_what_came_with_fields_that_nobody_knows() -> None:
    other = Other(answer(200, '{"id": "p", "name": "Ada", "bot": false, "shoe_size": 38}'))
    assert other.carry(ask(other.caller, calls.me()))["shoe_size"] == 38
    assert other.requests == [("GET", "/api/v1/me")]
    assert other.headers("Authorization") == ["Bearer secret"]


def test_a_stranger_sends_no_token() -> None:
    other = Other(answer(200), token=None)
    other.carry(ask(other.caller, calls.games()))
    assert other.headers("Authorization") == [None]


def test_answers_are_asked_for_in_the_language_of_the_client() -> None:
    client = Client("http://evendeal.example", language="de")
    assert client.caller.request(calls.games()).headers["Accept-Language"] == "de"
    assert "Accept-Language" not in Other().caller.request(calls.games()).headers


def test_an_answer_without_a_body_is_none() -> None:
    other = Other(answer(204, ""))
    assert other.carry(ask(other.caller, calls.revoke("t"))) is None


def test_a_creating_post_has_one_key_for_all_its_tries_and_another_for_the_next() -> None:
    other = Other(GONE, problem(503, "unavailable"), answer(201), answer(201))
    for _ in range(2):
        other.carry(ask(other.caller, calls.join("c")))
    assert other.headers("Idempotency-Key") == ["key-0", "key-0", "key-0", "key-1"]
    bodies = {step.request.body for step in other.steps if isinstance(step, Exchange)}
    assert len(bodies) == 1


def test_a_first_try_that_is_still_at_work_is_waited_for() -> None:
    other = Other(GONE, problem(409, "in_progress"), answer(201, '{"id": "c"}'))
    assert other.carry(ask(other.caller, calls.create("Friday", [{"game": "wish"}]))) == {"id": "c"}


def test_what_is_harmless_is_asked_again_with_growing_pauses() -> None:
    other = Other(GONE, GONE, answer(502, "<html>"), answer(200))
    other.carry(ask(other.caller, calls.moves("a", 3, ["turn"])))
    assert other.pauses == [0.25, 0.5, 1.0]


@pytest.mark.parametrize(
    "call",
    [calls.guest("Ada"), calls.new_token("bot", ["play"]), calls.add_webhook("c", "https://a.example", [])],
    ids=["guest", "token", "webhook"],
)
@pytest.mark.parametrize("came", [GONE, problem(503, "unavailable")], ids=["cut off", "away"])
def test_what_cannot_be_repeated_is_not_if_it_may_have_been_done(call: Call[object], came: object) -> None:
    other = Other(came)
    with pytest.raises((Unreachable, Problem)):
        other.carry(ask(other.caller, call))
    assert not other.pauses


@pytest.mark.parametrize("came", [NEVER_SENT, problem(429, "rate_limited", retry_after="1")])
def test_it_is_if_it_has_surely_not_been_done(came: object) -> None:
    other = Other(came, answer(201))
    other.carry(ask(other.caller, calls.guest("Ada")))
    assert len(other.requests) == 2


def test_the_service_says_how_long_to_wait() -> None:
    other = Other(problem(429, "rate_limited", retry_after="7"), answer(200))
    other.carry(ask(other.caller, calls.me()))
    assert other.pauses == [7.0]


def test_nobody_waits_longer_than_patience_lasts() -> None:
    other = Other(problem(429, "rate_limited", retry_after="3600"))
    with pytest.raises(RateLimited) as raised:
        other.carry(ask(other.caller, calls.me()))
    assert raised.value.retry_after == 3600
    assert not other.pauses
    away = Other(*[NEVER_SENT] * 100, patience_s=20)
    with pytest.raises(Unreachable, match="refused"):
        away.carry(ask(away.caller, calls.me()))
    assert 12 < sum(away.pauses) <= 20


def test_a_refusal_is_an_exception_of_its_code_with_its_facts() -> None:
    told = {"type": "urn:x", "code": "illegal_move", "detail": "No.", "ply": 4, "view": {"ply": 4}}
    other = Other(answer(422, json.dumps(told)))
    with pytest.raises(IllegalMove, match="illegal_move: No") as raised:
        other.carry(ask(other.caller, calls.moves("a", 4, ["turn"])))
    refused = raised.value
    assert (refused.status, refused.ply, refused.view, refused.errors) == (422, 4, {"ply": 4}, {})
    assert refused.facts == {"ply": 4, "view": {"ply": 4}}


def test_input_at_fault_is_told_by_field() -> None:
    refused = problem_of(422, {"code": "invalid", "errors": {"name": ["Too long."]}})
    assert isinstance(refused, Invalid)
    assert refused.errors == {"name": ["Too long."]}


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (418, '{"code": "teapot"}', "teapot"),
        (404, "<html>", "http_404"),
        (500, "[]", "http_500"),
        (799, "", "http_799"),
    ],
)
def test_other_refusals_are_plain_problems(status: int, body: str, code: str) -> None:
    other = Other(answer(status, body))
    with pytest.raises(Problem) as raised:
        other.carry(ask(other.caller, calls.me()))
    assert type(raised.value) is Problem
    assert raised.value.code == code


MADE = (
    '{"id": "c", "warnings": [{"field": "time_limit", "message": "There is no such field. Did you mean '
    'time_limit_s?"}, {"field": "rounds[0].sed", "message": "There is no such field."}]}'
)


def test_a_field_that_the_service_does_not_know_is_an_exception_with_the_answer() -> None:
    other = Other(answer(201, MADE))
    with pytest.raises(UnknownFields, match=r"time_limit: .* mean time_limit_s\?; rounds\[0\].sed") as raised:
        other.carry(ask(other.caller, calls.create("Friday", [{"game": "wish"}])))
    assert raised.value.answer["id"] == "c"
    assert [each["field"] for each in raised.value.warnings] == ["time_limit", "rounds[0].sed"]
    assert len(other.requests) == 1


def test_who_does_not_care_for_such_fields_gets_the_answer() -> None:
    other = Other(answer(201, MADE), unknown="ignore")
    assert other.carry(ask(other.caller, calls.create("Friday", [{"game": "wish"}])))["id"] == "c"


def test_a_refusal_is_final() -> None:
    other = Other(problem(409, "name_taken"))
    with pytest.raises(NameTaken):
        other.carry(ask(other.caller, calls.guest("Ada")))


def test_a_site_that_has_moved_is_not_followed_with_a_token() -> None:
    other = Other(answer(301, "", location="https://elsewhere.example/api/v1/me"))
    with pytest.raises(Unreachable, match="elsewhere"):
        other.carry(ask(other.caller, calls.me()))
    assert len(other.requests) == 1


def test_what_is_no_json_is_not_the_service() -> None:
    other = Other(answer(200, "<html>Welcome to this hotel's network"))
    with pytest.raises(Unreachable, match="not from an Evendeal site"):
        other.carry(ask(other.caller, calls.me()))


def test_a_page_leads_to_the_next_with_its_query_alone() -> None:
    first = calls.competitions(state="running", mine=True)
    assert first.query == (("state", "running"), ("mine", "true"))
    second = calls.following(first, "http://inside:8000/api/v1/elsewhere?cursor=a%3D%3D&state=running")
    assert second is not None
    assert (second.path, second.query) == ("competitions", (("cursor", "a=="), ("state", "running")))
    assert calls.following(first, None) is None


def test_every_post_that_creates_has_a_key_but_those_that_answer_with_a_secret() -> None:
    creating = [
        calls.create("x", []),
        calls.copy("c"),
        calls.new_invite("c"),
        calls.challenge("wish"),
        calls.join("c"),
        calls.start("c"),
        calls.submit("c", []),
    ]
    assert {call.again for call in creating} == {Again.WITH_A_KEY}
    other = Other(answer(201), answer(201), answer(201))
    for secret in (calls.guest("Ada"), calls.new_token("bot", ["read"]), calls.ticket()):
        other.carry(ask(other.caller, secret))
    assert other.headers("Idempotency-Key") == [None, None, None]


def test_a_download_comes_piece_by_piece_and_is_not_begun_again() -> None:
    other = Other(problem(503, "unavailable"), answer(200, ""), b"one", b"two", GONE)
    download = Download(other.caller, calls.logs_ndjson("c"))
    assert [other.carry(download.piece()) for _ in range(2)] == [b"one", b"two"]
    with pytest.raises(Unreachable, match="cut off"):
        other.carry(download.piece())
    assert len(other.requests) == 2


def test_a_download_that_is_refused_says_why() -> None:
    other = Other(problem(403, "not_entered"))
    with pytest.raises(Problem, match="not_entered"):
        other.carry(Download(other.caller, calls.logs_ndjson("c")).piece())
