"""What a contest's answer tells, depending on who asks and when."""

import pytest

from competitions.models.deals import random_seed
from tests.clients.contests import golden, golden_round


def _seeds(client, event):
    return [round.get("seed") for round in client.read(event)["rounds"]]


def test_an_answer_holds_every_setting_with_its_value(owner, anyone):
    event = owner.create(name="Friday evening", rounds=[{"game": "winabit"}])
    commitment = event["rounds"][0]["commitment"]
    round = (
        {"number": 1, "game": "winabit", "rules": {"scoring": "5a"}, "state": "open"}
        | {"closes_at": None, "opens_at": "2026-11-21T12:00:00Z", "commitment": commitment}
        | {"band": None, "par": None, "deal_state": "fixed", "difficulty": None}
    )
    assert anyone.read(event) == (
        {"id": event["id"], "kind": "contest", "daily": None, "series": None, "state": "running"}
        | {"access": "public", "url": f"http://testserver/c/{event['id']}"}
        | {"name": "Friday evening", "play": "open", "attempts": 1, "counts": "best"}
        | {"opens_at": None, "closes_at": None, "time_limit_s": None, "ranking": "total"}
        | {"tie_break": [], "standings": "live", "about": "", "freeze_at": None}
        | {"max_entries": None, "bots": True, "names": "own", "rated": False, "draft": False}
        | {"others": "closed", "organiser": owner.player, "against": None, "rematch_of": None}
        | {"created_at": "2026-11-21T12:00:00Z", "rounds": [round]}
    )


def test_times_are_told_in_utc_whatever_the_offset_they_came_with(owner):
    event = owner.create(opens_at="2026-11-22T01:30:00.250+05:30", closes_at="2026-11-22t00:00:00z")
    assert (event["opens_at"], event["closes_at"]) == ("2026-11-21T20:00:00.250000Z", "2026-11-22T00:00:00Z")


def test_a_contest_and_its_rounds_go_through_their_states_with_time_alone(owner, anyone, clock):
    event = owner.create(
        opens_at=clock.after(hours=1),
        closes_at=clock.after(hours=4),
        rounds=[golden_round(closes_at=clock.after(hours=2)), golden_round(opens_at=clock.after(hours=3))],
    )
    windows = [(each["opens_at"], each["closes_at"]) for each in (event, *event["rounds"])]
    assert windows[1:] == [(windows[0][0], windows[1][1]), (windows[2][0], windows[0][1])], "the contest's"
    seen = []
    for _ in range(5):
        body = anyone.read(event)
        seen.append((body["state"], *(round["state"] for round in body["rounds"])))
        clock.forward(hours=1)
    assert seen == [
        ("scheduled", "scheduled", "scheduled"),
        ("running", "open", "scheduled"),
        ("running", "closed", "scheduled"),
        ("running", "closed", "open"),
        ("closed", "closed", "closed"),
    ]


ACCESS = pytest.mark.parametrize("access", ["public", "unlisted", "invite"])


@pytest.mark.extra
@ACCESS
def test_the_seed_is_for_entrants_while_a_round_is_open_and_hidden_before(
    owner, rival, stranger, anyone, clock, access
):
    event = owner.create_for(
        rival, access=access, opens_at=clock.after(hours=1), closes_at=clock.after(hours=2)
    )
    everyone = (owner, rival, stranger, anyone)
    assert [_seeds(who, event) for who in everyone] == [[None]] * 4
    clock.forward(hours=1)
    seed = golden()["log"]["seed"]
    assert [_seeds(who, event) for who in everyone] == [[None], [seed], [None], [None]]
    clock.forward(hours=1)
    outsiders = [None] if access == "invite" else [seed]
    assert [_seeds(who, event) for who in everyone] == [[seed], [seed], outsiders, outsiders]


def test_each_round_shows_its_seed_in_its_own_time(owner, rival, clock):
    first, last = (
        golden_round(closes_at=clock.after(hours=1)),
        golden_round(n=2, opens_at=clock.after(hours=2)),
    )
    event = owner.create_for(rival, rounds=[first, golden_round(n=1), last])
    clock.forward(hours=1)
    seeds = [golden(n=n)["log"]["seed"] for n in range(3)]
    assert _seeds(rival, event) == [seeds[0], seeds[1], None]
    assert _seeds(owner, event) == [seeds[0], None, None]


@pytest.mark.parametrize(("seed", "told_early"), [("a" * 21, False), ("a" * 22, True), (None, True)])
def test_the_commitment_of_a_seed_that_could_be_guessed_waits_until_its_round_opens(
    owner, anyone, clock, seed, told_early
):
    event = owner.create(opens_at=clock.after(hours=1), rounds=[{"game": "three-by-three", "seed": seed}])
    assert (anyone.read(event)["rounds"][0]["commitment"] is not None) is told_early
    clock.forward(hours=1)
    assert len(anyone.read(event)["rounds"][0]["commitment"]) == 64


def test_random_seeds_differ_and_hold_128_bits(owner, clock, anyone, monkeypatch):
    monkeypatch.setattr("competitions.contests.create.random_seed", random_seed)
    event = owner.create(closes_at=clock.after(hours=1), rounds=[{"game": "wish"}] * 30)
    clock.forward(hours=1)
    seeds = _seeds(anyone, event)
    assert len(set(seeds)) == 30
    assert all(len(seed) == 32 and int(seed, 16) >= 0 for seed in seeds)


def test_the_invite_code_is_for_the_organiser_alone(owner, rival, stranger, anyone):
    event = owner.create_for(rival, access="invite")
    assert owner.read(event)["invite"] == event["invite"]
    assert not any("invite" in who.read(event) for who in (rival, stranger, anyone))
    assert owner.get("/competitions", mine="1").body["results"][0]["invite"] == event["invite"]
    assert "invite" not in rival.get("/competitions", mine="1").body["results"][0]


def test_an_unknown_contest_is_not_found(anyone):
    for id in ("2222222222222222", "2" * 15, "2" * 17, "x", "1111111111111111", "%00", "%FF", "..", "2%0a"):
        assert anyone.get(f"/competitions/{id}").outcome == (404, "not_found")
