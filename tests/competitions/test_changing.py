"""Changing the settings of a competition, and the windows and deals of its rounds."""

import pytest

from competitions.contests.hold import hold_for
from competitions.models import Competition, Deal
from tests.clients.contests import contest, golden_round

from .stored import all_rows

WISH, WRONG_STATE = {"game": "wish"}, (409, "wrong_state")


def test_what_is_changed_is_told_and_on_the_trail_once(owner, rival, clock):
    event = owner.create_for(rival, closes_at=clock.after(hours=1))
    answer = owner.change(event, closes_at=clock.after(hours=2), about="Longer!", name="Friday evening")
    assert answer.status == 200
    assert (answer.body["closes_at"], answer.body["about"]) == ("2026-11-21T14:00:00Z", "Longer!")
    assert owner.change(event, closes_at=clock.after(hours=2), about=" Longer! ").raw == answer.raw
    [act] = rival.trail(event)
    assert (act["act"], act["reason"], act["actor"]["name"]) == ("change", "about, closes_at", "Olga Owner")


UNTIL_FINAL = {"name": "Another", "about": "Another", "names": "kept"}
UNTIL_CLOSED = UNTIL_FINAL | {
    "access": "unlisted",
    "closes_at": "2026-11-22T12:00:00Z",
    "freeze_at": "2026-11-22T05:00:00Z",
    "max_entries": 7,
    "bots": False,
}
UNTIL_OPEN = UNTIL_CLOSED | {
    "attempts": 7,
    "counts": "first",
    "opens_at": "2026-11-21T12:30:00Z",
    "ranking": "points",
    "tie_break": ["wins"],
    "standings": "own",
}
EVERY = UNTIL_OPEN | {"play": "sealed"}


@pytest.mark.extra
@pytest.mark.parametrize(
    ("state", "acts", "allowed"),
    [
        *(("draft", [], EVERY), ("scheduled", [], UNTIL_OPEN), ("running", [], UNTIL_CLOSED)),
        *(("closed", ["close"], UNTIL_FINAL), ("cancelled", ["cancel"], UNTIL_FINAL)),
        ("final", ["close", "certify"], {}),
    ],
)
def test_what_may_be_changed_in_which_state(owner, clock, state, acts, allowed):
    opens_at = clock.after(hours=1) if state in ("draft", "scheduled") else None
    event = owner.create(draft=state == "draft", opens_at=opens_at, closes_at="2026-11-22T10:00:00Z")
    clock.forward(minutes=1)
    for act in acts:
        assert owner.act(event, act).status == 200
    assert owner.read(event)["state"] == state
    for name, value in EVERY.items():
        before = all_rows()
        answer = owner.change(event, **({"attempts": 1} if name == "play" else {}), **{name: value})
        if name in allowed:
            assert (answer.status, answer.body[name]) == (200, value), answer.raw
        else:
            assert (answer.outcome, all_rows() == before) == (WRONG_STATE, True), name


WRONG_CHANGES = [
    *(("name", 7), ("freeze_at", "2026-11-22T11:00:00Z"), ("max_entries", 1), ("time_limit_s", 60)),
    *(("closes_at", moment) for moment in ("2026-11-21T11:00:00Z", "2026-11-21T12:00:30Z")),  # past by now
    *(("opens_at", moment) for moment in ("2026-11-20T12:00:59Z", "0206-11-22T12:00:00Z")),
    *(("tie_break", ["time"]), ("attempts", 0)),
]


def test_a_change_is_held_to_the_same_rules_as_a_new_contest(owner, draft, crowd, clock):
    refused = owner.change(draft, draft=False)
    assert refused.outcome == WRONG_STATE, "a draft is published, not changed"
    assert refused.body["detail"] == "This cannot be changed in a draft: whether it is a draft."
    assert refused.body["setting"] == "draft"
    assert owner.change(draft, draft=True).status == 200
    event = owner.create(opens_at=clock.after(minutes=2), closes_at="2026-11-22T10:00:00Z")
    clock.forward(minutes=1)
    before = all_rows()
    for field, value in WRONG_CHANGES:
        owner.change(event, **({"name": "Another"} | {field: value})).refused_for(field)
    assert all_rows() == before
    full = owner.create_for(*crowd(["Ann", "Ben", "Cy"]))
    owner.change(full, max_entries=2).refused_for("max_entries")
    assert owner.change(full, max_entries=3).status == 200


