"""Creating a contest: every default of /guides/contract#settings, and every value that is refused."""

from datetime import UTC, datetime

import pytest

from competitions.models import Competition
from tests.clients.contests import contest, golden_round

PAST, SOON, LATER = "2026-11-21T11:59:59Z", "2026-11-21T13:00:00Z", "2026-11-21T14:00:00Z"
NOW = "2026-11-21T12:00:00Z"


@pytest.fixture
def refused(owner, unlimited, unwritten):
    """What is said of one field when these settings are refused; nothing may be made."""

    def refused(*path, **settings):
        answer = owner.post("/competitions", contest(**settings))
        assert answer.status == 422, str(settings)[:300]
        return answer.refused_for(*path)

    return refused


def test_contests_are_sealed_and_games_have_their_usual_rules_unless_settings_say_otherwise(owner):
    """The defaults of all other settings are in test_reading."""
    event = owner.create(play=..., rounds=[{"game": "pyramid"}])
    assert (event["play"], event["rounds"][0]["rules"]) == ("sealed", {"draw": "one"})


GIVEN = [
    {"access": "unlisted"},
    {"attempts": 100},
    {"attempts": None},
    {"counts": "first"},
    {"opens_at": SOON, "closes_at": LATER},
    {"opens_at": PAST},
    {"opens_at": None, "closes_at": None},
    {"time_limit_s": None, "ranking": "total", "tie_break": [], "standings": "live", "draft": False},
    {"play": "open"},
    {"play": "sealed", "attempts": 1, "time_limit_s": None, "rounds": [{"game": "wish"}]},
    {"play": "sealed", "time_limit_s": 10, "rounds": [{"game": "wish"}]},
    {"play": "sealed", "time_limit_s": 86_400, "rounds": [{"game": "wish", "seed": None}]},
    {"play": "sealed", "others": "closed", "rounds": [{"game": "wish"}]},
    {"play": "sealed", "others": "finished", "rounds": [{"game": "wish"}]},
    {"play": "open", "others": "closed"},
    {"ranking": "matchpoints"},
    {"ranking": "points", "tie_break": ["wins", "moves", "earliest"]},
    {"play": "sealed", "tie_break": ["time", "wins"], "rounds": [{"game": "wish"}]},
    {"ranking": "matchpoints", "rounds": [{"game": "wish"}, {"game": "winabit"}]},
    {"ranking": "points", "rounds": [{"game": "wish"}, {"game": "winabit"}]},
    {"standings": "own"},
    {"standings": "final"},
    {"freeze_at": SOON, "closes_at": LATER},
    {"freeze_at": "2026-11-21T12:00:00.000001Z", "closes_at": LATER},
    {"max_entries": 2},
    {"max_entries": 100_000},
    {"bots": False},
    {"names": "kept"},
    {"about": "Bring a friend.\nAnd another.\n\nPrizes: https://example.org/prizes?a=1&b=2"},
    {"about": "\U0001f0cf" * 2000},
    {"name": "ab"},
    {"name": "n" * 80},
    {"name": "\U0001f0cf" * 80},
    {"name": "Пасьянс \u05e9\u05dc\u05d5\u05dd"},
]


def test_settings_given_are_the_settings_in_force(owner):
    for settings in GIVEN:
        event = owner.create(**settings)
        told = {name: event[name] for name in settings if name != "rounds"}
        assert told.items() <= settings.items()


@pytest.mark.parametrize("play", ["sealed", ...])
@pytest.mark.parametrize("seed", ["0", "s" * 64])
def test_in_sealed_play_nobody_chooses_a_seed(refused, play, seed):
    rounds = [{"game": "wish"}, {"game": "wish", "seed": seed}]
    refused("rounds", "1", "seed", play=play, rounds=rounds)


NO_TIMES = [
    "",
    "tomorrow",
    "2026-11-22",
    "2026-11-22T13:00:00",  # no offset
    "2026-11-22 13:00:00Z",
    "2026-11-22T13:00Z",
    "2026-11-22T13:00:00+0100",
    "2026-11-22T13:00:00+01",
    "2026-11-22T13:00:00.Z",
    "2026-11-22T13:00:00.1234567890Z",
    "2026-11-22T13:00:00,5Z",
    "2026-11-31T13:00:00Z",
    "2026-13-01T13:00:00Z",
    "2026-11-22T24:00:00Z",
    "2026-11-22T13:60:00Z",
    "2026-11-22T13:00:61Z",
    "2026-11-22T13:00:00+24:00",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00+23:59",
    "10000-01-01T00:00:00Z",
    "-2026-11-22T13:00:00Z",
    "2026-W47-7T13:00:00Z",
    "2026-11-22T13:00:00Z\n",
    " 2026-11-22T13:00:00Z",
    "\u0662\u0660\u0662\u0666-11-22T13:00:00Z",
    "2026-11-22T13:00:00\u2212\x30\x31:00",
    1795352400,
    1795352400.5,
    True,
    ["2026-11-22T13:00:00Z"],
    {},
    10**40,
]


def test_a_time_in_any_other_form_is_refused(owner, unwritten):
    for value in NO_TIMES:
        window = {"opens_at": value, "closes_at": value}
        body = contest(**window, freeze_at=value, rounds=[golden_round(**window)])
        refused = owner.post("/competitions", body)
        for name in (*window, "freeze_at"):
            assert refused.refused_for(name), value
        for name in window:
            assert refused.refused_for("rounds", "0", name), value


def test_a_time_at_the_edge_of_what_is_allowed_is_taken_and_told_again(owner):
    for value in (
        "9999-12-31T23:59:59.999999Z",
        "2026-11-22T13:00:00.123456789Z",
        "2026-11-22T13:00:00+23:59",
    ):
        event = owner.create(closes_at=value)
        assert owner.read(event)["closes_at"].endswith("Z")


