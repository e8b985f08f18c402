"""Aces Up on a site: contests and dailies, standings, par and analysis, pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from competitions.contests.dailies.calendar import make_dailies
from competitions.jobs.workers import SOLVING
from competitions.models import Log
from tests.competitions.conftest import anyone, clock, owner, rival
from tests.jobs.work import do_all_due, do_all_ready
from tests.play.seats import Seat, begin

__all__ = ["anyone", "clock", "owner", "rival"]

WON = json.loads(Path(__file__).with_name("golden.ndjson").read_text().splitlines()[0])["log"]


def solve_all():
    do_all_due()
    do_all_ready(SOLVING)


def test_a_contest_has_standings_par_and_an_analysis(anyone, owner, rival, clock):
    event = owner.create_for(rival, rounds=[{"game": "aces-up", "seed": WON["seed"]}])
    assert rival.submit(event, WON["moves"]).status == 201
    owner.close(event, clock)
    assert [row["total"] for row in owner.standings(event)["results"]] == [0]
    path = f"/logs/{Log.objects.get().pk}/analysis"
    assert anyone.get(path).status == 202
    solve_all()
    assert owner.read(event)["rounds"][0]["par"] == {"score": 0, "proven": True}
    told = anyone.get(path).body
    assert told["initial"] + told["luck"] + told["skill"] == 0
    assert len(told["moves"]) == len(WON["moves"])


def test_nothing_is_promised_of_a_deal_whose_par_is_not_proven(owner):
    answer = owner.post(
        "/competitions",
        {"name": "Hard", "play": "sealed", "rounds": [{"game": "aces-up", "band": {"kind": "hard"}}]},
    )
    assert answer.status == 422


def test_a_daily_is_played_move_by_move(anyone, rival, clock):
    make_dailies(clock.now)
    daily = anyone.get("/daily").body["competitions"][-1]
    assert daily["rounds"][0]["game"] == "aces-up"
    seat = Seat(rival, begin(rival, daily).body)
    view = seat.play(0, "deal").body["view"]
    assert (view["ply"], view["last"]["words"][-6:]) == (1, " dealt")
    assert seat.undo(0).outcome == (422, "no_undo")
    assert seat.finish().body["state"] == "finished"


@pytest.mark.parametrize(
    "path", ["/games", "/games/aces-up", "/practice/aces-up?seed=pub", "/leaderboards", "/daily"]
)
def test_it_is_on_the_pages_of_all_games(client, db, clock, path):
    make_dailies(clock.now)
    page = client.get(path)
    assert page.status_code == 200, path
    assert "Aces Up" in page.content.decode()
    assert "six games" in client.get("/games").content.decode()
