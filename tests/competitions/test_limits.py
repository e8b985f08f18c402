"""How often a client may do something, and how much work it may make."""

import json
import secrets
from itertools import count

import pytest
from django.conf import settings
from django.test import Client as DjangoClient
from django.test import RequestFactory

from competitions.http import buckets, costs, throttling
from competitions.http.buckets import LocalBuckets, OutOfReach, Rate
from competitions.http.buckets_in_redis import RedisBuckets
from tests.clients.contests import golden
from tests.clients.rest import Client
from tests.servers.running import free_port
from tests.threads import at_once

from .stored import row_counts

NEVER = Rate(a_second=1e-6, at_once=5)
"""Five at once, and then none for days."""


@pytest.fixture
def moment(monkeypatch):
    """The steady clock of the limits, in seconds: it stands still until it is set."""
    moment = [1000.0]
    monkeypatch.setattr(buckets, "monotonic", lambda: moment[0])
    return moment


@pytest.fixture(autouse=True)
def stands_still(moment):
    """No bucket fills again while a test runs, unless it sets the clock."""


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


def most(scope, who="address"):
    return int(settings.LIMITS[scope][who])


def flood(caller, times, path="/guests", body=None):
    """The statuses of this many requests, all of them invalid, so that nothing is made."""
    return {caller.post(path, {"name": 7} if body is None else body).status for _ in range(times)}


# Buckets


@pytest.fixture(params=["in this process", "in Redis"])
def store(request):
    if request.param == "in Redis":
        return RedisBuckets(request.getfixturevalue("redis_url"))
    return LocalBuckets()


@pytest.fixture
def key():
    """A key that no other test has: Redis outlives the tests."""
    return secrets.token_hex(8)


def take(store, key, rate, cost=1):
    """The seconds to wait."""
    return store.take(key, rate, cost).wait


def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    assert [take(store, key, rate) for _ in range(3)] == [0, 0, 0]
    assert 0 < take(store, key, rate) <= 100
    assert 100 < take(store, key, rate, 2) <= 200
    assert take(store, f"{key}, another", rate, 3) == 0


def test_a_bucket_says_what_is_left_in_it(store, key):
    rate = Rate(a_second=0.001, at_once=3)
    left = [store.take(key, rate, 1).left for _ in range(4)]
    assert left == pytest.approx([2, 1, 0, 0], abs=0.1)
    assert store.take(f"{key}, another", rate, 9).left == 0


