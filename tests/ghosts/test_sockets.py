"""A ghost played over a socket."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt
from competitions.sockets import playing

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
