"""When scores are shown: at once, after one's own game, after the close; and the freeze before it."""

import csv
import io
from contextlib import contextmanager

import pytest

from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition
from competitions.standings import standings
from tests.clients.contests import golden_round, moves_scoring


@pytest.fixture
def rounds(clock):
    """Two rounds; the first closes after an hour, the second with the contest after three."""
    return {
        "rounds": [golden_round(closes_at=clock.after(hours=1)), golden_round(n=1)],
        "closes_at": clock.after(hours=3),
    }


@pytest.fixture
def played(owner, rival, crowd, rounds, clock):
    """Makes a contest in which Ray has scored 20 in both rounds, and Ann 15 in the first."""

    def played(**settings):
        event = owner.create(**rounds | settings)
        [ann] = crowd(["Ann"])
        for player in (rival, ann):
            clock.forward(seconds=1)
            player.join(event)
        rival.submit(event, moves_scoring(20))
        rival.submit(event, moves_scoring(20, n=1), round=2)
        ann.submit(event, moves_scoring(15))
        return event, ann

    return played


def cells(sheet):
    return {
        row["player"]["name"]: [cell and (cell["score"], cell["state"]) for cell in row["rounds"]]
        for row in sheet["results"]
    }


def ranks(sheet):
    return [(row["rank"], row["player"]["name"], row["total"]) for row in sheet["results"]]


def test_after_the_close_of_the_round(anyone, owner, rival, played, clock):
    event, _ = played(standings="final")
    for who in (anyone, owner):
        sheet = who.standings(event)
        assert ranks(sheet) == [(None, "Ray Rival", None), (None, "Ann", None)]
        assert cells(sheet) == {
            "Ray Rival": [(None, "finished"), (None, "finished")],
            "Ann": [(None, "finished"), None],
        }
        assert [row["newest"] for row in sheet["results"]] == [None, None]
        hidden = sheet["results"][0]["rounds"][0]
        assert {hidden[name] for name in ("won", "points", "moves", "elapsed_ms", "attempt")} == {None}
        assert ranks(who.standings(event, round=1)) == [(None, "Ray Rival", None), (None, "Ann", None)]
    assert cells(rival.standings(event))["Ray Rival"] == [(20, "finished"), (20, "finished")], "one's own"
    before = anyone.standings(event)["version"]
    clock.forward(hours=1)
    after = anyone.standings(event)
    assert after["version"] > before
    assert ranks(after) == [(1, "Ann", 15), (2, "Ray Rival", 20)]
    assert cells(after)["Ray Rival"] == [(20, "finished"), (None, "finished")]
    clock.forward(hours=2)
    assert ranks(anyone.standings(event)) == [(1, "Ray Rival", 40), (2, "Ann", 45)]


@pytest.mark.extra
@pytest.mark.parametrize("ranking", ["total", "matchpoints", "points"])
def test_a_total_of_no_round_that_may_be_known_is_null_as_no_zero_is_so_good(anyone, played, clock, ranking):
    event, _ = played(standings="final", ranking=ranking)
    path = f"/api/v1/competitions/{event['id']}"

    def everywhere():
        read = [row["total"] for row in anyone.standings(event)["results"]]
        told = csv.DictReader(io.StringIO(anyone.send("GET", f"{path}/standings.csv", b"", {})[2].decode()))
        head = standings.head(viewpoint(Competition.read(event["id"]), None, clock.now))
        return read, [row["total"] for row in told], [row["total"] for row in head.results]

    assert everywhere() == ([None, None], ["", ""], [None, None])
    clock.forward(hours=1)
    read, told, head = everywhere()
    assert None not in read
    assert "" not in told
    assert head == read


def test_after_ones_own_game(anyone, rival, stranger, played, clock):
    event, ann = played(standings="own")
    clock.forward(seconds=1)
    stranger.join(event)
    for nobody in (anyone, stranger):
        assert [row[0] for row in ranks(nobody.standings(event))][:2] == [None, None]
    assert ranks(rival.standings(event))[:2] == [(1, "Ray Rival", 40), (2, "Ann", 45)]
    assert ranks(ann.standings(event))[:2] == [(1, "Ann", 15), (2, "Ray Rival", 20)]
    assert ranks(ann.standings(event, round=2))[0] == (None, "Ray Rival", None)
    stranger.submit(event, moves_scoring(25))
    around = ranks(stranger.standings(event, around="me"))
    assert around == [(1, "Ann", 15), (2, "Ray Rival", 20), (3, stranger.player["name"], 25)]


