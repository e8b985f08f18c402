"""How often a client may do something: a player, and everyone at an address."""

import pytest
from django.test import Client as DjangoClient

from competitions.web import limits
from competitions.web.buckets import OutOfReach
from tests.clients.rest import Client

from .stored import row_counts

pytestmark = pytest.mark.usefixtures("moment")

MOST = 6
"""How many guests an address may have in a minute where there are `few`, and how often a player may do other
things for themselves."""


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
    """A caller without a token at an address."""

    def at(address, token=None, **headers):
        client = DjangoClient(REMOTE_ADDR=address)

        def send(method, path, data, given):
            named = {**headers, **given}
            kind = named.get("Content-Type", "")
            got = client.generic(method, path, data, content_type=kind, headers=named)
            return got.status_code, {name.lower(): text for name, text in got.headers.items()}, got.content

        return Client(send, token)

    return at


def flood(caller, times, path="/guests", body=None):
    """The statuses of this many requests, all of them invalid, so that nothing is made."""
    return {caller.post(path, {"name": 7} if body is None else body).status for _ in range(times)}


# Addresses


def test_sixty_guests_of_one_minute_from_one_address_always_pass(anyone):
    for n in range(60):
        assert anyone.post("/guests", {"name": f"Pupil {n}"}).status == 201


def test_a_flood_from_one_address_is_told_when_to_come_again(anyone, moment, few):
    assert flood(anyone, MOST) == {422}
    before = row_counts()
    refused = anyone.post("/guests", {"name": "Late Lisa"})
    assert refused.outcome == (429, "rate_limited")
    assert row_counts() == before
    moment[0] += int(refused.headers["retry-after"])
    assert anyone.post("/guests", {"name": "Late Lisa"}).status == 201


def test_who_registers_is_counted_by_address_whatever_token_comes_along(anyone, crowd, few):
    players = [anyone, *crowd(["Ann", "Bea", "Cyd"])]
    for n in range(MOST):
        assert players[n % 4].post("/guests", {"name": 7}).status == 422
    for player in players:
        assert player.post("/guests", {"name": "Late Lisa"}).outcome == (429, "rate_limited")


def test_who_registers_by_a_page_is_counted_with_those_of_the_api(anyone, event, few):
    # The page is one more.
    assert flood(anyone, MOST - 1) <= {422}
    page = DjangoClient()
    join = f"/c/{event['id']}/join"
    assert page.post(join, {"name": ""}).status_code == 422
    assert page.post(join, {"name": "Late Lisa"}).status_code == 429
    assert anyone.post("/guests", {"name": "Late Lisa"}).outcome == (429, "rate_limited")


def test_nobodys_forwarded_address_is_believed(anyone, few):
    for n in range(MOST):
        anyone.post("/guests", {"name": 7}, X_Forwarded_For=f"10.0.0.{n}")
    refused = anyone.post(
        "/guests", {"name": "Late Lisa"}, X_Forwarded_For="10.1.1.1", Forwarded="for=10.1.1.1"
    )
    assert refused.outcome == (429, "rate_limited")


def test_behind_a_proxy_the_address_that_it_forwards_is_the_one_that_counts(at, few, settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    proxy = at("127.0.0.1")
    # The client makes up the first address; the proxy adds the one that it has seen.
    for n in range(MOST):
        proxy.post("/guests", {"name": 7}, X_Forwarded_For=f"10.0.0.{n}, 192.0.2.7")
    for told, status in (("192.0.2.7", 429), ("10.9.9.9, 192.0.2.7", 429), ("192.0.2.8", 422)):
        assert proxy.post("/guests", {"name": 7}, X_Forwarded_For=told).status == status


@pytest.mark.parametrize("told", ["192.0.2.7:{}", "[2001:db8:1:2::7]:{}", "unknown-{}"])
def test_the_port_that_a_proxy_forwards_makes_no_new_caller(at, few, settings, told):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    proxy = at("127.0.0.1")
    for n in range(MOST):
        proxy.post("/guests", {"name": 7}, X_Forwarded_For=told.format(40_000 + n))
    assert proxy.post("/guests", {"name": 7}, X_Forwarded_For=told.format(50_000)).status == 429


def test_all_addresses_of_an_ipv6_network_of_64_bits_are_one(at, few):
    for n in range(MOST):
        at(f"2001:db8:1:2::{n:x}").post("/guests", {"name": 7})
    assert at("2001:db8:1:2:ffff::1").post("/guests", {"name": 7}).status == 429
    assert at("2001:db8:1:3::1").post("/guests", {"name": 7}).status == 422


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


def test_a_flood_of_one_player_stops_that_player_alone(rival, stranger, event, few):
    stranger.join(event)
    path = f"/competitions/{event['id']}/rounds/1/logs"
    assert flood(rival, 5, path) == {422}
    for _ in range(10):  # sent away, they use up nothing of the others at the same address
        assert rival.submit(event, []).outcome == (429, "rate_limited")
    assert stranger.submit(event, []).status == 201
    assert rival.get("/me").status == 200, "reading is free"


def test_many_players_at_one_address_do_not_walk_round_its_limit(event, rival, stranger, few):
    path = f"/competitions/{event['id']}/rounds/1/logs"
    assert flood(rival, 5, path) | flood(stranger, 3, path) == {422}
    assert stranger.post(path, {}).outcome == (429, "rate_limited")


def test_a_player_at_many_addresses_does_not_walk_round_theirs(at, rival, event, few):
    path = f"/competitions/{event['id']}/rounds/1/logs"
    statuses = [at(f"192.0.2.{n}", rival.token).post(path, {"moves": 7}).status for n in range(6)]
    assert statuses == [422] * 5 + [429]


def test_writes_go_on_while_the_counts_cannot_be_reached(rival, event, monkeypatch):
    def gone():
        raise OutOfReach("ConnectionError")

    monkeypatch.setattr(limits, "buckets", gone)
    assert rival.submit(event, []).status == 201


@pytest.mark.parametrize(
    "ask",
    [
        lambda player: player.patch("/me", {"name": 7}),
        lambda player: player.post("/tokens", {"name": 7}),
        lambda player: player.post("/challenges", {"game": 7}),
    ],
    ids=["names", "tokens", "competitions"],
)
def test_what_one_may_do_for_oneself_has_a_limit(rival, stranger, few, ask):
    assert {ask(rival).status for _ in range(MOST)} == {422}
    assert ask(rival).outcome == (429, "rate_limited")
    assert ask(stranger).status == 422
