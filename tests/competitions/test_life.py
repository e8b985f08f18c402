"""The life of a competition: from the draft to its end, or to its being called off."""

import pytest

from competitions.models import Attempt, Competition, Deal
from competitions.organising.allowed import ALLOWED
from competitions.organising.holding import held
from tests.clients.contests import golden_round, sealed

from .stored import all_rows


@pytest.fixture
def draft(owner):
    return owner.create(draft=True, rounds=[{"game": "wish"}])


def _acts(client, event):
    return [act["act"] for act in client.trail(event)]


# Drafts


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
    assert _acts(rival, draft) == ["publish"]


def test_a_draft_opens_at_its_moment(owner, clock):
    draft = owner.create(draft=True, opens_at=clock.after(hours=1))
    assert owner.act(draft, "publish").body["state"] == "scheduled"
    clock.forward(hours=1)
    assert owner.read(draft)["state"] == "running"


def test_publishing_twice_is_publishing_once(owner, draft, clock):
    first = owner.act(draft, "publish")
    clock.forward(hours=1)
    assert owner.act(draft, "publish").raw == first.raw
    assert _acts(owner, draft) == ["publish"]


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


# Cancelling


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
    assert _acts(rival, event) == ["cancel"]


def test_what_is_cancelled_before_it_opens_never_opens(owner, rival, clock):
    event = owner.create(opens_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    rival.join(event)
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


# Copies


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
    assert _acts(owner, made) == ["copy"]
    assert anyone.get(f"/competitions/{made['id']}").status == 404


def test_a_contest_that_is_over_is_copied_without_its_moments(owner, clock):
    event = owner.create(name="n" * 75, closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    made = owner.act(event, "copy").body
    assert (made["name"], made["closes_at"]) == ("n" * 75, None)
    assert owner.act(made, "publish").body["state"] == "running"


def test_a_copy_is_made_once_for_its_key(owner):
    event = owner.create()
    path = f"/competitions/{event['id']}/copy"
    first, second = (owner.post(path, {}, Idempotency_Key="k") for _ in range(2))
    assert (first.status, first.raw) == (second.status, second.raw)
    assert Competition.objects.count() == 2


# Changing


def test_what_is_changed_is_told_and_on_the_trail_once(owner, rival, clock):
    event = owner.create(closes_at=clock.after(hours=1))
    rival.join(event)
    answer = owner.change(event, closes_at=clock.after(hours=2), about="Longer!", name="Friday evening")
    assert answer.status == 200
    assert answer.body["closes_at"] == "2026-11-21T14:00:00Z"
    assert answer.body["about"] == "Longer!"
    assert owner.change(event, closes_at=clock.after(hours=2), about=" Longer! ").raw == answer.raw
    [act] = rival.trail(event)
    assert (act["act"], act["reason"], act["actor"]["name"]) == ("change", "about, closes_at", "Olga Owner")


EVERY = {
    "name": "Another",
    "about": "Another",
    "access": "unlisted",
    "closes_at": "2026-11-22T12:00:00Z",
    "freeze_at": "2026-11-22T05:00:00Z",
    "max_entries": 7,
    "bots": False,
    "attempts": 7,
    "counts": "first",
    "opens_at": "2026-11-21T12:30:00Z",
    "ranking": "points",
    "tie_break": ["wins"],
    "standings": "own",
    "play": "sealed",
}

UNTIL_OPEN = {"attempts", "counts", "opens_at", "ranking", "tie_break", "standings"}
UNTIL_CLOSED = {"access", "closes_at", "freeze_at", "max_entries", "bots"}


@pytest.mark.parametrize("state", ["draft", "scheduled", "running", "closed", "final", "cancelled"])
def test_what_may_be_changed_in_which_state(owner, clock, state):
    event = owner.create(
        draft=state == "draft",
        opens_at=clock.after(hours=1) if state in ("draft", "scheduled") else None,
        closes_at="2026-11-22T10:00:00Z",
    )
    clock.forward(minutes=1)
    for act in {"closed": ["close"], "final": ["close", "certify"], "cancelled": ["cancel"]}.get(state, []):
        assert owner.act(event, act).status == 200
    assert owner.read(event)["state"] == state
    allowed = {
        "draft": set(EVERY),
        "scheduled": set(EVERY) - {"play"},
        "running": UNTIL_CLOSED | {"name", "about"},
        "final": set(),
    }.get(state, {"name", "about"})
    for name, value in EVERY.items():
        before = all_rows()
        together = {"attempts": 1} if name == "play" else {}
        answer = owner.change(event, **together, **{name: value})
        if name in allowed:
            assert answer.status == 200, answer.raw
            assert answer.body[name] == value
        else:
            assert answer.outcome == (409, "wrong_state"), name
            assert all_rows() == before


def test_drafts_are_published_not_changed_into_others(owner, draft):
    assert owner.change(draft, draft=False).outcome == (409, "wrong_state")
    assert owner.change(draft, draft=True).status == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", 7),
        ("closes_at", "2026-11-21T11:00:00Z"),
        ("closes_at", "2026-11-21T12:00:30Z"),  # already past when it is asked
        ("freeze_at", "2026-11-22T11:00:00Z"),
        ("max_entries", 1),
        ("time_limit_s", 60),
        ("tie_break", ["time"]),
        ("attempts", 0),
    ],
)
def test_a_change_is_held_to_the_same_rules_as_a_new_contest(owner, clock, field, value):
    event = owner.create(opens_at=clock.after(minutes=2), closes_at="2026-11-22T10:00:00Z")
    clock.forward(minutes=1)
    before = all_rows()
    owner.change(event, **({"name": "Another"} | {field: value})).refused_for(field)
    assert all_rows() == before


