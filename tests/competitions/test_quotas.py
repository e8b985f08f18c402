"""What answers tell of limits: draft-ietf-httpapi-ratelimit-headers-11, and `Retry-After`."""

import re

import pytest

from competitions.web import costs
from competitions.web.buckets import Rate, Taken
from competitions.web.quotas import CountedLimit

ITEM = re.compile(r'"([a-z-]+)"((?:;[a-z]+=\d+)+)')
"""A string with whole parameters: of all that structured fields allow, this is what we write."""


def told(answer, field):
    """The parameters by policy."""
    found = {}
    for item in answer.headers[field].split(", "):
        name, parameters = ITEM.fullmatch(item).groups()
        found[name] = {key: int(value) for key, value in re.findall(r";([a-z]+)=(\d+)", parameters)}
    return found


@pytest.fixture
def logs(owner, rival, settings):
    """The path to send logs to; the limits are small."""
    settings.LIMITS = {**settings.LIMITS, "logs": {"player": 6, "address": 60}}
    event = owner.create_for(rival, attempts=None)
    return f"/competitions/{event['id']}/rounds/1/logs"


def test_what_is_left_is_told_with_every_answer_that_was_counted(rival, logs, moment):
    for left in (5, 4, 3):
        answer = rival.post(logs, {"moves": []} if left > 3 else {"moves": 7})
        assert told(answer, "ratelimit-policy") == {
            "logs": {"q": 6, "w": 60},
            "logs-address": {"q": 60, "w": 60},
        }
        assert told(answer, "ratelimit") == {
            "logs": {"r": left, "t": 10 * left},
            "logs-address": {"r": 54 + left, "t": 54 + left},
        }


def test_a_refusal_tells_one_time_to_come_again(rival, logs, moment):
    for _ in range(6):
        rival.post(logs, {"moves": []})
    moment[0] += 3.5
    refused = rival.post(logs, {"moves": []})
    assert refused.outcome == (429, "rate_limited")
    assert refused.headers["retry-after"] == "7"
    assert refused.body["retry_after"] == 7
    assert told(refused, "ratelimit") == {"logs": {"r": 0, "t": 7}}
    moment[0] += 7
    again = rival.post(logs, {"moves": []})
    assert again.status == 201
    assert told(again, "ratelimit")["logs"] == {"r": 0, "t": 10}


def test_who_spreads_what_is_left_over_its_time_never_runs_into_the_limit(rival, logs, moment):
    left = told(rival.post(logs, {"moves": []}), "ratelimit")["logs"]
    for _ in range(12):
        moment[0] += left["t"] / max(1, left["r"])
        answer = rival.post(logs, {"moves": []})
        assert answer.status == 201
        left = told(answer, "ratelimit")["logs"]


def test_strangers_are_told_of_their_address(anyone, moment):
    answer = anyone.post("/guests", {"name": "Ann"})
    assert told(answer, "ratelimit-policy") == {"guests-address": {"q": 240, "w": 60}}
    assert told(answer, "ratelimit") == {"guests-address": {"r": 239, "t": 60}}


def test_reading_is_not_counted_and_says_nothing(rival, logs):
    for answer in (rival.get("/me"), rival.get("/competitions"), rival.get("/nothing")):
        assert not {"ratelimit", "ratelimit-policy", "retry-after"} & set(answer.headers)


def test_of_work_only_is_told_that_it_is_too_much(anyone, moment, monkeypatch):
    """It is counted in milliseconds, which the fields have no word for."""
    monkeypatch.setattr(costs, "of_replay", lambda *_, **__: 500.0)
    log = {"game": "wish", "seed": "s", "moves": []}
    first = anyone.post("/replays", log)
    assert first.status == 200
    assert "ratelimit" not in first.headers
    refused = anyone.post("/replays", log)
    while refused.status == 200:
        refused = anyone.post("/replays", log)
    assert refused.outcome == (429, "rate_limited")
    assert told(refused, "ratelimit") == {"work": {"r": 0, "t": int(refused.headers["retry-after"])}}
    assert "ratelimit-policy" not in refused.headers


@pytest.mark.parametrize(
    ("rate", "taken", "said"),
    [
        (Rate(10, 600), Taken(0, 599.9), '"logs";r=599;t=60'),
        (Rate(10, 600), Taken(0, 0.3), '"logs";r=0;t=1'),
        (Rate(0.5, 30), Taken(0, 3), '"logs";r=3;t=6'),
        (Rate(10, 600), Taken(0.01, 0.9), '"logs";r=0;t=1'),
        (Rate(0.1, 6), Taken(9.01, 0.09), '"logs";r=0;t=10'),
    ],
)
def test_seconds_are_whole_and_never_too_few(rate, taken, said):
    assert CountedLimit("logs", rate, taken).left == said
