"""Who follows while others write is told everything once and in order, in real threads."""

import pytest

from tests.play.all_kinds import acts_of_all_kinds
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once_while

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
    acts, sending = acts_of_all_kinds(owner, crowd, event, each=EACH)
    followers = [Follower(viewer, event) for viewer in (sending[0], owner, stranger)]
    assert {*at_once_while(acts, *(follower.new for follower in followers))} == {200, 201}
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
