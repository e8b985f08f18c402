"""A school class: thirty players behind one address, most of them without sockets, in one sealed contest."""

from functools import partial

import pytest

from games import GAMES
from games.replay import replay
from tests.clients.contests import sealed
from tests.threads import at_once

from .seats import sit_down
from .sites import guest

PLAYERS, WITH_SOCKETS = 30, 10
LOOKS_AT = 3
"""After so many moves a page without a socket reads attempt, contest and standings again, as pages do for a
player who makes a move every three seconds."""


def over_a_socket(site, pupil, event):
    seat = sit_down(pupil, event)
    with site.table(pupil, seat.attempt) as table:
        view = table.hear()["view"]
        while not view["finished"]:
            view = table.play(view["ply"], sorted(view["legal"])[0])["view"]


def by_requests(pupil, event):
    seat = sit_down(pupil, event)
    view = seat.view
    while not view["finished"]:
        answer = seat.play(view["ply"], sorted(view["legal"])[-1])
        assert answer.status == 200, answer.raw
        view = answer.body["view"]
        if view["ply"] % LOOKS_AT == 0:
            for path in (seat.path, f"/competitions/{event['id']}", f"/competitions/{event['id']}/standings"):
                looked = pupil.get(path)
                assert looked.status == 200, looked.raw


@pytest.mark.extra
def test_a_class_behind_one_address_plays_a_sealed_contest_to_its_end(sites):
    site, _ = sites
    teacher = guest(site)
    event = teacher.create(**sealed("three-by-three"))
    pupils = [guest(site) for _ in range(PLAYERS)]
    at_once(
        *(partial(over_a_socket, site, pupil, event) for pupil in pupils[:WITH_SOCKETS]),
        *(partial(by_requests, pupil, event) for pupil in pupils[WITH_SOCKETS:]),
    )
    assert teacher.act(event, "close").status == 200
    rows = teacher.standings(event, limit=PLAYERS)["results"]
    assert [row["rounds"][0]["state"] for row in rows] == ["finished"] * PLAYERS
    shown = {row["player"]["id"]: row["total"] for row in rows}
    scores = {}
    for attempt in (row["rounds"][0]["attempt"] for row in rows):
        told = teacher.get(f"/attempts/{attempt}").body
        log = teacher.get(f"/logs/{told['log']}").body
        played = replay(GAMES[log["game"]], log["seed"], log["rules"], log["moves"])
        scores[told["player"]["id"]] = played.score
    assert scores == shown