def test_there_are_no_fewer_places_than_players(owner, crowd):
    event = owner.create()
    for player in crowd(["Ann", "Ben", "Cy"]):
        player.join(event)
    owner.change(event, max_entries=2).refused_for("max_entries")
    assert owner.change(event, max_entries=3).status == 200


def test_a_contest_may_be_shortened_but_not_over_its_freeze(owner, clock):
    event = owner.create(closes_at=clock.after(hours=3), freeze_at=clock.after(hours=1))
    owner.change(event, closes_at=clock.after(hours=1)).refused_for("freeze_at")
    assert owner.change(event, closes_at=clock.after(hours=2)).status == 200
    clock.forward(hours=1)
    assert owner.change(event, freeze_at=None).outcome == (409, "wrong_state")
    assert owner.change(event, closes_at=clock.after(hours=2)).status == 200


def test_a_running_contest_does_not_freeze_in_the_past(owner, clock):
    event = owner.create(closes_at=clock.after(hours=3))
    clock.forward(hours=1)
    owner.change(event, freeze_at=clock.after(minutes=-1)).refused_for("freeze_at")


def test_what_has_closed_meanwhile_is_not_reopened(owner, clock, monkeypatch):
    """Somebody else held the competition, and the change had to wait."""
    event = owner.create(closes_at=clock.after(hours=1))
    later = clock.after(hours=2)

    def held_late(*asked):
        found = held(*asked)
        clock.forward(hours=1)
        return found

    monkeypatch.setattr("competitions.organising.changing.held", held_late)
    assert owner.change(event, closes_at=later).outcome == (409, "wrong_state")


def test_a_challenge_is_known_by_its_deal_and_keeps_its_settings(owner):
    event = owner.create(attempts=None, access="unlisted")
    Competition.objects.update(challenge="mark")
    assert owner.change(event, closes_at="2026-11-22T10:00:00Z").outcome == (409, "wrong_state")
    assert owner.change(event, name="Another").status == 200
    owner.act(event, "cancel")
    assert Competition.objects.get().challenge is None


def test_an_invite_code_comes_and_goes_with_the_access(owner, rival):
    event = owner.create()
    code = owner.change(event, access="invite").body["invite"]
    assert rival.join(event).outcome == (403, "bad_invite")
    assert rival.join(event, invite=code).status == 201
    assert "invite" not in owner.change(event, access="public").body


# The rounds of a change


