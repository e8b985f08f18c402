"""Creating a contest: every default of /guides/contract#settings, and every value that is refused; and its
settings as a file, which makes another contest like it."""

from datetime import UTC, datetime

import pytest

from competitions.models import Competition
from tests.clients.contests import contest, golden_round

PAST, SOON, LATER = "2026-11-21T11:59:59Z", "2026-11-21T13:00:00Z", "2026-11-21T14:00:00Z"
NOW = "2026-11-21T12:00:00Z"
WISH = {"game": "wish"}


@pytest.fixture
def refused(owner, unlimited, unwritten):
    """What is said of one field when these settings are refused; nothing may be made."""

    def refused(*path, **settings):
        answer = owner.post("/competitions", contest(**settings))
        assert answer.status == 422, str(settings)[:300]
        return answer.refused_for(*path)

    return refused


GIVEN = [
    *({"access": "unlisted"}, {"attempts": 100}, {"attempts": None}, {"counts": "first"}, {"play": "open"}),
    *({"opens_at": SOON, "closes_at": LATER}, {"opens_at": PAST}, {"opens_at": None, "closes_at": None}),
    {"time_limit_s": None, "ranking": "total", "tie_break": [], "standings": "live", "draft": False},
    {"play": "sealed", "attempts": 1, "time_limit_s": None, "rounds": [WISH]},
    {"play": "sealed", "time_limit_s": 10, "rounds": [WISH]},
    {"play": "sealed", "time_limit_s": 86_400, "rounds": [WISH | {"seed": None}]},
    *({"play": "sealed", "others": others, "rounds": [WISH]} for others in ("closed", "finished")),
    *({"play": "open", "others": "closed"}, {"ranking": "matchpoints"}, {"standings": "own"}),
    *({"standings": "final"}, {"ranking": "points", "tie_break": ["wins", "moves", "earliest"]}),
    {"play": "sealed", "tie_break": ["time", "wins"], "rounds": [WISH]},
    *({"ranking": ranking, "rounds": [WISH, {"game": "winabit"}]} for ranking in ("matchpoints", "points")),
    *({"freeze_at": freeze, "closes_at": LATER} for freeze in (SOON, "2026-11-21T12:00:00.000001Z")),
    *({"max_entries": 2}, {"max_entries": 100_000}, {"bots": False}, {"names": "kept"}, {"name": "ab"}),
    {"about": "Bring a friend.\nAnd another.\n\nPrizes: https://example.org/prizes?a=1&b=2"},
    *({"about": "\U0001f0cf" * 2000}, {"name": "n" * 80}, {"name": "\U0001f0cf" * 80}),
    {"name": "Пасьянс \u05e9\u05dc\u05d5\u05dd"},
]


def test_settings_given_are_the_settings_in_force(owner, rival):
    """The defaults of all other settings are in test_reading."""
    for settings in GIVEN:
        event = owner.create(**settings)
        assert {name: event[name] for name in settings if name != "rounds"}.items() <= settings.items()
    usual = owner.create(play=..., rounds=[{"game": "pyramid"}])
    assert (usual["play"], usual["rounds"][0]["rules"]) == ("sealed", {"draw": "one"})
    assert owner.create()["id"] != rival.create()["id"], "contests may share a name"


@pytest.mark.parametrize("play", ["sealed", ...])
@pytest.mark.parametrize("seed", ["0", "s" * 64])
def test_in_sealed_play_nobody_chooses_a_seed(refused, play, seed):
    refused("rounds", "1", "seed", play=play, rounds=[WISH, WISH | {"seed": seed}])


NO_TIMES = [
    *("", "tomorrow", "2026-11-22", "2026-11-22T13:00:00", "2026-11-22 13:00:00Z", "2026-11-22T13:00Z"),
    *("2026-11-22T13:00:00+0100", "2026-11-22T13:00:00+01", "2026-11-22T13:00:00.Z", "2026-11-31T13:00:00Z"),
    *("2026-11-22T13:00:00.1234567890Z", "2026-11-22T13:00:00,5Z", "2026-13-01T13:00:00Z"),
    *("2026-11-22T24:00:00Z", "2026-11-22T13:60:00Z", "2026-11-22T13:00:61Z", "2026-11-22T13:00:00+24:00"),
    *("0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"),
    *("10000-01-01T00:00:00Z", "-2026-11-22T13:00:00Z", "2026-W47-7T13:00:00Z", "2026-11-22T13:00:00Z\n"),
    *(" 2026-11-22T13:00:00Z", "\u0662\u0660\u0662\u0666-11-22T13:00:00Z"),
    *("2026-11-22T13:00:00\u2212\x30\x31:00", 1795352400, 1795352400.5, True, ["2026-11-22T13:00:00Z"]),
    *({}, 10**40),
]


