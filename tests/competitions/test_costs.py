"""How much work a client may make: what is known to cost much is charged before, what was read afterwards."""

import json
from itertools import count

import pytest
from django.conf import settings
from django.test import RequestFactory

from competitions.web import costs, limits
from tests.clients.contests import golden

from .stored import row_counts

pytestmark = pytest.mark.usefixtures("moment")

LAP = ["turn"] * 21 + ["redeal"]
"""Moves of WinABit, again and again."""
WINABIT = {"game": "winabit", "seed": "pub"}


@pytest.fixture
def little_work(settings):
    """What may be done at once, in milliseconds: enough for a few requests."""
    settings.LIMITS = {**settings.LIMITS, "work": {"player": 1200, "address": 1200, "at_once_s": 10}}
    return 200


@pytest.fixture
def tries(little_work):
    def tries(ask, cost):
        """Requests of this cost are let through up to the limit; then the client must come again later."""
        allowed = int(little_work // cost)
        assert 0 < allowed < 20
        answers = [ask() for _ in range(allowed + 1)]
        assert 429 not in [answer.status for answer in answers[:-1]]
        assert answers[-1].outcome == (429, "rate_limited")

    return tries


@pytest.fixture
def winabit(owner, rival):
    return owner.create_for(rival, rounds=[WINABIT], attempts=None)


@pytest.mark.extra
def test_logs_with_their_steps_are_limited_by_their_moves(anyone, moment, tries):
    log = {**WINABIT, "moves": LAP * 130, "steps": True}
    body = json.dumps(log).encode()
    cost = costs.of_replay(len(log["moves"]), steps=True)
    assert cost > 40
    tries(lambda: anyone.post("/replays", body), cost)
    assert anyone.post("/replays", {**log, "moves": ["turn"]}).status == 200, "what is cheap still fits"
    moment[0] += 60
    assert anyone.post("/replays", body).status == 200


def test_a_log_that_is_too_long_costs_no_more_than_the_longest_there_is(anyone, tries):
    body = json.dumps({**WINABIT, "moves": ["turn"] * 20_000, "steps": True}).encode()
    tries(lambda: anyone.post("/replays", body), costs.of_replay(3000, steps=True))


def test_a_stored_log_with_its_steps_costs_the_same(anyone, owner, rival, winabit, clock, tries):
    sent = rival.submit(winabit, LAP * 136).body
    assert owner.act(winabit, "close").status == 200
    clock.forward(seconds=1)
    tries(lambda: anyone.get(f"/logs/{sent['id']}/replay"), costs.of_replay(len(LAP * 136), steps=True))


def at_home():
    request = RequestFactory().post("/")
    request.user = None
    return request


def test_who_practises_move_by_move_never_meets_the_limit(anyone, moment):
    for n in range(600):
        if n % 20 == 0:  # all of them are paid for, and some are asked
            assert anyone.post("/replays", {**WINABIT, "moves": LAP[: n % 22 + 1] * 20}).status == 200
        else:
            assert limits.seconds_to_wait(at_home(), "work", costs.of_replay(440, steps=False)) == 0
        moment[0] += 0.5


def test_thirty_who_practise_behind_one_router_do_not_either(moment):
    for n in range(1, 60 * 30 + 1):
        assert limits.seconds_to_wait(at_home(), "work", costs.of_replay(200, steps=False)) == 0
        moment[0] += n % 30 == 0


def test_exports_are_limited_by_their_logs(owner, rival, event, client, clock, monkeypatch, little_work):
    for length in range(4):
        rival.submit(event, golden()["log"]["moves"][:length])
    assert owner.act(event, "close").status == 200
    clock.forward(seconds=1)
    monkeypatch.setattr(costs, "of_export", lambda logs: 10.0 * logs)
    path = f"/api/v1/competitions/{event['id']}/logs.ndjson"
    assert [client.get(path).status_code for _ in range(6)] == [200] * 5 + [429]


@pytest.mark.extra
def test_verifying_is_limited_by_what_is_pasted(db, client, little_work):
    text = "\n".join(json.dumps({"game": "wish", "seed": f"s{n}", "moves": []}) for n in range(200))
    allowed = int(little_work // costs.of_verifying(len(text), 200))
    statuses = [client.post("/verify", {"log": text}).status_code for _ in range(allowed + 1)]
    assert statuses == [200] * allowed + [429]
    assert client.get("/verify").status_code == 200, "reading is free"


@pytest.mark.extra
def test_long_logs_are_limited_by_their_moves_and_a_refused_one_does_not_use_up_its_key(
    rival, winabit, moment, tries
):
    moves, shorter = LAP * 130, count()
    tries(lambda: rival.submit(winabit, moves[next(shorter) :]), costs.of_log(2800))
    assert rival.submit(winabit, moves, Idempotency_Key="k").status == 429
    assert rival.submit(winabit, ["turn"]).status == 201, "a short one is free"
    moment[0] += 60
    assert rival.submit(winabit, moves, Idempotency_Key="k").status == 201


@pytest.mark.extra
def test_batches_of_moves_are_limited_by_their_moves(rival, winabit, little_work):
    attempt = rival.post(f"/competitions/{winabit['id']}/rounds/1/attempts", {}).body["id"]
    batch = LAP * 136
    assert little_work // costs.of_moves(len(batch)) == 1

    def send(ply, moves):
        return rival.post(f"/attempts/{attempt}/moves", {"ply": ply, "moves": moves}).status

    assert send(0, batch) == 200
    before = row_counts()
    assert (send(0, batch), send(len(batch), ["turn"])) == (429, 200)
    assert row_counts()["Move"] == before["Move"] + 1


def test_badges_are_limited_by_their_names(owner, tries):
    path = f"/competitions/{owner.create()['id']}/badges"
    tries(lambda: owner.post(path, {"names": ["Anna"] * 20}), costs.of_badges(20))
    assert owner.get(path, limit=1).status == 200, "reading is free"


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


@pytest.mark.extra
@pytest.mark.parametrize("path", ["/api/v1/competitions", "/", "/contests", "/api/v1/games"])
def test_who_reads_pays_for_the_time_that_it_took(db, client, path, moment, takes):
    """What is over is paid off by those who ask next."""
    takes(allowed_at_once("address") / 4)
    assert [client.get(path).status_code for _ in range(5)] == [200] * 5
    refused = client.get(path)
    assert refused.status_code == 429
    if path.startswith("/api/"):
        assert refused["RateLimit"].startswith('"reading";r=0;t=')
    wait = int(refused["Retry-After"])
    assert 1 <= wait <= settings.LIMITS["reading"]["at_once_s"]
    assert client.get(path).status_code == 429, "a refusal is free"
    assert client.post("/api/v1/guests", {"name": 7}, content_type="application/json").status_code == 422
    moment[0] += wait
    assert client.get(path).status_code == 200


def test_a_player_is_counted_beside_the_address(rival, stranger, event, takes):
    takes(allowed_at_once("player") / 2)
    assert [rival.get("/me").status for _ in range(3)] == [200] * 3
    assert rival.get("/me").outcome == (429, "rate_limited")
    assert stranger.get("/me").status == 200
    assert rival.submit(event, []).status == 201, "who has read too much may play"


def test_what_was_charged_before_is_not_charged_again(rival, event, takes, settings):
    settings.LIMITS = {**settings.LIMITS, "reading": {"address": 60, "at_once_s": 10}}
    path, cost = f"/api/v1/competitions/{event['id']}/standings.csv", costs.of_standings(1, 1)
    takes(cost)
    assert {rival.send("GET", path, b"", {})[0] for _ in range(20)} == {200}
    takes(cost + 5)
    assert [rival.send("GET", path, b"", {})[0] for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.extra
def test_a_class_of_sixty_behind_one_router_reads_what_it_needs(db, client, takes, moment):
    """All within ten seconds: the contest's page, joining, the page again, the round and its standings. What
    is read is paid for by its time alone."""
    takes(20)
    for _ in range(4 * 60):
        assert client.get("/api/v1/keys").status_code == 200
        moment[0] += 10 / 240


def test_files_are_free(db, client, takes):
    takes(1e6)
    for _ in range(3):
        file = client.get("/robots.txt")
        assert file.status_code == 200
        assert b"".join(file.streaming_content)
    assert client.get("/").status_code == 200