def test_a_contest_that_opened_long_ago_stays_as_it_is(owner, anyone):
    """An older release took any opening."""
    event = owner.create()
    Competition.objects.update(opens_at=datetime(1, 1, 1, tzinfo=UTC))
    assert owner.change(event, name="Another").status == 200
    told = anyone.read(event)
    assert (told["opens_at"], told["state"]) == ("0001-01-01T00:00:00Z", "running")


WRONG_WINDOWS = [
    {"closes_at": PAST},
    {"closes_at": NOW},
    {"opens_at": SOON, "closes_at": SOON},
    {"opens_at": LATER, "closes_at": SOON},
    {"opens_at": PAST, "closes_at": "2026-11-21T11:59:59.5Z"},
]


def test_an_end_in_the_past_or_before_the_beginning_is_refused(refused):
    for window in WRONG_WINDOWS:
        refused("closes_at", **window)
        refused("rounds", "1", "closes_at", rounds=[golden_round(), golden_round(**window)])


WRONG_FREEZES = [
    {"freeze_at": SOON},
    {"freeze_at": SOON, "closes_at": SOON},
    {"freeze_at": LATER, "closes_at": SOON},
    {"freeze_at": NOW, "closes_at": SOON},
    {"freeze_at": SOON, "opens_at": SOON, "closes_at": LATER},
    {"freeze_at": "2026-11-21T12:30:00Z", "opens_at": SOON, "closes_at": LATER},
]


def test_standings_freeze_while_it_runs(refused):
    for window in WRONG_FREEZES:
        refused("freeze_at", **window)


def test_what_is_told_of_it_is_cleaned_and_keeps_its_paragraphs(owner):
    for written, kept in (
        ("  One \u202e\u200b  two \t", "One two"),
        ("One\r\ntwo\rthree", "One\ntwo\nthree"),
        ("\n\nOne\n\n \n\ntwo\n\n", "One\n\ntwo"),
        ("a\x07b\u00ad\ufeff", "ab"),
        (" \n\u200b\n ", ""),
        ("e\u0301" * 2000, "\u00e9" * 2000),
    ):
        assert owner.create(about=written)["about"] == kept


def test_a_round_lies_within_the_contest(refused):
    refused("rounds", "0", "opens_at", opens_at=SOON, rounds=[golden_round(opens_at=NOW)])
    refused("rounds", "0", "opens_at", closes_at=SOON, rounds=[golden_round(opens_at=SOON)])
    refused("rounds", "0", "closes_at", closes_at=SOON, rounds=[golden_round(closes_at=LATER)])
    refused("rounds", "0", "closes_at", opens_at=SOON, rounds=[golden_round(closes_at=SOON)])


def test_a_round_may_fill_the_whole_contest(owner):
    event = owner.create(
        opens_at=SOON, closes_at=LATER, rounds=[golden_round(opens_at=SOON, closes_at=LATER)]
    )
    assert event["rounds"][0]["state"] == "scheduled"


def test_thirty_rounds_are_taken_in_order(owner):
    event = owner.create(rounds=[{"game": "wish"}] * 29 + [{"game": "pyramid"}])
    assert [round["number"] for round in event["rounds"]] == list(range(1, 31))
    assert event["rounds"][-1]["game"] == "pyramid"


def test_half_a_character_is_in_no_round(refused):
    """What is refused of settings besides, test_schema_refuses has in its table."""
    for field, value in (("game", "\ud800"), ("seed", "\ud800"), ("rules", {"\ud800": 1})):
        refused("rounds", "0", field, rounds=[{"game": "wish"} | {field: value}])


def test_what_is_wrong_with_a_whole_list_or_object_is_said_of_its_field(refused, owner):
    """As of any other, and in words of JSON."""
    for rounds, *path, sentence in (
        (7, "Must be a list."),
        ([], "Must not be empty."),
        ([7], "0", "Must be an object."),
        ([{"game": "wish", "band": "hard"}], "0", "band", "Must be an object."),
    ):
        assert refused("rounds", *path, rounds=rounds) == [sentence]
    assert owner.patch("/me", {"preferences": 7}).refused_for("preferences") == ["Must be an object."]


def test_every_seed_of_the_rules_is_taken(owner, anyone, clock):
    seeds = ["0", "-", "_", "s" * 64, "A-z_9"]
    event = owner.create(closes_at=SOON, rounds=[{"game": "wish", "seed": seed} for seed in seeds])
    clock.forward(hours=1)
    assert [round["seed"] for round in anyone.read(event)["rounds"]] == seeds


def test_unknown_fields_are_ignored(owner):
    event = owner.create(colour="red", id="x", invite="mine", state="closed", rounds=[golden_round(number=7)])
    assert event["state"] == "running"
    assert event["id"] != "x"
    assert event["rounds"][0]["number"] == 1
    assert "invite" not in event


def test_the_name_is_cleaned(owner):
    assert owner.create(name="  Friday\u202e\u200b   evening \n")["name"] == "Friday evening"


def test_contests_may_share_a_name(owner, rival):
    assert owner.create()["id"] != rival.create()["id"]


def test_only_a_player_creates(anyone, unwritten):
    assert anyone.post("/competitions", contest()).outcome == (401, "unauthenticated")


def test_every_fault_is_named_at_once(owner):
    errors = owner.post(
        "/competitions", contest(name=7, attempts=0, draft=1, rounds=[{"game": "golf"}])
    ).body["errors"]
    assert set(errors) == {"name", "attempts", "draft", "rounds"}
