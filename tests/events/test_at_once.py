"""Who follows while others write is told everything once and in order, in real threads."""

import pytest

from tests.clients.contests import golden
from tests.play.seats import sit_down
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

from .following import Follower, told

pytestmark = on_databases_that_lock

EACH = 3


@pytest.fixture
def anyone(committed):
    return committed


@pytest.mark.extra
@pytest.mark.parametrize("standings", ["own", "live"])
def test_who_follows_misses_nothing_that_happens_at_once(
    owner, crowd, stranger, clock, unlimited, watch, standings
):
    """Some join, some send logs, some end games, the organiser acts; three follow all the while."""
    event = owner.create(attempts=None, standings=standings, closes_at=clock.after(hours=1))
    joining, sending, playing = (crowd([f"{kind} {n}" for n in range(EACH)]) for kind in ("Jo", "Sen", "Pla"))
    for player in sending:
        player.join(event)
    seats = [sit_down(player, event) for player in playing]
    turns = [golden()["log"]["moves"][:length] for length in range(2)]
    acts = [lambda player=player: player.join(event).status for player in joining]
    acts += [lambda p=player, m=moves: p.submit(event, m).status for player in sending for moves in turns]
    acts += [lambda seat=seat: seat.finish().status for seat in seats]
    acts += [lambda n=n: owner.change(event, about=f"{n} kinds").status for n in range(EACH)]
    followers = [Follower(viewer, event) for viewer in (sending[0], owner, stranger)]
    done: list[object] = []

    def counted(act):
        def run():
            try:
                return act()
            finally:
                done.append(act)

        return run

    def follow(follower):
        while len(done) < len(acts):
            follower.new()

    statuses = at_once(
        *map(counted, acts), *(lambda follower=follower: follow(follower) for follower in followers)
    )
    assert set(statuses) == {200, 201, None}
    clock.forward(hours=1)
    watch()
    for follower in followers:
        follower.new()
        whole = Follower(follower.client, event)
        whole.new()
        assert follower.told == whole.told
        results = [each for each in follower.told if each["type"] == "result"]
        assert len(results) == 3 * EACH
    assert told(owner, event).count("act change") == EACH