def test_a_freeze_keeps_the_standings_as_they_were_until_the_close(
    anyone, owner, rival, stranger, played, clock
):
    event, ann = played(freeze_at=clock.after(hours=2), attempts=2)
    ann.submit(event, moves_scoring(25, n=1), round=2)
    before = anyone.standings(event)
    assert not before["frozen"]
    assert ranks(before) == [(1, "Ray Rival", 40), (1, "Ann", 40)]
    clock.forward(hours=2)
    ann.submit(event, moves_scoring(20, n=1), round=2)
    stranger.join(event)
    stranger.submit(event, moves_scoring(20, n=1), round=2)
    attempts = {}
    for who in (anyone, owner, rival):
        sheet = who.standings(event)
        assert sheet["frozen"]
        assert ranks(sheet)[:2] == ranks(before)
        assert cells(sheet)["Ann"] == [(15, "finished"), (25, "finished")]
        assert cells(sheet)[stranger.player["name"]] == [None, None]
    for who in (ann, stranger):
        sheet = who.standings(event, around="me")
        assert ranks(sheet)[:2] == ranks(before)
        [mine] = [row for row in sheet["results"] if row["player"]["name"] == who.player["name"]]
        attempts[who] = mine["rounds"][1]["attempt"]
    assert cells(ann.standings(event))["Ann"] == [(15, "finished"), (20, "finished")], "one's own"
    for who, attempt in attempts.items():
        assert who.get(f"/attempts/{attempt}").body["score"] is not None
        assert rival.get(f"/attempts/{attempt}").body["score"] is None
    version = anyone.standings(event)["version"]
    clock.forward(hours=1)
    after = anyone.standings(event)
    assert not after["frozen"]
    assert after["version"] > version
    assert ranks(after) == [(1, "Ann", 35), (2, "Ray Rival", 40), (3, stranger.player["name"], 50)]


@pytest.mark.extra
@pytest.mark.parametrize("settings", [{"standings": "final"}, {"standings": "own"}])
def test_a_freeze_keeps_hidden_what_was_hidden_when_it_began(
    anyone, rival, stranger, played, clock, settings
):
    """Round 1 closes in the freeze, and Sam finishes it: nobody learns more of others than before."""
    event, ann = played(freeze_at=clock.after(minutes=30), **settings)
    stranger.join(event)
    viewers = (anyone, stranger, ann)
    before = [ranks(each.standings(event)) for each in viewers]
    attempt = rival.standings(event)["results"][0]["rounds"][0]["attempt"]
    for minutes, score in ((30, None), (30, None), (120, 20)):
        clock.forward(minutes=minutes)
        if not Attempt.objects.filter(player=stranger.player["id"]).exists():
            stranger.submit(event, moves_scoring(25))
        assert ([ranks(each.standings(event)) for each in viewers] == before) is (score is None)
        assert {who.get(f"/attempts/{attempt}").body["score"] for who in (anyone, stranger)} == {score}
    assert ranks(anyone.standings(event))[0] == (1, "Ray Rival", 40)


def test_a_result_from_before_the_freeze_may_come_while_its_player_reads(owner, rival, clock, monkeypatch):
    """It is stored between the reading of the player's own results and that of the frozen ones."""
    event = owner.create_for(rival, freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    late, of = [lambda: rival.submit(event, moves_scoring(20))], standings.FIELDS.of

    @contextmanager
    def read(competition, until=None, **options):
        with of(competition, until, **options) as field:
            yield field
        if until is None and late:
            clock.forward(hours=-1)
            late.pop()()
            clock.forward(hours=1)

    clock.forward(hours=1)
    monkeypatch.setattr(standings.FIELDS, "of", read)
    assert cells(rival.standings(event))["Ray Rival"] == [(20, "finished")]


def test_relative_rankings_are_shown_over_the_rounds_that_may_be_known(anyone, rival, played):
    event, ann = played(standings="own", ranking="matchpoints")
    assert ranks(ann.standings(event)) == [(1, "Ann", 100.0), (2, "Ray Rival", 0.0)]
    assert ranks(rival.standings(event)) == [(1, "Ann", 50.0), (2, "Ray Rival", 25.0)]
    assert [cell and cell["points"] for cell in rival.standings(event)["results"][1]["rounds"]] == [0.0, 50.0]
    assert [cell and cell["points"] for cell in ann.standings(event)["results"][1]["rounds"]] == [0.0, None]


def test_totals_have_two_decimals_and_tie_breaks_their_values(owner, crowd, clock):
    event = owner.create(ranking="matchpoints", tie_break=["moves", "earliest"])
    for name, score in (("Ann", 20), ("Bea", 20), ("Cyd", 15), ("Dot", 25)):
        [player] = crowd([name])
        player.join(event)
        player.submit(event, moves_scoring(score))
        clock.forward(seconds=1)
    sheet = owner.standings(event)
    assert [row["decided_by"] for row in sheet["results"]] == [None, "earliest", "earliest", None]
    assert ranks(sheet) == [(1, "Cyd", 100.0), (2, "Ann", 66.67), (3, "Bea", 33.33), (4, "Dot", 0.0)]
    assert sheet["results"][1]["tie_break"] == [len(moves_scoring(20)), "2026-11-21T12:00:00Z"]
