"""How often a client may do something: a player, and everyone at an address; and what answers tell of it."""

import re

import pytest
from django.test import Client as DjangoClient

from competitions.web import costs, limits
from competitions.web.buckets import OutOfReach, Rate, Taken
from competitions.web.limits import CountedLimit
from tests.clients.rest import Client

from .stored import row_counts

pytestmark = pytest.mark.usefixtures("moment")

MOST = 6
REFUSED = (429, "rate_limited")


@pytest.fixture
def few(settings):
    """Limits that are soon met."""
    settings.LIMITS = {
        **settings.LIMITS,
        "guests": {"address": MOST},
        "logs": {"player": 5, "address": 8},
        **{scope: {"player": MOST, "address": 600} for scope in ("names", "tokens", "competitions")},
    }


@pytest.fixture
def at(db):
    """A caller at an address."""

    def at(address, token=None):
        client = DjangoClient(REMOTE_ADDR=address)

        def send(method, path, data, headers):
            kind = headers.get("Content-Type", "")
            got = client.generic(method, path, data, content_type=kind, headers=headers)
            return got.status_code, {name.lower(): text for name, text in got.headers.items()}, got.content

        return Client(send, token)

    return at


@pytest.fixture
def proxied(settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}


@pytest.fixture
def logs(event):
    return f"/competitions/{event['id']}/rounds/1/logs"


def flood(caller, times, path="/guests", **headers):
    """The statuses of so many requests at fault: they make nothing."""
    return {caller.post(path, {"name": 7}, **headers).status for _ in range(times)}


# Addresses


def test_sixty_guests_of_one_minute_from_one_address_always_pass(anyone):
    for n in range(60):
        assert anyone.post("/guests", {"name": f"Pupil {n}"}).status == 201


def test_a_flood_from_one_address_is_told_when_to_come_again(anyone, moment, few):
    assert flood(anyone, MOST) == {422}
    before = row_counts()
    refused = anyone.post("/guests", {"name": "Late Lisa"})
    assert refused.outcome == REFUSED
    assert row_counts() == before
    moment[0] += int(refused.headers["retry-after"])
    assert anyone.post("/guests", {"name": "Late Lisa"}).status == 201


def test_who_registers_is_counted_by_address_whatever_token_comes_along(anyone, crowd, few):
    players = [anyone, *crowd(["Ann", "Bea", "Cyd"])]
    assert [flood(players[n % 4], 1) for n in range(MOST)] == [{422}] * MOST
    assert [flood(player, 1) for player in players] == [{429}] * 4


def test_who_registers_by_a_page_is_counted_with_those_of_the_api(anyone, event, few):
    assert flood(anyone, MOST - 1) == {422}  # the page is one more
    page, join = DjangoClient(), f"/c/{event['id']}/join"
    assert [page.post(join, {"name": name}).status_code for name in ("", "Late Lisa")] == [422, 429]
    assert flood(anyone, 1) == {429}


def test_nobodys_forwarded_address_is_believed(anyone, few):
    for n in range(MOST):
        flood(anyone, 1, X_Forwarded_For=f"10.0.0.{n}")
    assert flood(anyone, 1, X_Forwarded_For="10.1.1.1", Forwarded="for=10.1.1.1") == {429}


@pytest.mark.parametrize(
    ("flooding", "then"),
    [
        # The client makes up the first address; the proxy adds the one that it has seen.
        ("10.0.0.{}, 192.0.2.7", {"192.0.2.7": 429, "10.9.9.9, 192.0.2.7": 429, "192.0.2.8": 422}),
        # A port makes no new caller.
        ("192.0.2.7:4000{}", {"192.0.2.7:50000": 429}),
        ("[2001:db8:1:2::7]:4000{}", {"[2001:db8:1:2::7]:50000": 429}),
        ("unknown-{}", {"unknown-50000": 429}),
    ],
)
def test_behind_a_proxy_the_address_that_it_forwards_is_the_one_that_counts(at, few, proxied, flooding, then):
    proxy = at("127.0.0.1")
    for n in range(MOST):
        assert flood(proxy, 1, X_Forwarded_For=flooding.format(n)) == {422}
    for forwarded, status in then.items():
        assert flood(proxy, 1, X_Forwarded_For=forwarded) == {status}


def test_all_addresses_of_an_ipv6_network_of_64_bits_are_one(at, few):
    for n in range(MOST):
        flood(at(f"2001:db8:1:2::{n:x}"), 1)
    assert flood(at("2001:db8:1:2:ffff::1"), 1) == {429}
    assert flood(at("2001:db8:1:3::1"), 1) == {422}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:DB8::1", "2001:db8:0:0:1::", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "nonsense", False),
    ],
)
def test_what_counts_as_one_address(rf, one, other, same):
    seen = [limits.address_of(rf.get("/", REMOTE_ADDR=address)) for address in (one, other)]
    assert (seen[0] == seen[1]) is same


# Players


