"""The life of a competition: drafts and copies, what may be done when, how it is called off, and what the
site itself made, which nobody organises."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.contests.acts import ALLOWED
from competitions.models import Act, Attempt, Competition, Daily, Deal, Kind
from tests.clients.contests import golden_round, sealed

from .stored import all_rows

NOT_FOUND, WRONG_STATE = (404, "not_found"), (409, "wrong_state")


def test_a_draft_is_seen_by_its_organiser_alone(owner, rival, anyone, draft):
    assert (draft["state"], draft["draft"], draft["rounds"][0]["state"]) == ("draft", True, "scheduled")
    assert owner.read(draft)["id"] == draft["id"]
    for client in (rival, anyone):
        assert client.get(f"/competitions/{draft['id']}").outcome == NOT_FOUND
        for query in ({}, {"state": "draft"}):
            assert client.get("/competitions", **query).body["results"] == []
    for query, there in (
        ({}, [draft["id"]]),
        ({"state": "draft"}, [draft["id"]]),
        ({"state": "running"}, []),
    ):
        listed = owner.get("/competitions", mine="1", **query).body["results"]
        assert [each["id"] for each in listed] == there


def test_nobody_joins_or_plays_a_draft_and_it_is_neither_closed_nor_certified(owner, rival, draft):
    assert rival.join(draft).outcome == rival.submit(draft, []).outcome == NOT_FOUND
    assert owner.submit(draft, []).outcome == (403, "not_entered")
    for answer in (owner.join(draft), owner.act(draft, "close"), owner.act(draft, "certify")):
        assert answer.outcome == WRONG_STATE
    assert owner.act(draft, "cancel").body["state"] == "cancelled"
    assert rival.get(f"/competitions/{draft['id']}").status == 404, "it stays hidden"
    assert owner.act(draft, "publish").outcome == WRONG_STATE


def test_a_draft_opens_when_it_is_published_or_at_its_moment(owner, rival, draft, clock):
    later = owner.create(draft=True, opens_at=clock.after(hours=2))
    assert [event["rounds"][0]["opens_at"] for event in (draft, later)] == [None, later["opens_at"]]
    clock.forward(hours=1)
    published = owner.act(draft, "publish")
    assert (published.status, published.body["state"], published.body["draft"]) == (200, "running", False)
    [round] = published.body["rounds"]
    assert round["opens_at"] == "2026-11-21T13:00:00Z"
    assert round["commitment"] == draft["rounds"][0]["commitment"]
    assert owner.act(later, "publish").body["state"] == "scheduled"
    clock.forward(hours=1)
    assert owner.read(later)["state"] == "running"
    assert owner.act(draft, "publish").raw == published.raw, "publishing twice is publishing once"
    assert rival.join(draft).status == rival.submit(draft, []).status == 201
    assert rival.acts_on_trail(draft) == ["publish"]


def test_a_draft_whose_window_has_passed_is_not_published(owner, clock):
    draft = owner.create(draft=True, closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    assert owner.read(draft)["state"] == "draft"
    owner.act(draft, "publish").refused_for("closes_at")
    assert owner.change(draft, closes_at=None).status == owner.act(draft, "publish").status == 200


def test_a_copy_is_a_draft_with_the_same_settings_and_other_deals(owner, anyone, clock):
    moments = {"closes_at": clock.after(hours=5), "freeze_at": clock.after(hours=4)}
    settings = {"ranking": "points", "tie_break": ["wins"], "about": "Bring tea."}
    rounds = [golden_round(opens_at=clock.after(hours=2)), {"game": "winabit"}]
    event = owner.create(**settings, opens_at=clock.after(hours=1), **moments, rounds=rounds)
    clock.forward(hours=2)
    answer = owner.act(event, "copy")
    made = answer.body
    assert (answer.status, made["state"], made["name"]) == (201, "draft", f"{event['name']} (copy)")
    for name in (*settings, *moments, "play", "attempts", "counts", "standings"):
        assert made[name] == event[name]
    assert made["opens_at"] is None
    for each, before in zip(made["rounds"], event["rounds"], strict=True):
        assert (each["game"], each["rules"]) == (before["game"], before["rules"])
    assert len(set(Deal.objects.values_list("seed", flat=True))) == Deal.objects.count() == 4
    assert owner.acts_on_trail(made) == ["copy"]
    assert anyone.get(f"/competitions/{made['id']}").status == 404
    over = owner.create(name="n" * 75, closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    made = owner.act(over, "copy").body
    assert (made["name"], made["closes_at"]) == ("n" * 75, None)
    assert owner.act(made, "publish").body["state"] == "running"


def test_a_cancelled_contest_says_so_and_ends_what_runs(owner, rival, clock):
    event = owner.create(**sealed("winabit"))
    clock.forward(seconds=1)
    rival.join(event)
    begun = rival.act(event, "rounds/1/attempts").body
    answer = owner.act(event, "cancel")
    assert (answer.status, answer.body["state"]) == (200, "cancelled")
    assert answer.body["rounds"][0]["state"] == "closed"
    assert Attempt.objects.get().ended_at is not None
    assert owner.read(event)["rounds"][0]["seed"]
    moves = rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": ["turn"]})
    assert moves.outcome == (409, "attempt_finished")
    assert rival.act(event, "rounds/1/attempts").code == "round_not_open"
    assert owner.join(event).outcome == WRONG_STATE
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
    for state in ("cancelled", "scheduled", "running", "closed", "final", "draft"):
        listed = [each["id"] for each in rival.get("/competitions", state=state).body["results"]]
        assert listed == ([event["id"]] if state == "cancelled" else [])


@pytest.mark.extra
def test_every_act_may_be_given_a_reason(owner, clock):
    event, other = owner.create(draft=True, access="invite"), owner.create()
    for act in (acts := ("publish", "invite", "close", "certify")):
        for wrong in (7, "x" * 401):
            owner.act(event, act, reason=wrong).refused_for("reason")
        clock.forward(seconds=1)
        assert owner.act(event, act, reason=f" To  {act} it ").status == 200
    assert [(each["act"], each["reason"]) for each in owner.trail(event)] == [
        (act, f"To {act} it") for act in acts
    ]
    assert owner.act(other, "cancel", reason="Snow").status == 200
    assert owner.trail(other)[0]["reason"] == "Snow"


def test_a_freeze_that_lies_after_an_early_close_is_gone(owner, clock):
    for minutes, stays in ((1, False), (90, True)):
        event = owner.create(freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
        clock.forward(minutes=minutes)
        assert bool(owner.act(event, "close").body["freeze_at"]) is stays


DONE_ALREADY = {
    "publish": {"scheduled", "running", "closed", "final"},
    "close": {"closed", "final"},
    "cancel": {"cancelled"},
    "certify": {"final"},
}
"""The states in which an act that changes nothing is not refused either."""


@pytest.mark.parametrize(
    "state", ["closed", *(pytest.param(state, marks=pytest.mark.extra) for state in sorted(ALLOWED["copy"]))]
)
def test_what_may_be_done_in_which_state_is_what_the_table_says_and_by_the_organiser_alone(
    owner, rival, anyone, clock, state
):
    """An act changes something in the states of the table; in others it is refused, or is done already."""
    settings = {"draft": {"draft": True}, "scheduled": {"opens_at": clock.after(hours=1)}}.get(state, {})
    steps = {"closed": ["close"], "final": ["close", "certify"], "cancelled": ["cancel"]}.get(state, [])
    for act in ("publish", "invite", "close", "cancel", "certify", "copy"):
        event = owner.create(access="invite", **settings)
        for step in steps:
            clock.forward(seconds=1)
            assert owner.act(event, step).status == 200
        before, rows = list(Competition.objects.order_by("pk").values_list()), all_rows()
        if state != "draft":
            assert rival.act(event, act).outcome == (403, "forbidden")
            assert rival.change(event, name="Mine").outcome == (403, "forbidden")
            assert anyone.act(event, act).outcome == (401, "unauthenticated")
            assert all_rows() == rows
        answer = owner.act(event, act)
        changed = list(Competition.objects.order_by("pk").values_list()) != before
        assert changed is (state in ALLOWED[act]), (act, answer)
        done = changed or state in DONE_ALREADY.get(act, ())
        assert answer.outcome == ((201 if act == "copy" else 200, None) if done else WRONG_STATE), act


# Made by the site


@pytest.fixture
def daily(owner):
    event = owner.create(play="sealed", rounds=[{"game": "wish"}])
    day = Daily.objects.create(game_slug="wish", date=timezone.now(), number=1)
    until = timezone.now() + timedelta(hours=1)
    Competition.objects.update(kind=Kind.DAILY, organiser=None, daily=day, closes_at=until)
    return event


def test_what_the_site_made_has_no_organiser_and_its_pages(daily, owner, anyone, rival, client):
    for viewer in (owner, anyone):
        shown = viewer.read(daily)
        assert (shown["kind"], shown["organiser"]) == ("daily", None)
        assert viewer.get(f"/competitions/{daily['id']}/organisers").body["results"] == []
    [listed] = anyone.get("/competitions").body["results"]
    assert listed["organiser"] is None
    assert {owner.act(daily, act).status for act in ("close", "cancel", "copy")} == {403}
    assert rival.join(daily).status == 201
    for path in (f"/c/{daily['id']}", f"/c/{daily['id']}/sheet", "/contests", "/"):
        page = client.get(path)
        assert page.status_code == 200
        assert "None" not in page.content.decode().partition("<main")[2].partition("</main>")[0]


def test_the_database_knows_what_has_an_organiser_and_that_an_act_has_a_contest(owner, clock):
    owner.create()
    day = Daily.objects.create(game_slug="wish", date=timezone.now(), number=1)
    for change in (
        *({"kind": kind, "organiser": None} for kind in (Kind.CONTEST, Kind.CHALLENGE)),
        *({"kind": Kind.DAILY, "daily": day}, {"kind": Kind.DUEL}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Competition.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Act.objects.create(staff="Evendeal", act="begin", at=clock.now)
