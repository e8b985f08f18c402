"""What a body says and the service does not know is ignored, and named in the answer."""

import json

import pytest
from rest_framework.permissions import SAFE_METHODS

from competitions.api.openapi import document
from competitions.api.unknown import LONGEST, MOST
from tests.clients.contests import contest
from tests.clients.site import prepared, undone

from .operations import requests

CHANGES_NOTHING = {"replay"}


def named(answer):
    assert answer.status < 300, answer.raw
    return {warning["field"]: warning["message"] for warning in answer.body.get("warnings", ())}


def test_a_misspelt_setting_is_named_with_the_one_that_may_be_meant(owner):
    rounds = [{"game": "wish"}, {"game": "wish", "sed": None, "openat": None}]
    answer = owner.post("/competitions", contest(play="sealed", time_limit=60, rounds=rounds, colour="red"))
    assert named(answer) == {
        "time_limit": "There is no such field. Did you mean time_limit_s?",
        "colour": "There is no such field.",
        "rounds[1].sed": "There is no such field. Did you mean seed?",
        "rounds[1].openat": "There is no such field. Did you mean opens_at?",
    }
    assert answer.body["time_limit_s"] is None
    changed = owner.change(answer.body, time_limits_s=60, about="So.")
    assert named(changed) == {"time_limits_s": "There is no such field. Did you mean time_limit_s?"}
    assert changed.body["about"] == "So."


def test_where_all_is_known_nothing_is_said(owner):
    event = owner.create()
    settings = owner.get(f"/competitions/{event['id']}/settings").body
    for answer in (owner.post("/competitions", settings), owner.change(event, **settings)):
        assert "warnings" not in answer.body
    assert "warnings" not in owner.read(event)


@pytest.mark.extra
def test_every_body_that_makes_or_changes_something_is_answered_so(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    walked = 0
    for request in requests():
        if request.method.upper() in {*SAFE_METHODS, "DELETE"} or request.name in CHANGES_NOTHING:
            continue
        with subtests.test(request.name), undone():
            answer = request.send(cast, body={**(request.body or {}), "nonsense": {"deep": [1]}})
            assert named(answer) == {"nonsense": "There is no such field."}
            [told] = answer.body["warnings"]
            assert sorted(told) == ["field", "message"]
        walked += 1
    assert walked > 25
    assert "warnings" not in document()["components"]["schemas"]["Replay"]["properties"]


def test_a_repeat_names_it_too(owner):
    first, again = (owner.post("/competitions", contest(colour="red"), Idempotency_Key="k") for _ in range(2))
    assert (again.status, again.raw) == (201, first.raw)
    assert named(again) == {"colour": "There is no such field."}


def test_much_that_is_unknown_makes_a_short_answer(owner):
    many = {f"{number:04}" + "x" * 1_000: None for number in range(80)}
    answer = owner.post("/competitions", contest(**many, rounds=[{"game": "wish", **many}], play="sealed"))
    warnings = answer.body["warnings"]
    assert len(warnings) == MOST
    assert {len(warning["field"]) for warning in warnings} == {LONGEST}
    assert len(json.dumps(warnings)) < 4_000


def test_a_name_may_be_any_text(owner):
    for key, name in enumerate(("", "\ud800", "\x00", "a.b", "[0]", "é" * 300, "__proto__")):
        for _ in range(2):
            answer = owner.post("/competitions", contest(**{name: 1}), Idempotency_Key=str(key))
            assert len(named(answer)) == 1


def test_a_body_that_no_setting_is_read_from_is_a_json_object_all_the_same(owner):
    event = owner.create()
    for path in (f"/competitions/{event['id']}/copy", "/tickets"):
        for body in (b"{", b"[]", b"7", b"null"):
            refused = owner.post(path, body)
            assert refused.outcome == ((400, "bad_json") if body == b"{" else (422, "invalid"))
