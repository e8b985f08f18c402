"""The settings of a contest as a file: sent to the service again, they make another contest like it."""

import pytest

from tests.clients.contests import contest, golden_round


def settings_of(who, event):
    answer = who.get(f"/competitions/{event['id']}/settings")
    assert answer.status == 200
    return answer


def copied(who, event):
    """What another contest, made by the file as it is, has for settings."""
    made = who.request("POST", "/competitions", settings_of(who, event).raw, Content_Type="application/json")
    assert made.status == 201, made.raw
    return made.body


@pytest.fixture
def full(clock):
    """Every setting with another value than its default, and rounds with their own rules and times."""
    return contest(
        name="Клуб, Friday",
        about="First line.\n\nhttps://example.org",
        access="unlisted",
        attempts=3,
        counts="first",
        opens_at=clock.after(hours=1),
        closes_at=clock.after(days=9),
        ranking="matchpoints",
        tie_break=["wins", "moves", "earliest"],
        standings="own",
        freeze_at=clock.after(days=8),
        max_entries=40,
        bots=False,
        names="kept",
        rounds=[
            {"game": "winabit", "rules": {"scoring": "5b"}, "closes_at": clock.after(days=2)},
            {"game": "pyramid", "rules": {"draw": "three"}, "opens_at": clock.after(days=2)},
        ],
    )


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"access": "invite", "tie_break": [], "standings": "final"},
        {"play": "sealed", "attempts": 1, "others": "finished", "time_limit_s": 600, "tie_break": ["time"]},
        {"draft": True, "opens_at": None},
        {"attempts": None, "ranking": "points", "opens_at": None, "freeze_at": None, "max_entries": None},
    ],
)
def test_they_make_the_same_contest_again(owner, full, changed):
    event = owner.create(**full | changed)
    first = settings_of(owner, event).body
    again = copied(owner, event)
    assert settings_of(owner, again).body == first
    own = {"id", "url", "created_at", "invite", "rounds"}
    assert {name: value for name, value in again.items() if name not in own} == {
        name: value for name, value in event.items() if name not in own
    }
    assert [(each["game"], each["rules"]) for each in again["rounds"]] == [
        (each["game"], each["rules"]) for each in event["rounds"]
    ]
    assert set(first) == set(contest(**full)) | {"others", "time_limit_s", "draft"}
    assert again.get("invite") != event.get("invite") or event["access"] != "invite"


def test_what_is_over_can_be_had_again(owner, full, clock):
    """What has opened opens at once, and nothing closes in the past."""
    event = owner.create(**full)
    clock.forward(days=3)
    sent = settings_of(owner, event).body
    assert (sent["opens_at"], sent["closes_at"] is None) == (None, False)
    assert [(each["opens_at"], each["closes_at"]) for each in sent["rounds"]] == [(None, None)] * 2
    assert copied(owner, event)["state"] == "running"
    clock.forward(days=30)
    sent = settings_of(owner, event).body
    assert {sent[name] for name in ("opens_at", "closes_at", "freeze_at")} == {None}
    assert copied(owner, event)["state"] == "running"


@pytest.mark.parametrize("play", ["open", "sealed"])
def test_no_seed_is_among_them_while_it_is_secret_or_when_all_know_it(owner, clock, play):
    seed = {} if play == "sealed" else {"seed": "spring-cleaning"}
    event = owner.create_for(owner, play=play, rounds=[{"game": "wish", **seed}])
    clock.forward(minutes=1)
    for closed in (False, True):
        if closed:
            assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
            clock.forward(seconds=1)
            [round] = owner.read(event)["rounds"]
            assert round["seed"]
        assert [each["seed"] for each in settings_of(owner, event).body["rounds"]] == [None]
        assert b"spring" not in settings_of(owner, event).raw
        assert copied(owner, event)["rounds"][0]["commitment"] != event["rounds"][0]["commitment"]


def test_they_are_for_the_organiser_alone(anyone, owner, rival):
    event = owner.create(rounds=[golden_round()])
    path = f"/competitions/{event['id']}/settings"
    rival.join(event)
    assert anyone.get(path).status == 401
    assert rival.get(path).outcome == (403, "forbidden")
    draft = owner.create(draft=True)
    assert rival.get(f"/competitions/{draft['id']}/settings").status == 404
    assert owner.get("/competitions/2222222222222222/settings").status == 404


def test_it_is_a_file_of_one_line(owner):
    answer = settings_of(owner, owner.create(name="Friday evening"))
    assert answer.headers["content-disposition"] == 'attachment; filename="friday-evening-settings.json"'
    assert b"\n" not in answer.raw
    assert answer.headers["cache-control"] == "private, no-store"
