"""What happens at the same moment is numbered one after the other, in real threads."""

import pytest

from competitions.ledger.states import record_all_due
from tests.clients.contests import golden
from tests.play.seats import sit_down
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

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
    joining, sending, playing = (crowd([f"{kind} {n}" for n in range(EACH)]) for kind in ("Jo", "Sen", "Pla"))
    for player in sending:
        player.join(event)
    seats = [sit_down(player, event) for player in playing]
    before = len(history(event))
    turns = [golden()["log"]["moves"][:length] for length in range(2)]
    acts = [lambda player=player: player.join(event).status for player in joining]
    acts += [lambda p=player, m=moves: p.submit(event, m).status for player in sending for moves in turns]
    acts += [lambda seat=seat: seat.finish().status for seat in seats]
    acts += [lambda n=n: owner.change(event, about=f"{n} kinds").status for n in range(1, EACH)]
    done = []

    def look():
        while len(done) < len(acts):
            assert shows_all_that_it_counts(event)

    def counted(act):
        def run():
            try:
                return act()
            finally:
                done.append(act)

        return run

    *statuses, _ = at_once(*map(counted, acts), look)
    assert set(statuses) == {200, 201}
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
