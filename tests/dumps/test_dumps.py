"""Dumps: what is in the files of a month, who is named there, and what of it is published."""

import gzip
import io
import json
import re
import shutil
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from jsonschema_rs import validator_for

from competitions.models import Kind
from competitions.proofs.dumps import monthly_files
from competitions.proofs.dumps.file_format import FILES
from games.replay import replay_log
from tests.clients.contests import golden_round, moves_scoring
from tests.competitions.conftest import anyone, clock, owner, rival, stranger

__all__ = ["anyone", "clock", "owner", "rival", "stranger"]

MONTH = "2026-11"

pytestmark = pytest.mark.django_db


@pytest.fixture
def november(clock):
    clock.now = datetime(2026, 11, 5, 12, tzinfo=UTC)
    return clock


@pytest.fixture
def certified(owner, november):
    """Makes a contest, lets players send logs with these scores, and certifies it."""

    def certified(scores, certifies=True, **settings):
        event = owner.create(attempts=3, **settings)
        for player, score in scores:
            player.join(event, **({"invite": event["invite"]} if "invite" in event else {}))
            assert player.submit(event, moves_scoring(score)).status == 201
        november.forward(minutes=1)
        for act in ("close", "certify")[: 1 + certifies]:
            assert owner.act(event, act).status == 200
        return event

    return certified


@pytest.fixture
def dumped(tmp_path, clock):
    """Writes the files once the month is over, and gives the lines of each."""

    def dumped():
        clock.now = datetime(2026, 12, 1, tzinfo=UTC)
        call_command("dump", "--month", MONTH, str(tmp_path), stdout=io.StringIO())
        return lines_in(tmp_path)

    return dumped


@pytest.fixture
def hide(anyone):
    """Two players, and lets one hide their profile, and the other be deleted."""
    hidden, gone = anyone.guest("Pia Private"), anyone.guest("Gil Gone")

    def hide():
        assert hidden.patch("/me", {"profile": "private"}).status == 200
        assert gone.request("DELETE", "/me").status == 204

    hide.players = hidden, gone
    return hide


def lines_in(folder):
    """The lines of each file of the month."""
    texts = {name: gzip.decompress((folder / MONTH / f"{name}.ndjson.gz").read_bytes()) for name in FILES}
    return {name: [json.loads(line) for line in text.splitlines()] for name, text in texts.items()}


def test_a_month_has_every_deal_result_and_log_of_its_public_contests(
    certified, dumped, rival, anyone, tmp_path
):
    better = anyone.guest("Bea Better")
    event = certified([(rival, 20), (rival, 15), (better, 20)], rounds=[golden_round(), golden_round(n=1)])
    found = dumped()
    assert [(each["competition"], each["round"], each["field"]) for each in found["deals"]] == [
        (event["id"], 1, 2),
        (event["id"], 2, 0),  # which nobody played
    ]
    assert [(each["name"], each["score"], each["place"]) for each in found["results"]] == [
        ("Ray Rival", 15, 1),
        ("Bea Better", 20, 2),
    ]
    logs = [(each["score"], each["counts"]) for each in found["logs"]]
    assert logs == [(20, False), (15, True), (20, True)]
    for log in found["logs"]:
        assert replay_log(log).score == log["score"]
    schema = json.loads((tmp_path / MONTH / "schema.json").read_text())
    for name, lines in found.items():
        valid = validator_for({**schema, "$ref": f"#/$defs/{name}"})
        assert lines
        assert all(valid.is_valid(line) for line in lines)
        assert [list(line) == [each.name for each in FILES[name]] for line in lines]


def test_every_kind_of_public_competition_is_described():
    [described] = [each.about for each in FILES["deals"] if each.name == "kind"]
    others = {Kind.CHALLENGE, Kind.DUEL}  # these are never public
    assert {each.value for each in set(Kind) - others} <= set(re.findall(r"\w+", described))


def test_what_is_not_public_not_certified_or_of_another_month_is_in_none(november, certified, dumped, rival):
    for settings in ({"access": "invite"}, {"access": "unlisted"}, {"certifies": False}):
        certified([(rival, 20)], **settings)
    november.now = datetime(2026, 12, 1, tzinfo=UTC)
    certified([(rival, 20)])
    assert dumped() == {name: [] for name in FILES}


