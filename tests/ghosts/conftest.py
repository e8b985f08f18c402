"""The cast of the API's tests, and a round of which everyone knows the cards by now."""

import pytest

from tests.clients.contests import sealed
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger
from tests.play.conftest import site
from tests.play.seats import sit_down

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "site", "stranger"]


@pytest.fixture
def played(clock):
    """Lets somebody play the first legal move of a round so often, one every ten seconds, and give up."""

    def play(client, event, moves):
        seat = sit_down(client, event)
        for ply in range(moves):
            clock.forward(seconds=10)
            assert seat.play(ply, seat.view["legal"][0]).status == 200
        return seat.finish().body

    return play


@pytest.fixture
def unplayed(owner, clock):
    """A closed round like that of `event`, which nobody has played."""
    event = owner.create(**sealed("winabit", time_limit_s=600))
    owner.close(event, clock)
    return event


@pytest.fixture
def event(owner, rival, crowd, clock, played):
    """A closed round: Ann has made 3 moves in 30 seconds, Bea 1 in 10, Ray 2 in 20, and Cyd none."""
    event = owner.create(**sealed("winabit", time_limit_s=600, closes_at=clock.after(days=1)))
    for player, moves in zip([*crowd(["Ann", "Bea"]), rival, *crowd(["Cyd"])], (3, 1, 2, 0), strict=True):
        clock.forward(hours=1)
        played(player, event, moves)
    clock.forward(days=1)
    return event
