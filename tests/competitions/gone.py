"""The two ways in which a player is gone, for tests of what nobody begins with them any more."""

import pytest

from competitions.models import Player


def ban(client, now):
    Player.objects.filter(pk=client.player["id"]).update(banned_at=now)


def leave(client, now):
    assert client.request("DELETE", "/me").status == 204


either_way = pytest.mark.parametrize("go", [ban, leave])
