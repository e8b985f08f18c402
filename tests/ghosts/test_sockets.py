"""A ghost played over a socket."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.ghosts import ghost_dealer
from competitions.models import Attempt, Ghost
from competitions.sockets import playing
from competitions.sockets.admission import CloseSocket

from .test_ghosts import ghost_of


@pytest.fixture
def opened(monkeypatch):
    """Opens a socket on a ghost, and gives what answers a move at a ply."""
    monkeypatch.setattr(playing, "in_move_thread", sync_to_async)

    def open_socket(seat):
        ghost_id = seat.attempt["id"]
        token = f"Bearer {seat.client.token}".encode()
        scope = {"query_string": b"", "user": AnonymousUser(), "headers": [(b"authorization", token)]}
        _, _, dealt_by, _ = playing.admit_player(scope, ghost_id)

        @async_to_sync
        async def play(ply, move):
            message = json.dumps({"ply": ply, "move": move})
            shown = await playing.answer_to(ghost_id, dealt_by, message, debt=0, token_id=None, deadline=None)
            return json.loads(shown.text)

        return play

    return open_socket


def test_no_move_is_looked_for_among_the_attempts(stranger, event, opened):
    seat = ghost_of(stranger, event)
    play, first = opened(seat), seat.view["legal"][0]
    with CaptureQueriesContext(connection) as asked:
        assert play(0, first)["view"]["ply"] == 1
    assert not [each for each in asked.captured_queries if Attempt._meta.db_table in each["sql"]]
    assert seat.look()["view"]["ply"] == 1


def test_on_a_ghost_that_is_gone_the_socket_is_closed(stranger, event, opened):
    seat = ghost_of(stranger, event)
    play, first = opened(seat), seat.view["legal"][0]
    Ghost.objects.all().delete()
    with pytest.raises(CloseSocket) as closed:
        play(0, first)
    assert closed.value.code == 4404


def test_a_socket_is_not_opened_on_a_ghost_that_goes_just_then(stranger, event, opened, monkeypatch):
    seat = ghost_of(stranger, event)
    monkeypatch.setattr(playing, "dealer_of", lambda *_: ghost_dealer)
    Ghost.objects.all().delete()
    with pytest.raises(CloseSocket) as closed:
        opened(seat)
    assert closed.value.code == 4404
