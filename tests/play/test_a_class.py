"""A school class: thirty players behind one address, most of them without sockets, in one sealed contest."""

import shutil
from functools import partial

import pytest

from games import GAMES
from games.replay import replay
from tests.clients.contests import sealed
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Table
from tests.servers.daphne import serving
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked
from tests.threads import at_once

from .seats import sit_down
from .tokens import ticket

PLAYERS, WITH_SOCKETS = 30, 10
LOOKS_AT = 3
"""After so many moves a page without a socket reads attempt, contest and standings again, as pages do for a
player who makes a move every three seconds."""


ROUTER = {"X-Forwarded-For": "198.51.100.7"}
"""All of them are one address to the site, which has the limits that it is shipped with."""


@pytest.fixture
def site(migrated_sqlite, tmp_path):
    database = tmp_path / "site.sqlite3"
    shutil.copyfile(migrated_sqlite, database)
    settings = {"DATABASE_URL": f"sqlite:///{database}", "TRUSTED_PROXIES": "1"}
    with serving(settings, tmp_path, start=forked, idle=IDLE) as served:
        yield served


def at_school(site):
    """A client without a token, behind the school's router."""
    send = over_http(site.urls[0])
    return Client(lambda method, path, data, headers: send(method, path, data, {**headers, **ROUTER}))


def over_a_socket(site, pupil, event):
    seat = sit_down(pupil, event)
    address = f"{site.ws_urls[0]}/ws/v1/attempts/{seat.attempt['id']}?ticket={ticket(pupil)}"
    with Table(address, **ROUTER) as table:
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
def test_a_class_behind_one_address_plays_a_sealed_contest_to_its_end(site):
    anyone = at_school(site)
    teacher = anyone.guest("Tess Teacher")
    event = teacher.create(**sealed("three-by-three"))
    pupils = [anyone.guest(f"Pupil {number}") for number in range(1, PLAYERS + 1)]
    at_once(
        *(partial(over_a_socket, site, pupil, event) for pupil in pupils[:WITH_SOCKETS]),
        *(partial(by_requests, pupil, event) for pupil in pupils[WITH_SOCKETS:]),
    )
    assert teacher.act(event, "close").status == 200
    rows = teacher.standings(event, limit=PLAYERS)["results"]
    assert [row["rounds"][0]["state"] for row in rows] == ["finished"] * PLAYERS
    scores = {}
    for row in rows:
        told = teacher.get(f"/attempts/{row['rounds'][0]['attempt']}").body
        log = teacher.get(f"/logs/{told['log']}").body
        scores[told["player"]["id"]] = replay(
            GAMES[log["game"]], log["seed"], log["rules"], log["moves"]
        ).score
    assert {row["player"]["id"]: row["total"] for row in rows} == scores
    assert [row["rank"] for row in rows] == [
        1 + sum(other < row["total"] for other in scores.values()) for row in rows
    ]