def test_players_with_a_private_profile_or_gone_are_not_named(certified, dumped, rival, hide):
    certified([(rival, 20), *((player, 15) for player in hide.players)])
    hide()
    lines = dumped()
    assert [each["name"] for each in lines["results"]] == ["Ray Rival", None, None]
    for each in lines["logs"], lines["results"]:
        ids = [line["player"] for line in each]
        assert ids[0] == rival.player["id"]
        assert not {player.player["id"] for player in hide.players} & {*ids}, "they would lead to the name"
        assert len(set(ids)) == 3


def test_who_hides_later_is_named_in_no_month_once_they_are_written_again(
    certified, dumped, rival, hide, tmp_path
):
    event = certified([(rival, 20), *((player, 15) for player in hide.players)])
    assert "Pia Private" in str(dumped())
    hide()
    call_command("dump", str(tmp_path), stdout=io.StringIO())
    lines = lines_in(tmp_path)
    assert [each["competition"] for each in lines["results"]] == [event["id"]] * 3
    for each in lines["results"], lines["standings"]:
        assert sorted(line["name"] or "" for line in each) == ["", "", "Ray Rival"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError):
        call_command("dump", str(tmp_path / "empty"))


def test_the_same_data_give_the_same_bytes(certified, dumped, rival, tmp_path, monkeypatch):
    certified([(rival, 20)])
    dumped()
    before = {file.name: file.read_bytes() for file in (tmp_path / MONTH).iterdir()}
    assert before["logs.ndjson.gz"][4:8] == bytes(4), "no time of writing (RFC 1952)"
    monkeypatch.setattr(monthly_files, "AT_A_TIME", 1)
    dumped()
    assert {file.name: file.read_bytes() for file in (tmp_path / MONTH).iterdir()} == before
    assert [each.name for each in tmp_path.iterdir()] == [MONTH]


def test_a_month_that_is_not_over_or_none_is_refused(november, tmp_path):
    for month in ("2026-11", "2026-13", "x", "0000-01", "9999-12"):
        with pytest.raises(CommandError):
            call_command("dump", "--month", month, str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_published_unless_the_owner_says_so(certified, dumped, rival, anyone, settings, tmp_path):
    certified([(rival, 20)])
    dumped()
    assert anyone.get("/dumps").body["results"] == []
    settings.DUMPS_DIR = tmp_path
    (tmp_path / "2026-10").mkdir()
    (tmp_path / "secret.txt").write_text("x")
    [told] = anyone.get("/dumps").body["results"]
    assert (told["month"], told["license"]) == (MONTH, None)
    shutil.copytree(tmp_path / MONTH, tmp_path / "2026-09")
    first = anyone.get("/dumps", limit=1).body
    assert [each["month"] for each in first["results"]] == [MONTH]
    assert [each["month"] for each in anyone.follow(first["next"]).body["results"]] == ["2026-09"]
    anyone.get("/dumps", limit=0).refused_for("limit")
    settings.DUMPS_CC_ZERO = True
    assert anyone.get("/dumps").body["results"][0]["license"] == "CC0-1.0"
    others = {"checkpoint.json", "keys.json", "schema.json", "README.md"}
    assert {each["name"] for each in told["files"]} == others | {f"{name}.ndjson.gz" for name in FILES}


def test_what_is_published_can_be_fetched_and_nothing_else(
    certified, dumped, rival, client, settings, tmp_path
):
    certified([(rival, 20)])
    settings.DUMPS_DIR = tmp_path
    dumped()
    (tmp_path / MONTH / "more.txt").write_text("x")
    (tmp_path / "secret.txt").write_text("x")
    got = client.get(f"/dumps/{MONTH}/logs.ndjson.gz")
    assert b"".join(got.streaming_content) == (tmp_path / MONTH / "logs.ndjson.gz").read_bytes()
    page = client.get("/guides/research").content.decode()
    assert f"/dumps/{MONTH}/logs.ndjson.gz" in page
    secrets = [f"{MONTH}/{name}" for name in ("more.txt", "../secret.txt", "..%2Fsecret.txt")]
    for path in (*secrets, "2026-10/logs.ndjson.gz"):
        assert client.get(f"/dumps/{path}").status_code == 404