LONG_AGO = ["0026-11-21T20:00:00Z", "0206-11-21T20:00:00Z", "2026-11-20T11:59:59Z"]


def test_an_opening_more_than_a_day_ago_is_a_slip(owner, draft, clock):
    for opens_at in LONG_AGO:
        late = [WISH | {"opens_at": opens_at}]
        owner.post("/competitions", contest(opens_at=opens_at)).refused_for("opens_at")
        in_round = owner.post("/competitions", contest(rounds=[WISH, *late]))
        in_round.refused_for("rounds", "1", "opens_at")
        owner.change(draft, opens_at=opens_at).refused_for("opens_at")
        owner.change(draft, rounds=late).refused_for("rounds", "0", "opens_at")
    for settings in (
        {"opens_at": clock.after(days=-1)},
        {"rounds": [WISH | {"opens_at": clock.after(days=-1)}]},
    ):
        assert owner.create(**settings)["state"] == "running"
    event = owner.create(draft=True, opens_at=clock.after(hours=1), rounds=[WISH])
    clock.forward(hours=25)
    assert owner.change(event, name="Another").status == 200, "what stays is not looked at again"
    clock.forward(seconds=1)
    owner.act(event, "publish").refused_for("opens_at")
    owner.change(event, opens_at=None)
    assert owner.act(event, "publish").body["state"] == "running"


def test_a_contest_may_be_shortened_but_not_over_its_freeze_nor_frozen_in_the_past(owner, clock):
    event, other = (owner.create(closes_at=clock.after(hours=3)) for _ in range(2))
    assert owner.change(event, freeze_at=clock.after(hours=1)).status == 200
    owner.change(event, closes_at=clock.after(hours=1)).refused_for("freeze_at")
    assert owner.change(event, closes_at=clock.after(hours=2)).status == 200
    clock.forward(hours=1)
    refused = owner.change(event, freeze_at=None)
    assert (refused.outcome, refused.body["setting"]) == (WRONG_STATE, "freeze_at")
    assert owner.change(event, closes_at=clock.after(hours=2)).status == 200
    owner.change(other, freeze_at=clock.after(minutes=-1)).refused_for("freeze_at")


def test_what_has_closed_meanwhile_is_not_reopened(owner, clock, monkeypatch):
    """Somebody else held the competition, and the change had to wait."""
    event = owner.create(closes_at=clock.after(hours=1))
    later = clock.after(hours=2)

    def held_late(*asked):
        found = hold_for(*asked)
        clock.forward(hours=1)
        return found

    monkeypatch.setattr("competitions.contests.change.hold_for", held_late)
    assert owner.change(event, closes_at=later).outcome == WRONG_STATE


def test_a_challenge_is_known_by_its_deal_and_keeps_its_settings(owner):
    event = owner.create(attempts=None, access="unlisted")
    Competition.objects.update(kind="challenge", challenge="mark")
    assert owner.change(event, closes_at="2026-11-22T10:00:00Z").outcome == WRONG_STATE
    assert owner.change(event, name="Another").status == 200
    owner.act(event, "cancel")
    assert Competition.objects.get().challenge is None


def test_an_invite_code_comes_and_goes_with_the_access(owner, rival):
    event = owner.create()
    code = owner.change(event, access="invite").body["invite"]
    assert rival.join(event).outcome == (403, "bad_invite")
    assert rival.join(event, invite=code).status == 201
    assert "invite" not in owner.change(event, access="public").body


