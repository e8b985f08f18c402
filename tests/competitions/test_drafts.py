"""Drafts: who sees one, how it is published, and that a copy is one."""

import pytest

from competitions.models import Deal
from tests.clients.contests import golden_round


def test_a_draft_is_seen_by_its_organiser_alone(owner, rival, anyone, draft):
    assert (draft["state"], draft["draft"], draft["rounds"][0]["state"]) == ("draft", True, "scheduled")
    assert owner.read(draft)["id"] == draft["id"]
    for client in (rival, anyone):
        assert client.get(f"/competitions/{draft['id']}").outcome == (404, "not_found")
        assert client.get("/competitions").body["results"] == []
        assert client.get("/competitions", state="draft").body["results"] == []
    assert [each["id"] for each in owner.get("/competitions", mine="1").body["results"]] == [draft["id"]]
    assert owner.get("/competitions", mine="1", state="draft").body["results"]
    assert not owner.get("/competitions", mine="1", state="running").body["results"]


def test_nobody_joins_or_plays_a_draft(owner, rival, draft):
    assert rival.join(draft).outcome == (404, "not_found")
    assert owner.join(draft).outcome == (409, "wrong_state")
    assert owner.submit(draft, []).outcome == (403, "not_entered")
    assert rival.submit(draft, []).outcome == (404, "not_found")


def test_a_draft_opens_when_it_is_published(owner, rival, draft, clock):
    clock.forward(hours=1)
    answer = owner.act(draft, "publish")
    assert (answer.status, answer.body["state"], answer.body["draft"]) == (200, "running", False)
    assert answer.body["rounds"][0]["opens_at"] == "2026-11-21T13:00:00Z"
    assert answer.body["rounds"][0]["commitment"] == draft["rounds"][0]["commitment"]
    assert rival.join(draft).status == 201
    assert rival.submit(draft, []).status == 201
    assert rival.acts_on_trail(draft) == ["publish"]


def test_a_draft_opens_at_its_moment(owner, clock):
    draft = owner.create(draft=True, opens_at=clock.after(hours=1))
    assert owner.act(draft, "publish").body["state"] == "scheduled"
    clock.forward(hours=1)
    assert owner.read(draft)["state"] == "running"


def test_publishing_twice_is_publishing_once(owner, draft, clock):
    first = owner.act(draft, "publish")
    clock.forward(hours=1)
    assert owner.act(draft, "publish").raw == first.raw
    assert owner.acts_on_trail(draft) == ["publish"]


def test_a_draft_whose_window_has_passed_is_not_published(owner, clock):
    draft = owner.create(draft=True, closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    assert owner.read(draft)["state"] == "draft"
    owner.act(draft, "publish").refused_for("closes_at")
    assert owner.change(draft, closes_at=None).status == 200
    assert owner.act(draft, "publish").status == 200


@pytest.mark.parametrize("act", ["close", "certify"])
def test_a_draft_is_neither_closed_nor_certified(owner, draft, act):
    assert owner.act(draft, act).outcome == (409, "wrong_state")


def test_a_copy_is_a_draft_with_the_same_settings_and_other_deals(owner, anyone, clock):
    event = owner.create(
        ranking="points",
        tie_break=["wins"],
        about="Bring tea.",
        opens_at=clock.after(hours=1),
        closes_at=clock.after(hours=5),
        freeze_at=clock.after(hours=4),
        rounds=[golden_round(opens_at=clock.after(hours=2)), {"game": "winabit"}],
    )
    clock.forward(hours=2)
    answer = owner.act(event, "copy")
    assert answer.status == 201
    made = answer.body
    assert (made["state"], made["name"]) == ("draft", f"{event['name']} (copy)")
    assert (made["opens_at"], made["closes_at"], made["freeze_at"]) == (
        None,
        event["closes_at"],
        event["freeze_at"],
    )
    for name in ("ranking", "tie_break", "about", "play", "attempts", "counts", "standings"):
        assert made[name] == event[name]
    assert [(r["game"], r["rules"]) for r in made["rounds"]] == [
        (r["game"], r["rules"]) for r in event["rounds"]
    ]
    seeds = set(Deal.objects.values_list("seed", flat=True))
    assert len(seeds) == Deal.objects.count() == 4
    assert owner.acts_on_trail(made) == ["copy"]
    assert anyone.get(f"/competitions/{made['id']}").status == 404


def test_a_contest_that_is_over_is_copied_without_its_moments(owner, clock):
    event = owner.create(name="n" * 75, closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    made = owner.act(event, "copy").body
    assert (made["name"], made["closes_at"]) == ("n" * 75, None)
    assert owner.act(made, "publish").body["state"] == "running"
