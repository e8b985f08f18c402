"""The cast of the API's tests, and a circle of them that plays the dailies."""

import pytest

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Attempt, Competition
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]


@pytest.fixture
def circle(owner):
    """Olga's circle, of which she is the only member."""
    return owner.post("/circles", {"name": "Sunday club"}).body


@pytest.fixture
def join():
    return lambda player, circle, **body: player.post(
        f"/circles/{circle['id']}/members", {"invite": circle["invite"], **body}
    )


@pytest.fixture
def board():
    """The rows of a circle's board, as a player sees them."""
    return lambda player, circle, **query: player.get(f"/circles/{circle['id']}/board", **query).body[
        "results"
    ]


@pytest.fixture
def play(clock):
    """A player begins today's daily of a game, makes a move and gives up, or not; then the result may be set,
    as no rule says what a few moves come to."""

    def play(player, game="wish", score=None, *, moves=1, ends=True):
        make_dailies(clock.now)
        event = Competition.objects.get(daily__game_slug=game, daily__date=clock.now.date())
        begun = player.post(f"/competitions/{event.pk}/rounds/1/attempts", {}).body
        for ply in range(moves):
            legal = player.get(f"/attempts/{begun['id']}").body["view"]["legal"]
            player.post(f"/attempts/{begun['id']}/moves", {"ply": ply, "moves": legal[:1]})
        if ends:
            assert player.post(f"/attempts/{begun['id']}/finish", {}).status == 200
        if score is not None:
            Attempt.objects.filter(pk=begun["id"]).update(score=score)
        return event

    return play