def test_a_time_in_any_other_form_is_refused(owner, unwritten):
    assert len(NO_TIMES) == 33
    for value in NO_TIMES:
        window = {"opens_at": value, "closes_at": value}
        body = contest(**window, freeze_at=value, rounds=[golden_round(**window)])
        refused = owner.post("/competitions", body)
        for at in (["opens_at"], ["closes_at"], ["freeze_at"]):
            assert refused.refused_for(*at), value
            assert at == ["freeze_at"] or refused.refused_for("rounds", "0", *at), value


def test_a_time_at_the_edge_of_what_is_allowed_is_taken_and_told_again(owner, anyone):
    times = ("9999-12-31T23:59:59.999999Z", "2026-11-22T13:00:00.123456789Z", "2026-11-22T13:00:00+23:59")
    for value in times:
        assert owner.read(owner.create(closes_at=value))["closes_at"].endswith("Z")
    event = owner.create()
    Competition.objects.filter(pk=event["id"]).update(opens_at=datetime(1, 1, 1, tzinfo=UTC))
    assert owner.change(event, name="Another").status == 200, "an older release took any opening"
    told = anyone.read(event)
    assert (told["opens_at"], told["state"]) == ("0001-01-01T00:00:00Z", "running")


WRONG_WINDOWS = [
    *({"closes_at": PAST}, {"closes_at": NOW}, {"opens_at": SOON, "closes_at": SOON}),
    *({"opens_at": LATER, "closes_at": SOON}, {"opens_at": PAST, "closes_at": "2026-11-21T11:59:59.5Z"}),
]
WRONG_FREEZES = [
    {"freeze_at": SOON},
    *({"freeze_at": freeze, "closes_at": SOON} for freeze in (SOON, LATER, NOW)),
    *({"freeze_at": at, "opens_at": SOON, "closes_at": LATER} for at in (SOON, "2026-11-21T12:30:00Z")),
]


def test_windows_lie_in_the_future_freezes_in_windows_and_rounds_in_contests(refused):
    for window in WRONG_WINDOWS:
        refused("closes_at", **window)
        refused("rounds", "1", "closes_at", rounds=[golden_round(), golden_round(**window)])
    for window in WRONG_FREEZES:
        refused("freeze_at", **window)
    for field, of_contest, of_round in (
        ("opens_at", {"opens_at": SOON}, NOW),
        ("opens_at", {"closes_at": SOON}, SOON),
        ("closes_at", {"closes_at": SOON}, LATER),
        ("closes_at", {"opens_at": SOON}, SOON),
    ):
        refused("rounds", "0", field, **of_contest, rounds=[golden_round(**{field: of_round})])


def test_names_and_descriptions_are_cleaned_and_keep_their_paragraphs(owner):
    for written, kept in (
        ("  One \u202e\u200b  two \t", "One two"),
        ("One\r\ntwo\rthree", "One\ntwo\nthree"),
        ("\n\nOne\n\n \n\ntwo\n\n", "One\n\ntwo"),
        ("a\x07b\u00ad\ufeff", "ab"),
        (" \n\u200b\n ", ""),
        ("e\u0301" * 2000, "\u00e9" * 2000),
    ):
        assert owner.create(about=written)["about"] == kept
    assert owner.create(name="  Friday\u202e\u200b   evening \n")["name"] == "Friday evening"


def test_rounds_fill_the_whole_contest_thirty_are_taken_in_order_and_with_every_seed_of_the_rules(
    owner, anyone, clock
):
    window = {"opens_at": SOON, "closes_at": LATER}
    assert owner.create(**window, rounds=[golden_round(**window)])["rounds"][0]["state"] == "scheduled"
    event = owner.create(rounds=[WISH] * 29 + [{"game": "pyramid"}])
    assert [round["number"] for round in event["rounds"]] == list(range(1, 31))
    assert event["rounds"][-1]["game"] == "pyramid"
    seeds = ["0", "-", "_", "s" * 64, "A-z_9"]
    event = owner.create(closes_at=SOON, rounds=[{"game": "wish", "seed": seed} for seed in seeds])
    clock.forward(hours=1)
    assert [round["seed"] for round in anyone.read(event)["rounds"]] == seeds


def test_what_is_wrong_with_a_list_an_object_or_half_a_character_is_said_of_its_field(refused, owner):
    """In words of JSON. What else is refused, test_schema_refuses has in its table."""
    for field, value in (("game", "\ud800"), ("seed", "\ud800"), ("rules", {"\ud800": 1})):
        refused("rounds", "0", field, rounds=[WISH | {field: value}])
    for rounds, *path, sentence in (
        (7, "Must be a list."),
        ([], "Must not be empty."),
        ([7], "0", "Must be an object."),
        ([WISH | {"band": "hard"}], "0", "band", "Must be an object."),
    ):
        assert refused("rounds", *path, rounds=rounds) == [sentence]
    assert owner.patch("/me", {"preferences": 7}).refused_for("preferences") == ["Must be an object."]


