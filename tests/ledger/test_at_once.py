"""What happens at the same moment is numbered one after the other, in real threads."""

import pytest

from competitions.ledger.states import record_all_due
from tests.play.all_kinds import acts_of_all_kinds
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once, at_once_while

from .history import history, shows_all_that_it_counts

pytestmark = on_databases_that_lock

EACH = 4


@pytest.fixture
def anyone(committed):
    return committed


@pytest.mark.extra
def test_all_that_happens_at_once_has_a_number_of_its_own(owner, crowd, clock):
    """Some join, some send logs, some end games, the organiser acts, and a reader never sees a gap."""
    event = owner.create(attempts=None)
    acts, _ = acts_of_all_kinds(owner, crowd, event, each=EACH)
    before = len(history(event))

    def look():
        assert shows_all_that_it_counts(event)

    assert {*at_once_while(acts, look)} == {200, 201}
    assert len(history(event)) == before + len(acts)


def test_a_state_is_recorded_once_however_many_look(owner, crowd, clock):
    event = owner.create(opens_at=clock.after(minutes=1))
    players = crowd([f"Player {n}" for n in range(EACH)])
    for player in players:
        player.join(event)
    clock.forward(minutes=1)
    at_once(
        *[lambda: record_all_due(clock.now)] * EACH,
        *(lambda player=player: player.submit(event, []).status for player in players),
    )
    happened = history(event)[EACH + 1 :]
    assert happened[0] == "state + o"
    assert len(happened) == EACH + 1