def test_who_is_sent_away_is_not_charged(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    take(store, key, rate, 3)
    waits = [take(store, key, rate, 1) for _ in range(10)]
    assert max(waits) <= 100


def test_what_costs_more_than_a_bucket_holds_is_let_through_once_and_paid_for(store, key):
    rate = Rate(a_second=0.01, at_once=3)
    assert take(store, key, rate, 30) == 0
    assert 2700 < take(store, key, rate, 1) <= 2800


def test_a_bucket_gives_no_more_to_many_threads_at_once(store, key):
    taken = at_once(*[lambda: [take(store, key, NEVER, 1) for _ in range(5)]] * 8)
    assert sum(wait == 0 for waits in taken for wait in waits) == 5


def test_a_bucket_fills_as_time_goes_by(moment):
    store, rate = LocalBuckets(), Rate(a_second=4, at_once=240)
    assert [take(store, "a", rate, 1) for _ in range(240)] == [0] * 240
    assert take(store, "a", rate, 1) == pytest.approx(0.25)
    moment[0] += 0.25
    assert take(store, "a", rate, 1) == 0
    assert take(store, "a", rate, 1) > 0
    moment[0] += 3600
    assert sum(take(store, "a", rate, 1) == 0 for _ in range(500)) == 240


def test_nobody_who_was_sent_away_is_pushed_out_by_others(moment):
    store = LocalBuckets(remembered=300)
    assert [take(store, "flood", NEVER, 1) for _ in range(5)] == [0] * 5
    assert take(store, "flood", NEVER, 1) > 0
    for n in range(5_000):
        assert take(store, f"other {n}", NEVER, 1) == 0
        assert take(store, f"quick {n % 7}", Rate(a_second=100, at_once=100), 1) == 0
        assert len(store.full_at) == len(store.soonest) <= 300
    assert take(store, "flood", NEVER, 1) > 0


def test_those_that_would_be_full_the_soonest_are_forgotten_first(moment):
    store, rate = LocalBuckets(remembered=3), Rate(a_second=1, at_once=10)
    for key, cost in (("a", 3), ("b", 1), ("c", 2), ("b", 4), ("d", 9), ("e", 8)):
        take(store, key, rate, cost)
    assert set(store.full_at) == {"b", "d", "e"}


# Addresses


def test_sixty_guests_a_minute_from_one_address_always_pass(anyone, moment):
    for n in range(120):
        assert anyone.post("/guests", {"name": f"Pupil {n}"}).status == 201
        moment[0] += 1


def test_a_flood_from_one_address_is_told_when_to_come_again(anyone, moment):
    assert flood(anyone, most("guests")) == {422}
    before = row_counts()
    refused = anyone.post("/guests", {"name": "Late Lisa"})
    assert refused.outcome == (429, "rate_limited")
    assert row_counts() == before
    moment[0] += int(refused.headers["retry-after"])
    assert anyone.post("/guests", {"name": "Late Lisa"}).status == 201


def test_who_registers_is_counted_by_address_whatever_token_comes_along(anyone, crowd):
    players = [anyone, *crowd(["Ann", "Bea", "Cyd"])]
    for n in range(most("guests")):
        assert players[n % 4].post("/guests", {"name": 7}).status == 422
    for player in players:
        assert player.post("/guests", {"name": "Late Lisa"}).outcome == (429, "rate_limited")


def test_who_registers_by_a_page_is_counted_with_those_of_the_api(anyone, event):
    # The page is one more.
    assert flood(anyone, most("guests") - 1) <= {422}
    page = DjangoClient()
    join = f"/c/{event['id']}/join"
    assert page.post(join, {"name": ""}).status_code == 422
    assert page.post(join, {"name": "Late Lisa"}).status_code == 429
    assert anyone.post("/guests", {"name": "Late Lisa"}).outcome == (429, "rate_limited")


def test_nobodys_forwarded_address_is_believed(anyone):
    for n in range(most("guests")):
        anyone.post("/guests", {"name": 7}, X_Forwarded_For=f"10.0.{n // 250}.{n % 250}")
    refused = anyone.post(
        "/guests", {"name": "Late Lisa"}, X_Forwarded_For="10.1.1.1", Forwarded="for=10.1.1.1"
    )
    assert refused.outcome == (429, "rate_limited")


def test_behind_a_proxy_the_address_that_it_forwards_is_the_one_that_counts(at, settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    proxy = at("127.0.0.1")
    # The client makes up the first address; the proxy adds the one that it has seen.
    for n in range(most("guests")):
        proxy.post("/guests", {"name": 7}, X_Forwarded_For=f"10.0.0.{n}, 192.0.2.7")
    for told, status in (("192.0.2.7", 429), ("10.9.9.9, 192.0.2.7", 429), ("192.0.2.8", 422)):
        assert proxy.post("/guests", {"name": 7}, X_Forwarded_For=told).status == status


def test_all_addresses_of_an_ipv6_network_of_64_bits_are_one(at):
    for n in range(most("guests")):
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
    seen = [throttling.address_of(rf.get("/", REMOTE_ADDR=address)) for address in (one, other)]
    assert (seen[0] == seen[1]) is same


# Players


def test_a_flood_of_one_player_stops_that_player_alone(rival, stranger, event, settings):
    stranger.join(event)
    settings.LIMITS = {**settings.LIMITS, "logs": {"player": 5, "address": 8}}
    path = f"/competitions/{event['id']}/rounds/1/logs"
    assert flood(rival, 5, path) == {422}
    for _ in range(10):  # sent away, they use up nothing of the others at the same address
        assert rival.submit(event, []).outcome == (429, "rate_limited")
    assert stranger.submit(event, []).status == 201
    assert rival.get("/me").status == 200, "reading is free"


def test_many_players_at_one_address_do_not_walk_round_its_limit(event, rival, stranger, settings):
    settings.LIMITS = {**settings.LIMITS, "logs": {"player": 5, "address": 8}}
    path = f"/competitions/{event['id']}/rounds/1/logs"
    assert flood(rival, 5, path) | flood(stranger, 3, path) == {422}
    assert stranger.post(path, {}).outcome == (429, "rate_limited")


def test_a_player_at_many_addresses_does_not_walk_round_theirs(at, rival, event, settings):
    settings.LIMITS = {**settings.LIMITS, "logs": {"player": 5, "address": 8}}
    path = f"/competitions/{event['id']}/rounds/1/logs"
    statuses = [at(f"192.0.2.{n}", rival.token).post(path, {"moves": 7}).status for n in range(6)]
    assert statuses == [422] * 5 + [429]


def test_writes_go_on_while_the_counts_cannot_be_reached(rival, event, monkeypatch):
    gone = RedisBuckets(f"redis://127.0.0.1:{free_port()}/0")
    with pytest.raises(OutOfReach, match="ConnectionError"):
        gone.take("guests:address:192.0.2.1", Rate(1, 60), 1)
    monkeypatch.setattr(throttling, "buckets", lambda: gone)
    assert rival.submit(event, []).status == 201


# Work


@pytest.fixture
def little_work(settings):
    """What may be done at once, in milliseconds: enough for a few requests."""
    settings.LIMITS = {**settings.LIMITS, "work": {"player": 1200, "address": 1200, "at_once_s": 10}}
    return 200


def tries(ask, cost, allowed_ms):
    """Requests of this cost are let through up to the limit; then the client is told when to come again."""
    allowed = int(allowed_ms // cost)
    assert 0 < allowed < 20
    answers = [ask() for _ in range(allowed + 1)]
    assert 429 not in [answer.status for answer in answers[:-1]]
    assert answers[-1].outcome == (429, "rate_limited")


def test_logs_with_their_steps_are_limited_by_their_moves(anyone, moment, little_work):
    log = {"game": "winabit", "seed": "pub", "moves": (["turn"] * 21 + ["redeal"]) * 130, "steps": True}
    body = json.dumps(log).encode()
    cost = costs.of_replay(len(log["moves"]), steps=True)
    assert cost > 40
    tries(lambda: anyone.post("/replays", body), cost, little_work)
    short = {**log, "moves": ["turn"]}
    assert anyone.post("/replays", short).status == 200, "what is cheap still fits"
    moment[0] += 60
    assert anyone.post("/replays", body).status == 200


def test_a_log_that_is_too_long_costs_no_more_than_the_longest_there_is(anyone, little_work):
    body = json.dumps({"game": "winabit", "seed": "pub", "moves": ["turn"] * 20_000, "steps": True}).encode()
    tries(lambda: anyone.post("/replays", body), costs.of_replay(3000, steps=True), little_work)


def test_a_stored_log_with_its_steps_costs_the_same(anyone, owner, rival, clock, little_work):
    event = owner.create(rounds=[{"game": "winabit", "seed": "pub"}], attempts=None)
    rival.join(event)
    moves = (["turn"] * 21 + ["redeal"]) * 136
    sent = rival.submit(event, moves).body
    assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
    clock.forward(seconds=1)
    tries(
        lambda: anyone.get(f"/logs/{sent['id']}/replay"), costs.of_replay(len(moves), steps=True), little_work
    )


def test_who_practises_move_by_move_never_meets_the_limit(anyone, moment):
    log = {"game": "winabit", "seed": "pub", "moves": []}
    for n in range(600):
        log["moves"] = (["turn"] * 21 + ["redeal"])[: n % 22 + 1] * 20
        if n % 20 == 0:  # all of them are paid for, and some are asked
            assert anyone.post("/replays", log).status == 200
        else:
            request = anyone_at_home()
            assert throttling.seconds_to_wait(request, "work", costs.of_replay(440, steps=False)) == 0
        moment[0] += 0.5


def test_thirty_who_practise_behind_one_router_do_not_either(moment):
    for _ in range(300):
        for _ in range(30):
            cost = costs.of_replay(200, steps=False)
            assert throttling.seconds_to_wait(anyone_at_home(), "work", cost) == 0
        moment[0] += 1


def anyone_at_home():
    request = RequestFactory().post("/")
    request.user = None
    return request


def test_exports_are_limited_by_their_logs(owner, rival, clock, monkeypatch, little_work):
    event = owner.create(attempts=None)
    rival.join(event)
    for length in range(4):
        rival.submit(event, golden()["log"]["moves"][:length])
    assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
    clock.forward(seconds=1)
    monkeypatch.setattr(costs, "of_export", lambda logs: 10.0 * logs)
    client = DjangoClient()
    path = f"/api/v1/competitions/{event['id']}/logs.ndjson"
    statuses = [client.get(path).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_verifying_is_limited_by_what_is_pasted(db, little_work):
    browser = DjangoClient()
    text = "\n".join(json.dumps({"game": "wish", "seed": f"s{n}", "moves": []}) for n in range(200))
    cost = costs.of_verifying(len(text), 200)
    allowed = int(little_work // cost)
    statuses = [browser.post("/verify", {"log": text}).status_code for _ in range(allowed + 1)]
    assert statuses == [200] * allowed + [429]
    assert browser.get("/verify").status_code == 200, "reading is free"


def test_long_logs_are_limited_by_their_moves_and_a_refused_one_does_not_use_up_its_key(
    owner, rival, moment, little_work
):
    event = owner.create(rounds=[{"game": "winabit", "seed": "pub"}], attempts=None)
    rival.join(event)
    moves = (["turn"] * 21 + ["redeal"]) * 130
    shorter = count()
    tries(lambda: rival.submit(event, moves[next(shorter) :]), costs.of_log(2800), little_work)
    assert rival.submit(event, moves, Idempotency_Key="k").status == 429
    assert rival.submit(event, ["turn"]).status == 201, "a short one is free"
    moment[0] += 60
    assert rival.submit(event, moves, Idempotency_Key="k").status == 201


def test_batches_of_moves_are_limited_by_their_moves(owner, rival, little_work):
    event = owner.create(rounds=[{"game": "winabit", "seed": "pub"}], attempts=None)
    rival.join(event)
    attempt = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    batch = (["turn"] * 21 + ["redeal"]) * 136
    allowed = int(little_work // costs.of_moves(len(batch)))
    assert allowed == 1
    for _ in range(allowed):
        assert rival.post(f"/attempts/{attempt}/moves", {"ply": 0, "moves": batch}).status == 200
    before = row_counts()
    assert rival.post(f"/attempts/{attempt}/moves", {"ply": 0, "moves": batch}).status == 429
    assert rival.post(f"/attempts/{attempt}/moves", {"ply": len(batch), "moves": ["turn"]}).status == 200
    assert row_counts()["Move"] == before["Move"] + 1


@pytest.mark.parametrize(
    ("scope", "ask"),
    [
        ("names", lambda player: player.patch("/me", {"name": 7})),
        ("tokens", lambda player: player.post("/tokens", {"name": 7})),
        ("competitions", lambda player: player.post("/challenges", {"game": 7})),
    ],
)
def test_what_one_may_do_for_oneself_has_a_limit(rival, stranger, scope, ask):
    most_of_one = most(scope, "player")
    assert {ask(rival).status for _ in range(most_of_one)} == {422}
    assert ask(rival).outcome == (429, "rate_limited")
    assert ask(stranger).status == 422


# Reading


@pytest.fixture
def takes(monkeypatch):
    """Has each answer take so many milliseconds of a processor from now on."""

    def takes(ms):
        clock = count()
        monkeypatch.setattr("frontend.requests.middleware.thread_time", lambda: next(clock) * ms / 1000)

    return takes


def allowed_at_once(who):
    reading = settings.LIMITS["reading"]
    return reading[who] / 60 * reading["at_once_s"]


@pytest.mark.parametrize("path", ["/api/v1/competitions", "/", "/contests", "/api/v1/games"])
def test_who_reads_pays_for_the_time_that_it_took(db, path, moment, takes):
    """What is over is paid off by those who ask next."""
    caller = DjangoClient()
    takes(allowed_at_once("address") / 4)
    assert [caller.get(path).status_code for _ in range(5)] == [200] * 5
    refused = caller.get(path)
    assert refused.status_code == 429
    if path.startswith("/api/"):
        assert refused["RateLimit"].startswith('"reading";r=0;t=')
    wait = int(refused["Retry-After"])
    assert 1 <= wait <= settings.LIMITS["reading"]["at_once_s"]
    assert caller.get(path).status_code == 429, "a refusal is free"
    assert caller.post("/api/v1/guests", {"name": 7}, content_type="application/json").status_code == 422
    moment[0] += wait
    assert caller.get(path).status_code == 200


def test_a_player_is_counted_beside_the_address(rival, stranger, event, takes, moment):
    takes(allowed_at_once("player") / 2)
    assert [rival.get("/me").status for _ in range(3)] == [200] * 3
    assert rival.get("/me").outcome == (429, "rate_limited")
    assert stranger.get("/me").status == 200
    assert rival.submit(event, []).status == 201, "who has read too much may play"


def test_what_was_charged_before_is_not_charged_again(rival, event, takes, moment, settings):
    settings.LIMITS = {**settings.LIMITS, "reading": {"address": 60, "at_once_s": 10}}
    path = f"/competitions/{event['id']}/standings.csv"
    takes(costs.of_standings(1, 1))
    assert {rival.send("GET", f"/api/v1{path}", b"", {})[0] for _ in range(20)} == {200}
    takes(costs.of_standings(1, 1) + 5)
    statuses = [rival.send("GET", f"/api/v1{path}", b"", {})[0] for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_a_class_of_sixty_behind_one_router_reads_what_it_needs(at, event, takes, moment):
    """All within ten seconds: the contest's page, joining, the page again, the round and its standings."""
    takes(20)
    pupils = [at("192.0.2.1") for _ in range(60)]
    for pupil in pupils:
        for path in (f"/c/{event['id']}", f"/c/{event['id']}", f"/c/{event['id']}/rounds/1"):
            assert pupil.send("GET", path, b"", {})[0] in (200, 302)
        assert pupil.get(f"/competitions/{event['id']}/standings").status == 200
        moment[0] += 10 / 60


def test_files_are_free(db, client, takes, moment):
    takes(1e6)
    for _ in range(3):
        file = client.get("/robots.txt")
        assert file.status_code == 200
        assert b"".join(file.streaming_content)
    assert client.get("/").status_code == 200