def test_unknown_fields_are_ignored(owner):
    event = owner.create(colour="red", id="x", invite="mine", state="closed", rounds=[golden_round(number=7)])
    assert (event["state"], event["rounds"][0]["number"]) == ("running", 1)
    assert event["id"] != "x"
    assert "invite" not in event


def test_only_a_player_creates_and_every_fault_is_named_at_once(anyone, owner, unwritten):
    assert anyone.post("/competitions", contest()).outcome == (401, "unauthenticated")
    wrong = contest(name=7, attempts=0, draft=1, rounds=[{"game": "golf"}])
    assert set(owner.post("/competitions", wrong).body["errors"]) == {"name", "attempts", "draft", "rounds"}


# As a file


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
        **{"name": "Клуб, Friday", "about": "First line.\n\nhttps://example.org", "access": "unlisted"}
        | {"attempts": 3, "counts": "first", "ranking": "matchpoints", "standings": "own", "names": "kept"}
        | {"tie_break": ["wins", "moves", "earliest"], "max_entries": 40, "bots": False},
        opens_at=clock.after(hours=1),
        closes_at=clock.after(days=9),
        freeze_at=clock.after(days=8),
        rounds=[
            {"game": "winabit", "rules": {"scoring": "5b"}, "closes_at": clock.after(days=2)},
            {"game": "pyramid", "rules": {"draw": "three"}, "opens_at": clock.after(days=2)},
        ],
    )


@pytest.mark.parametrize(
    "changed",
    [
        *({}, {"access": "invite", "tie_break": [], "standings": "final"}, {"draft": True, "opens_at": None}),
        {"play": "sealed", "attempts": 1, "others": "finished", "time_limit_s": 600, "tie_break": ["time"]},
        {"attempts": None, "ranking": "points", "opens_at": None, "freeze_at": None, "max_entries": None},
    ],
)
def test_a_file_makes_the_same_contest_again(owner, full, changed):
    event = owner.create(**full | changed)
    first, again = settings_of(owner, event).body, copied(owner, event)
    assert settings_of(owner, again).body == first
    assert set(first) == set(contest(**full)) | {"others", "time_limit_s", "draft"}
    own = {"id", "url", "created_at", "invite", "rounds"}
    for name in set(event) | set(again) - own:
        assert name in own or again[name] == event[name], name
    for one, other in zip(again["rounds"], event["rounds"], strict=True):
        assert (one["game"], one["rules"]) == (other["game"], other["rules"])
    assert again.get("invite") != event.get("invite") or event["access"] != "invite"


def test_what_is_over_can_be_had_again(owner, full, clock):
    """What has opened opens at once, and nothing closes in the past."""
    event = owner.create(**full)
    for days, closes in ((3, True), (30, False)):
        clock.forward(days=days)
        sent = settings_of(owner, event).body
        assert (sent["opens_at"], sent["closes_at"] is not None) == (None, closes)
        assert (sent["freeze_at"] is not None) is closes
        assert [(each["opens_at"], each["closes_at"]) for each in sent["rounds"]] == [(None, None)] * 2
        assert copied(owner, event)["state"] == "running"


@pytest.mark.parametrize("play", ["open", "sealed"])
def test_no_seed_is_in_a_file_while_it_is_secret_or_when_all_know_it(owner, clock, play):
    seed = {} if play == "sealed" else {"seed": "spring-cleaning"}
    event = owner.create_for(owner, play=play, rounds=[WISH | seed])
    for closed in (False, True):
        if closed:
            owner.close(event, clock)
            clock.forward(seconds=1)
            assert owner.read(event)["rounds"][0]["seed"]
        assert [each["seed"] for each in settings_of(owner, event).body["rounds"]] == [None]
        assert b"spring" not in settings_of(owner, event).raw
        assert copied(owner, event)["rounds"][0]["commitment"] != event["rounds"][0]["commitment"]


def test_a_file_is_one_line_for_the_organiser_alone(anyone, owner, rival):
    event, draft = owner.create(name="Friday evening"), owner.create(draft=True)
    rival.join(event)
    for who, at, status in (
        *((anyone, event["id"], 401), (rival, event["id"], 403), (rival, draft["id"], 404)),
        (owner, "2222222222222222", 404),
    ):
        assert who.get(f"/competitions/{at}/settings").status == status
    answer = settings_of(owner, event)
    assert answer.headers["content-disposition"] == 'attachment; filename="friday-evening-settings.json"'
    assert answer.headers["cache-control"] == "private, no-store"
    assert b"\n" not in answer.raw