def test_a_draft_may_have_quite_other_rounds(owner, clock):
    event = owner.create(draft=True, ranking="points", rounds=[golden_round(), golden_round(n=1)])
    deals = list(Deal.objects.order_by("pk"))
    rounds = [{}, {"game": "winabit"}, {"game": "wish", "closes_at": clock.after(hours=1)}]
    made = owner.change(event, rounds=rounds).body["rounds"]
    assert [(each["number"], each["game"]) for each in made] == [
        (1, "three-by-three"),
        (2, "winabit"),
        (3, "wish"),
    ]
    assert made[0]["commitment"] == event["rounds"][0]["commitment"]
    assert made[2]["closes_at"] == "2026-11-21T13:00:00Z"
    assert not Deal.objects.filter(pk=deals[1].pk).exists()
    assert len(owner.change(event, rounds=[{}]).body["rounds"]) == 1
    assert Deal.objects.get() == deals[0]
    owner.change(event, rounds=[{}, {}]).refused_for("rounds", "1", "game")
    owner.change(event, rounds=[{"seed": "pub"}]).refused_for("rounds", "0", "game")


def test_rounds_as_they_are_told_sent_back_change_nothing(owner, clock):
    event = owner.create(closes_at=clock.after(hours=3), rounds=[golden_round(), golden_round(n=1)])
    before = all_rows()
    assert owner.change(event, rounds=event["rounds"]).status == 200
    assert all_rows() == before


def test_the_deals_of_a_published_contest_stay(owner, clock):
    event = owner.create(opens_at=clock.after(hours=1), rounds=[golden_round(), golden_round(n=1)])
    for rounds in (
        [{}],
        [{}, {}, {"game": "wish"}],
        [{"game": "wish"}, {}],
        [{}, {"game": "three-by-three", "seed": "another"}],
    ):
        assert owner.change(event, rounds=rounds).outcome == (409, "wrong_state")


def test_a_rounds_window_moves_until_it_has_gone_by(owner, rival, clock):
    hours = {
        1: clock.after(hours=1),
        2: clock.after(hours=2),
        3: clock.after(hours=3),
        4: clock.after(hours=4),
    }
    windows = [{"closes_at": hours[1]}, {"opens_at": hours[1], "closes_at": hours[2]}, {"opens_at": hours[3]}]
    event = owner.create(rounds=[golden_round(n=n, **window) for n, window in enumerate(windows)])
    rival.join(event)
    clock.forward(minutes=90)
    for refused in (
        [{"closes_at": hours[4]}, {}, {}],
        [{"opens_at": hours[2]}, {}, {}],
        [{}, {"opens_at": None}, {}],
    ):
        assert owner.change(event, rounds=refused).outcome == (409, "wrong_state")
    moved = owner.change(event, rounds=[{}, {"closes_at": hours[4]}, {"opens_at": hours[2]}])
    assert [each["state"] for each in moved.body["rounds"]] == ["closed", "open", "scheduled"]
    assert moved.body["rounds"][1]["closes_at"] == "2026-11-21T16:00:00Z"
    owner.change(event, rounds=[{}, {"closes_at": clock.after(minutes=-1)}, {}]).refused_for(
        "rounds", "1", "closes_at"
    )
    clock.forward(minutes=30)
    assert rival.submit(event, [], round=3).status == 201


def test_a_draft_that_becomes_sealed_is_dealt_anew(owner):
    """Whoever writes it may have chosen the seeds."""
    event = owner.create(draft=True)
    chosen = Deal.objects.get().seed
    assert owner.change(event, play="sealed").body["play"] == "sealed"
    assert Deal.objects.get().seed != chosen


def test_a_log_is_judged_on_the_deal_of_today(owner, rival):
    """The process that looked at a draft remembers nothing of it."""
    event = owner.create(draft=True, rounds=[{"game": "wish", "seed": "0"}])
    owner.submit(event, [])
    owner.change(event, rounds=[golden_round()])
    owner.act(event, "publish")
    rival.join(event)
    assert rival.submit(event, []).body["score"] == 30


# Who may


@pytest.mark.parametrize("act", ["publish", "close", "cancel", "certify", "copy", "invite"])
def test_only_the_organiser_acts(owner, rival, anyone, act):
    event = owner.create()
    before = all_rows()
    assert rival.act(event, act).outcome == (403, "forbidden")
    assert anyone.act(event, act).outcome == (401, "unauthenticated")
    assert rival.change(event, name="Mine").outcome == (403, "forbidden")
    assert all_rows() == before


# What may be done when


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
