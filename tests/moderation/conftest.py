"""The cast of the API's tests, and somebody of the staff."""

from collections.abc import Callable

import pytest

from competitions.models import Player
from tests.clients.rest import Client
from tests.competitions.conftest import Clock, anyone, clock, crowd, owner, rival, stranger

from .staffing import register_staff

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]


@pytest.fixture
def staff(db: None, clock: Clock) -> Player:
    """Somebody of the staff, who can sign in."""
    return register_staff(clock.now)


@pytest.fixture
def player_of() -> Callable[[Client], Player]:
    """The player of a client, as they are now."""
    return lambda client: Player.objects.get(pk=(client.player or {})["id"])
