"""The life of a competition: what may be done when, and how it is called off."""

import pytest

from competitions.contests.acts import ALLOWED
from competitions.models import Attempt, Competition
from tests.clients.contests import sealed

from .stored import all_rows


def test_a_cancelled_contest_says_so_and_ends_what_runs(owner, rival, clock):
    event = owner.create(**sealed("winabit"))
    clock.forward(seconds=1)
    rival.join(event)
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    answer = owner.act(event, "cancel")
    assert (answer.status, answer.body["state"], answer.body["rounds"][0]["state"]) == (
        200,
        "cancelled",
        "closed",
    )
    assert Attempt.objects.get().ended_at is not None
    assert owner.read(event)["rounds"][0]["seed"]
    again = rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": ["turn"]})
    assert again.outcome == (409, "attempt_finished")
    assert rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).code == "round_not_open"
    assert owner.join(event).outcome == (409, "wrong_state")
    clock.forward(hours=1)
    assert owner.act(event, "cancel").body == owner.read(event)
    assert rival.acts_on_trail(event) == ["cancel"]


def test_what_is_cancelled_before_it_opens_never_opens(owner, rival, clock):
    event = owner.create_for(rival, opens_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    version = rival.standings(event)["version"]
    assert owner.act(event, "cancel").body["state"] == "cancelled"
    clock.forward(hours=1)
    assert owner.read(event)["rounds"][0]["state"] == "closed"
    assert rival.submit(event, []).outcome == (409, "round_not_open")
    assert rival.standings(event)["version"] == version + 1
    assert [event["id"]] == [
        each["id"] for each in rival.get("/competitions", state="cancelled").body["results"]
    ]
    for state in ("scheduled", "running", "closed", "final", "draft"):
        assert rival.get("/competitions", state=state).body["results"] == []


def test_a_contest_may_be_cancelled_until_it_is_certified(owner, clock):
    event = owner.create(closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    assert owner.act(event, "cancel").status == 200
    for act in ("certify", "close", "publish", "invite"):
        assert owner.act(event, act).outcome == (409, "wrong_state")
    other = owner.create()
    clock.forward(seconds=1)
    for act in ("close", "certify"):
        assert owner.act(other, act).status == 200
    assert owner.act(other, "cancel").outcome == (409, "wrong_state")


def test_a_cancelled_draft_stays_hidden(owner, rival, draft):
    assert owner.act(draft, "cancel").body["state"] == "cancelled"
    assert rival.get(f"/competitions/{draft['id']}").status == 404
    assert owner.act(draft, "publish").outcome == (409, "wrong_state")


@pytest.mark.extra
def test_every_act_may_be_given_a_reason(owner, clock):
    event = owner.create(draft=True, access="invite")
    for act in ("publish", "invite", "close", "certify"):
        path = f"/competitions/{event['id']}/{act}"
        owner.post(path, {"reason": 7}).refused_for("reason")
        owner.post(path, {"reason": "x" * 401}).refused_for("reason")
        clock.forward(seconds=1)
        assert owner.post(path, {"reason": f" To  {act} it "}).status == 200
    assert [(line["act"], line["reason"]) for line in owner.trail(event)] == [
        (act, f"To {act} it") for act in ("publish", "invite", "close", "certify")
    ]
    other = owner.create()
    assert owner.post(f"/competitions/{other['id']}/cancel", {"reason": "Snow"}).status == 200
    assert owner.trail(other)[0]["reason"] == "Snow"


def test_a_freeze_that_lies_after_an_early_close_is_gone(owner, clock):
    event = owner.create(freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    clock.forward(minutes=1)
    assert owner.act(event, "close").body["freeze_at"] is None
    frozen = owner.create(freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    clock.forward(minutes=90)
    assert owner.act(frozen, "close").body["freeze_at"]


@pytest.mark.extra
@pytest.mark.parametrize("state", ["draft", "scheduled", "running", "closed", "final", "cancelled"])
def test_what_may_be_done_in_which_state_is_what_the_table_says(owner, clock, state):
    """An act changes something in the states of the table; in others it is refused, or is done already."""
    settings = {"draft": {"draft": True}, "scheduled": {"opens_at": clock.after(hours=1)}}.get(state, {})
    steps = {"closed": ["close"], "final": ["close", "certify"], "cancelled": ["cancel"]}.get(state, [])

    def stored():
        return list(Competition.objects.order_by("pk").values_list())

    for act in ("publish", "invite", "close", "cancel", "certify", "copy"):
        event = owner.create(access="invite", **settings)
        for step in steps:
            clock.forward(seconds=1)
            owner.act(event, step)
        before = stored()
        answer = owner.act(event, act)
        changed = stored() != before
        assert changed is (state in ALLOWED[act]), (act, answer)
        assert answer.status in (200, 201) or (not changed and answer.outcome == (409, "wrong_state")), act


@pytest.mark.extra
@pytest.mark.parametrize("act", ["publish", "close", "cancel", "certify", "copy", "invite"])
def test_only_the_organiser_acts(owner, rival, anyone, act):
    event = owner.create()
    before = all_rows()
    assert rival.act(event, act).outcome == (403, "forbidden")
    assert anyone.act(event, act).outcome == (401, "unauthenticated")
    assert rival.change(event, name="Mine").outcome == (403, "forbidden")
    assert all_rows() == before
