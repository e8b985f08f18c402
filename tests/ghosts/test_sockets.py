"""A ghost played over a socket."""

import json
import time

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt, Ghost
from competitions.play.ghosts import ghost_dealer
from competitions.realtime import attempt_socket
from competitions.realtime.admission import CloseSocket
from tests.clients.contests import sealed
from tests.clients.sockets import Table
from tests.play.seats import sit_down
from tests.play.sites import guest
from tests.play.tokens import ticket

from .test_ghosts import ghost_of


@pytest.fixture
def opened(monkeypatch):
    """Opens a socket on a ghost, and gives what answers a move at a ply."""
    monkeypatch.setattr(attempt_socket, "in_move_thread", sync_to_async)

    def open_socket(seat):
        ghost_id = seat.attempt["id"]
        token = f"Bearer {seat.client.token}".encode()
        scope = {"query_string": b"", "user": AnonymousUser(), "headers": [(b"authorization", token)]}
        _, _, dealt_by, _ = attempt_socket.admit_player(scope, ghost_id)

        @async_to_sync
        async def play(ply, move):
            message = json.dumps({"ply": ply, "move": move})
            shown = await attempt_socket.answer_to(
                ghost_id, dealt_by, message, debt=0, token_id=None, deadline=None
            )
            return json.loads(shown.text)

        return play

    return open_socket


def test_no_move_is_looked_for_among_the_attempts(stranger, unplayed, opened):
    seat = ghost_of(stranger, unplayed)
    play, first = opened(seat), seat.view["legal"][0]
    with CaptureQueriesContext(connection) as asked:
        assert play(0, first)["view"]["ply"] == 1
    assert not [each for each in asked.captured_queries if Attempt._meta.db_table in each["sql"]]
    assert seat.look()["view"]["ply"] == 1


def test_on_a_ghost_that_is_gone_the_socket_is_closed_or_not_opened(stranger, unplayed, opened, monkeypatch):
    seat = ghost_of(stranger, unplayed)
    play, first = opened(seat), seat.view["legal"][0]
    Ghost.objects.all().delete()
    monkeypatch.setattr(attempt_socket, "dealer_of", lambda *_: ghost_dealer)
    for act in (lambda: play(0, first), lambda: opened(seat)):
        with pytest.raises(CloseSocket) as closed:
            act()
        assert closed.value.code == 4404


@pytest.mark.extra
def test_the_standings_of_then_move_with_its_clock_and_nobody_else_hears_of_it(site):
    owner, quick, slow, player = (guest(site) for _ in range(4))
    event = owner.create(**sealed("winabit"))
    for entrant, needs_s in ((quick, 0), (slow, 0.3)):
        seat = sit_down(entrant, event)
        time.sleep(needs_s)
        seat.play(0, "turn")
        seat.finish()
    owner.act(event, "close")
    seat, anothers = ghost_of(player, event), ghost_of(slow, event)
    then = player.get(f"{seat.path}/standings").body

    def finished():
        took = seat.look()["elapsed_ms"]
        return [each["finished"] for each in then["finished"] if each["at_ms"] <= took]

    watching = Table(f"{site.ws_url}/ws/v1/competitions/{event['id']}?ticket={ticket(owner)}")
    notices = Table(f"{site.ws_url}/ws/v1/notices?ticket={ticket(slow)}")
    beside = site.table(slow, anothers.attempt)
    mine, phones = site.table(player, seat.attempt), site.table(player, seat.attempt)
    with mine as table, phones as phone, watching, notices, beside:
        for each in (table, phone, beside):
            assert each.hear()["view"]["ply"] == 0
        assert finished() == []
        time.sleep(0.6)
        for ply in range(2):
            assert table.play(ply, "turn") == phone.hear()
        assert finished() == [1, 2]
        assert seat.finish().body["place"]["among"] == 3
        assert table.hear()["state"] == phone.hear()["state"] == "finished"

        owner.act(event, "certify")
        assert beside.play(0, "turn")["view"]["ply"] == 1
        heard = [watching.hear()]
        while heard[-1].get("state") != "final":
            heard.append(watching.hear())
        assert len({json.dumps(each["results"]) for each in heard if each["type"] == "standings"}) == 1
        heard.append(notices.hear())
        while heard[-1].get("notice", {}).get("type") != "certified":
            heard.append(notices.hear())
        assert not [each for each in heard if player.player["id"] in json.dumps(each)]
