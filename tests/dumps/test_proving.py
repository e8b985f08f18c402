"""A stranger with the files of a month alone proves what they say, and finds whatever is not so in them."""

import gzip
import io
import json
from datetime import UTC, datetime
from functools import cache
from itertools import cycle
from shutil import copytree

import pytest
from django.core.management import call_command

from client.examples import prove_month
from client.examples.prove_month import faults_in
from competitions.jobs.workers import SOLVING
from competitions.models import Deal
from competitions.solving.analysis import analysis_requests
from tests.clients.contests import golden, golden_round
from tests.competitions.conftest import anyone, clock, crowd, owner, rival, stranger
from tests.jobs.work import do_all_due, do_all_ready
from tests.play.sending import send_log

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]

MONTH = "2026-11"

pytestmark = [pytest.mark.django_db, pytest.mark.extra]


@pytest.fixture
def published(owner, crowd, clock, tmp_path, monkeypatch):
    """Makes a contest of these games, lets so many players play it with further attempts, rounds left out and
    equals, certifies it, and gives the folder with the files of its month. If a band is given, it was
    promised of all its deals."""

    def published(games, players, band=None, **settings):
        clock.now = datetime(2026, 11, 5, 12, tzinfo=UTC)
        event = owner.create(rounds=[golden_round(game) for game in games], attempts=2, **settings)
        if band is not None:
            fields = {f"band_{name}": value for name, value in band.items()}
            Deal.objects.update(told_at=clock.now, **fields)
        lengths = cycle([9, 3, 3, 7, 0, 12, 5])
        for at, player in enumerate(crowd([f"Player number {at}" for at in range(players)])):
            player.join(event)
            for number, game in enumerate(games, start=1):
                for _ in range((at + number) % 3):  # a third of them plays no game of it
                    moves = golden(game)["log"]["moves"]
                    send_log(event, player, moves[: next(lengths)], number, clock.now)
                    clock.forward(seconds=1)
            if at == 3:
                out = player
            if at == 4:
                assert player.patch("/me", {"profile": "private"}).status == 200
            if at == 5:
                assert player.request("DELETE", "/me").status == 204
        [entry] = [
            row["entry"]
            for row in owner.standings(event, limit=200)["results"]
            if row["player"]["id"] == out.player["id"]
        ]
        owner.post(f"/competitions/{event['id']}/entries/{entry}/disqualify", {"reason": "Two accounts"})
        clock.forward(minutes=1)
        owner.act(event, "close")
        do_all_due()
        do_all_ready(SOLVING)
        assert owner.act(event, "certify").status == 200
        do_all_due()
        clock.now = datetime(2026, 12, 1, tzinfo=UTC)
        call_command("dump", "--month", MONTH, str(tmp_path), stdout=io.StringIO())
        return tmp_path / MONTH

    monkeypatch.setattr(
        analysis_requests, "MOST_PLAYERS", 0
    )  # analyses take long, and prove nothing of a month
    monkeypatch.setattr(prove_month, "solved", _once(prove_month.solved))
    return published


def _once(solved):
    """Each deal is solved once in a test."""
    known = cache(lambda text: solved(json.loads(text)))
    return lambda log: known(json.dumps(log))


def changed(folder, name, change):
    """The lines of a file, the first of which that `change` takes is another."""
    file = folder / f"{name}.ndjson.gz"
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    for at, line in enumerate(lines):
        if (new := change(line)) is not None:
            lines[at] = line | new
            file.write_bytes(gzip.compress(b"\n".join(json.dumps(each).encode() for each in lines)))
            return
    raise AssertionError("it takes none")


FALSE = {
    "another seed": ("deals", lambda line: {"seed": line["seed"] + "x"}),
    "another promise": ("deals", lambda line: {"commitment": "00" * 32}),
    "a better par": ("deals", lambda line: {"par": line["par"] - 1}),
    "a par that nobody proved": ("deals", lambda line: {"par_proven": not line["par_proven"]}),
    "a shorter line": ("deals", lambda line: {"best_line": line["best_line"][:-1]}),
    "another field": ("deals", lambda line: {"field": line["field"] + 1}),
    "another total": ("standings", lambda line: {"total": line["total"] - 1}),
    "another rank": ("standings", lambda line: {"place": 1} if line["place"] == 2 else None),
    "other points": ("standings", lambda line: {"points": [7 for _ in line["points"]]}),
    "another place": ("results", lambda line: {"place": 1} if line["place"] == 2 else None),
    "another score": ("results", lambda line: {"score": line["score"] - 1}),
    "later": ("results", lambda line: {"ended_at": "2026-11-05T11:59:59Z"} if line["name"] else None),
    "not certified": ("results", lambda line: {"inclusion": None} if line["name"] else None),
    "a move less": ("logs", lambda line: {"moves": line["moves"][:-1]} if line["moves"] else None),
    "better than it was": ("logs", lambda line: {"score": line["score"] - 1}),
    "the other one counts": ("logs", lambda line: {"counts": not line["counts"]}),
}


@pytest.mark.parametrize("ranking", ["total", "points", "matchpoints", "against_par"])
def test_all_of_a_month_is_proven_from_its_files_alone(published, ranking):
    games = ("wish", "three-by-three")
    folder = published(games, 8, ranking=ranking, tie_breaks=["wins", "moves", "earliest"])
    assert list(faults_in(folder)) == []
    contest = prove_month.contests_in(folder)[0]
    assert [len(contest.deals), len(contest.standings)] == [2, 8]
    assert all(deal["par"] is not None for deal in contest.deals)
    assert sum(each["name"] is None for each in contest.standings) == 2


def test_whatever_is_false_in_a_month_is_found(published, tmp_path):
    folder, unnoticed = published(("wish", "three-by-three"), 8, ranking="points"), []
    for false, (name, change) in FALSE.items():
        copytree(folder, tmp_path / false)
        changed(tmp_path / false, name, change)
        unnoticed += [] if list(faults_in(tmp_path / false)) else [false]
    assert unnoticed == []


def test_a_deal_lies_in_the_band_that_was_told_before_anybody_played(published):
    folder = published(("wish",), 4, band={"kind": "par", "low": 31, "high": 31})
    [broken] = faults_in(folder)
    assert broken.endswith("the deal is not in the band that was promised")
    changed(folder, "deals", lambda line: {"band": {"kind": "par", "low": 0, "high": 32}})
    [another] = faults_in(folder)
    assert another.endswith("nothing proves that the commitment is in the history")


@pytest.mark.extra
def test_a_contest_of_all_games_with_two_hundred_players_is_proven(published):
    all_games = ("wish", "winabit-5a", "well-up", "pyramid-three", "three-by-three")
    assert (
        list(faults_in(published(all_games, 200, ranking="matchpoints", tie_breaks=["wins", "time"]))) == []
    )