def test_a_draft_may_have_quite_other_rounds(owner, clock):
    event = owner.create(draft=True, ranking="points", rounds=[golden_round(), golden_round(n=1)])
    deals = list(Deal.objects.order_by("pk"))
    rounds = [{}, {"game": "winabit"}, WISH | {"closes_at": clock.after(hours=1)}]
    made = owner.change(event, rounds=rounds).body["rounds"]
    games = [(each["number"], each["game"]) for each in made]
    assert games == [(1, "three-by-three"), (2, "winabit"), (3, "wish")]
    assert made[0]["commitment"] == event["rounds"][0]["commitment"]
    assert made[2]["closes_at"] == "2026-11-21T13:00:00Z"
    assert not Deal.objects.filter(pk=deals[1].pk).exists()
    assert len(owner.change(event, rounds=[{}]).body["rounds"]) == 1
    assert Deal.objects.get() == deals[0]
    owner.change(event, rounds=[{}, {}]).refused_for("rounds", "1", "game")
    owner.change(event, rounds=[{"seed": "pub"}]).refused_for("rounds", "0", "game")


def test_the_deals_of_a_published_contest_stay(owner, clock):
    settings = {"opens_at": clock.after(hours=1), "closes_at": clock.after(hours=3)}
    event = owner.create(**settings, rounds=[golden_round(), golden_round(n=1)])
    before, another = all_rows(), {"game": "three-by-three", "seed": "another"}
    assert owner.change(event, rounds=event["rounds"]).status == 200, "sent back as they are told"
    for rounds in ([{}], [{}, {}, WISH], [WISH, {}], [{}, another]):
        refused = owner.change(event, rounds=rounds)
        assert (refused.outcome, refused.body["setting"]) == (WRONG_STATE, "rounds")
    assert all_rows() == before


def test_a_rounds_window_moves_until_it_has_gone_by(owner, rival, clock):
    hours = [clock.after(hours=hour) for hour in range(5)]
    windows = [{"closes_at": hours[1]}, {"opens_at": hours[1], "closes_at": hours[2]}, {"opens_at": hours[3]}]
    event = owner.create_for(rival, rounds=[golden_round(n=n, **window) for n, window in enumerate(windows)])
    clock.forward(minutes=90)
    for first, second in (
        ({"closes_at": hours[4]}, {}),
        ({"opens_at": hours[2]}, {}),
        ({}, {"opens_at": None}),
    ):
        refused = owner.change(event, rounds=[first, second, {}])
        assert (refused.outcome, refused.body["setting"]) == (WRONG_STATE, "rounds")
    moved = owner.change(event, rounds=[{}, {"closes_at": hours[4]}, {"opens_at": hours[2]}])
    assert [each["state"] for each in moved.body["rounds"]] == ["closed", "open", "scheduled"]
    assert moved.body["rounds"][1]["closes_at"] == "2026-11-21T16:00:00Z"
    past = owner.change(event, rounds=[{}, {"closes_at": clock.after(minutes=-1)}, {}])
    past.refused_for("rounds", "1", "closes_at")
    clock.forward(minutes=30)
    assert rival.submit(event, [], round=3).status == 201


def test_a_draft_that_becomes_sealed_is_dealt_anew_and_a_log_is_judged_on_the_deal_of_today(owner, rival):
    """Its writer may have chosen the seeds. A process that looked at a draft remembers nothing of it."""
    event = owner.create(draft=True)
    chosen = Deal.objects.get().seed
    for seed in (chosen, "z" * 22):
        named = owner.change(event, play="sealed", rounds=[golden_round(seed=seed)])
        named.refused_for("rounds", "0", "seed")
    assert owner.change(event, play="sealed").body["play"] == "sealed"
    assert Deal.objects.get().seed != chosen
    event = owner.create(draft=True, rounds=[WISH | {"seed": "0"}])
    owner.submit(event, [])
    owner.change(event, rounds=[golden_round()])
    owner.act(event, "publish")
    rival.join(event)
    assert rival.submit(event, []).body["score"] == 30
