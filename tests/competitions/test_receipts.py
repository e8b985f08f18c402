"""Receipts: what the service signs of a game, and that the client finds it true without asking again."""

import json
from datetime import timedelta

import pytest

from competitions.models import Deal
from competitions.proofs.receipts.keys import site_key, store_keys
from competitions.times import moment
from evendeal.receipts import check_receipt, keys_in
from games.deck import commitment
from tests.clients.contests import golden_round, moves_scoring


@pytest.fixture
def close(owner, clock):
    """Closes a contest of the organiser's."""

    def close(event):
        clock.forward(minutes=1)
        assert owner.act(event, "close").status == 200

    return close


def sent(player, event, score, round=1):
    """The path of the receipt of a log."""
    answer = player.submit(event, moves_scoring(score), round)
    assert answer.body["verdict"] == "accepted"
    return f"/logs/{answer.body['id']}/receipt"


def test_a_receipt_says_what_the_game_came_to_and_the_client_finds_it_true(
    anyone, owner, rival, event, close
):
    better = anyone.guest("Bea Better")
    better.join(event)
    path = sent(rival, event, 20)
    sent(better, event, 15)
    close(event)
    answer = anyone.get(path)
    assert answer.status == 200
    receipt = answer.body["receipt"]
    assert receipt["site"] == "http://testserver"
    assert receipt["player"] == rival.player
    assert (receipt["score"], receipt["place"], receipt["field"]) == (20, 2, 2)
    assert receipt["commitment"] == commitment(receipt["deal"]["game"], receipt["deal"]["seed"])
    keys = keys_in(anyone.get("/keys").raw.decode())
    assert check_receipt(json.loads(answer.raw), keys).fault is None
    assert anyone.get(path).raw == answer.raw, "always the same, to the last letter"
    owner.act(event, "certify")
    assert anyone.get(path).body["receipt"]["state"] == "final"


def test_a_receipt_says_the_rules_by_which_the_game_was_judged(anyone, rival, event, close, monkeypatch):
    before = sent(rival, event, 20)
    monkeypatch.setattr("competitions.models.deals.RULES_VERSION", 2)
    after = sent(rival, event, 15)
    close(event)
    monkeypatch.setattr("competitions.models.deals.RULES_VERSION", 3)
    versions = [anyone.get(path).body["receipt"]["rules_version"] for path in (before, after)]
    assert versions == [1, 2]
    assert Deal().rules_version == 3, "deals of tomorrow say tomorrow's"


def test_before_the_round_is_closed_nobody_gets_one(anyone, owner, rival, event, close):
    path, through = sent(rival, event, 20), anyone.guest("Tom Through")
    through.join(event)
    for score in (15, 16):
        sent(through, event, score)
    viewers = (anyone, owner, through, rival)
    assert {viewer.get(path).outcome for viewer in viewers} == {(403, "embargo")}
    close(event)
    assert {viewer.get(path).status for viewer in viewers} == {200}


def test_while_anyone_still_plays_the_round_is_not_closed(owner, rival, stranger, clock):
    event = owner.create_for(rival, stranger, closes_at=clock.after(hours=1))
    path = sent(rival, event, 20)
    running = stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    clock.forward(hours=1)
    assert rival.get(path).outcome == (403, "embargo")
    stranger.post(f"/attempts/{running['id']}/finish", {})
    assert rival.get(path).body["receipt"]["field"] == 2


def test_a_place_that_a_freeze_hides_is_in_no_receipt(owner, rival, clock, close):
    rounds = [golden_round(closes_at=clock.after(hours=2)), golden_round(n=1)]
    times = {"closes_at": clock.after(hours=9), "freeze_at": clock.after(hours=1)}
    event = owner.create_for(rival, rounds=rounds, **times)
    path = sent(rival, event, 20)
    clock.forward(hours=3)
    assert rival.get(f"{path.removesuffix('/receipt')}").body["seed"]
    assert rival.get(path).outcome == (403, "embargo")
    close(event)
    assert rival.get(path).body["receipt"]["place"] == 1


def test_who_is_disqualified_has_no_place_nor_has_a_game_that_does_not_count(owner, rival, event, close):
    paths = [sent(rival, event, 15), sent(rival, event, 20)]
    close(event)
    assert [rival.get(path).body["receipt"]["place"] for path in paths] == [1, None]
    entry = owner.standings(event)["results"][0]["entry"]
    owner.act(event, f"entries/{entry}/disqualify", reason="Two accounts")
    assert rival.get(paths[0]).body["receipt"]["place"] is None


def test_of_a_game_that_may_not_be_known_of_or_was_rejected_there_is_none(anyone, owner, rival, close):
    event = owner.create_for(rival, access="invite")
    rejected = rival.submit(event, ["turn nowhere"]).body["id"]
    path = sent(rival, event, 20)
    close(event)
    assert rival.get(path).status == 200
    assert anyone.get(path).outcome == (404, "not_found")
    assert rival.get(f"/logs/{rejected}/receipt").outcome == (404, "not_found")
    assert rival.get("/logs/nothing/receipt").outcome == (404, "not_found")


def test_old_keys_stay_listed_when_their_secret_is_forgotten(anyone, rival, event, close, settings, clock):
    path = sent(rival, event, 20)
    close(event)
    signed, first = json.loads(anyone.get(path).raw), clock.now
    store_keys(first)
    old = site_key().id
    settings.SECRET_KEY = "another secret " * 4
    clock.forward(hours=1)
    for _ in range(2):
        store_keys(clock.now)
        clock.forward(hours=1)
    told = anyone.get("/keys")
    assert [each["id"] for each in told.body["keys"]] == [site_key().id, old]
    today, before = told.body["keys"]
    assert before["first_used_at"] == before["last_used_at"] == moment(first)
    later = [moment(first + timedelta(hours=hours)) for hours in (1, 2)]
    assert [today["first_used_at"], today["last_used_at"]] == later
    assert check_receipt(signed, keys_in(told.raw.decode())).fault is None
    assert json.loads(anyone.get(path).raw)["key"] == site_key().id


def test_a_key_that_signed_before_any_was_noted_is_kept_too(anyone, settings, clock):
    old = site_key().id
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret " * 4
    store_keys(clock.now)
    settings.SECRET_KEY_FALLBACKS = []
    _, before = anyone.get("/keys").body["keys"]
    assert (before["id"], before["first_used_at"]) == (old, None)


def test_the_key_follows_from_the_sites_secret(anyone, settings):
    told = anyone.get("/keys")
    assert "public" in told.headers["cache-control"]
    assert [each["id"] for each in told.body["keys"]] == [site_key().id] == [*keys_in(told.raw.decode())]
    settings.SECRET_KEY = "another secret " * 4
    assert site_key().id != told.body["keys"][0]["id"]