def test_a_flood_of_one_player_stops_that_player_alone(rival, stranger, event, logs, few):
    stranger.join(event)
    assert flood(rival, 5, logs) == {422}
    assert flood(rival, 10, logs) == {429}  # sent away, they use up nothing of others at the same address
    assert stranger.submit(event, []).status == 201
    assert rival.get("/me").status == 200, "reading is free"


def test_many_players_at_one_address_and_one_at_many_do_not_walk_round_their_limits(
    at, rival, stranger, logs, few, moment
):
    assert flood(rival, 5, logs) | flood(stranger, 3, logs) == {422}
    assert flood(stranger, 1, logs) == {429}
    moment[0] += 60
    statuses = [flood(at(f"192.0.2.{n}", rival.token), 1, logs) for n in range(6)]
    assert statuses == [{422}] * 5 + [{429}]


def test_while_the_counts_of_all_cannot_be_reached_each_process_counts_by_itself(
    rival, logs, few, moment, monkeypatch
):
    def gone():
        raise OutOfReach("ConnectionError")

    monkeypatch.setattr(limits, "buckets", gone)
    assert flood(rival, 5, logs) == {422}
    assert flood(rival, 1, logs) == {429}


@pytest.mark.parametrize(
    ("method", "path"), [("PATCH", "/me"), ("POST", "/tokens"), ("POST", "/challenges")], ids=str
)
def test_what_one_may_do_for_oneself_has_a_limit(rival, stranger, few, method, path):
    def ask(player):
        return player.request(method, path, b'{"name": 7}', Content_Type="application/json")

    assert {ask(rival).status for _ in range(MOST)} == {422}
    assert ask(rival).outcome == REFUSED
    assert ask(stranger).status == 422


# What answers tell

ITEM = re.compile(r'"([a-z-]+)"((?:;[a-z]+=\d+)+)')
"""A string with whole parameters: of all that structured fields allow, this is what we write."""


def told(answer, field="ratelimit"):
    """The parameters by policy."""
    items = [ITEM.fullmatch(item).groups() for item in answer.headers[field].split(", ")]
    found = {name: re.findall(r";([a-z]+)=(\d+)", parameters) for name, parameters in items}
    return {name: {key: int(value) for key, value in pairs} for name, pairs in found.items()}


@pytest.fixture
def six_a_minute(settings):
    settings.LIMITS = {**settings.LIMITS, "logs": {"player": 6, "address": 60}}


def test_what_is_left_is_told_with_every_answer_that_was_counted(rival, logs, six_a_minute):
    for left in (5, 4, 3):
        answer = rival.post(logs, {"moves": []} if left > 3 else {"moves": 7})
        assert told(answer, "ratelimit-policy") == {
            "logs": {"q": 6, "w": 60},
            "logs-address": {"q": 60, "w": 60},
        }
        assert told(answer) == {
            "logs": {"r": left, "t": 10 * left},
            "logs-address": {"r": 54 + left, "t": 54 + left},
        }


def test_a_refusal_tells_one_time_to_come_again(rival, logs, moment, six_a_minute):
    flood(rival, 6, logs)
    moment[0] += 3.5
    refused = rival.post(logs, {"moves": []})
    assert refused.outcome == REFUSED
    assert refused.headers["retry-after"] == "7"
    assert refused.body["retry_after"] == 7
    assert told(refused) == {"logs": {"r": 0, "t": 7}}
    moment[0] += 7
    again = rival.post(logs, {"moves": []})
    assert again.status == 201
    assert told(again)["logs"] == {"r": 0, "t": 10}


def test_who_spreads_what_is_left_over_its_time_never_runs_into_the_limit(rival, logs, moment, six_a_minute):
    for _ in range(13):
        answer = rival.post(logs, {"moves": []})
        assert answer.status == 201
        left = told(answer)["logs"]
        moment[0] += left["t"] / max(1, left["r"])


def test_strangers_are_told_of_their_address(anyone):
    answer = anyone.post("/guests", {"name": "Ann"})
    assert told(answer, "ratelimit-policy") == {"guests-address": {"q": 240, "w": 60}}
    assert told(answer) == {"guests-address": {"r": 239, "t": 60}}


def test_reading_is_not_counted_and_says_nothing(rival):
    for path in ("/me", "/competitions", "/nothing"):
        assert not {"ratelimit", "ratelimit-policy", "retry-after"} & set(rival.get(path).headers)


def test_of_work_only_is_told_that_it_is_too_much(anyone, monkeypatch):
    """It is counted in milliseconds, which the fields have no word for."""
    monkeypatch.setattr(costs, "of_replay", lambda *_, **__: 500.0)
    log = {"game": "wish", "seed": "s", "moves": []}
    first = anyone.post("/replays", log)
    assert first.status == 200
    assert "ratelimit" not in first.headers
    refused = first
    while refused.status == 200:
        refused = anyone.post("/replays", log)
    assert refused.outcome == REFUSED
    assert told(refused) == {"work": {"r": 0, "t": int(refused.headers["retry-after"])}}
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
