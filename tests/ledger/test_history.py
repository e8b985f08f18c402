"""Whatever happens in a competition is recorded in the order in which it happened."""

import pytest

from competitions.ledger import states
from competitions.ledger.states import record_all_due
from competitions.models import Attempt, StateChange
from competitions.play.deadlines import do_what_is_due
from tests.clients.contests import golden_round, moves_scoring, sealed
from tests.play.seats import sit_down

from .history import history

OPENS = ["state - ss", "state + os"]


@pytest.fixture
def watch(clock):
    """Some looks of the watch of deadlines, each after so many minutes."""

    def watch(*minutes):
        for later in minutes or (0,):
            clock.forward(minutes=later)
            do_what_is_due(clock.now, since=None)

    return watch


@pytest.fixture
def two_rounds(owner, clock):
    """Two rounds, of which the second opens when the first closes, in an hour."""

    def two_rounds(**freeze):
        one = golden_round(closes_at=clock.after(hours=1))
        two = golden_round("wish", opens_at=clock.after(hours=1))
        window = {"opens_at": clock.after(minutes=1), "closes_at": clock.after(hours=2)}
        freeze = {name: clock.after(minutes=minutes) for name, minutes in freeze.items()}
        return owner.create(rounds=[one, two], ranking="points", **window, **freeze)

    return two_rounds


def moments():
    return [str(at.time()) for at in StateChange.objects.values_list("at", flat=True)]


def test_a_contest_from_its_beginning_to_its_end(owner, rival, clock, watch):
    event = owner.create(draft=True, attempts=2)
    assert owner.change(event, name="Saturday evening").status == 200
    assert history(event) == ["act change"]
    owner.act(event, "publish")
    for _ in range(2):
        rival.join(event)
    for moves in (moves_scoring(22), moves_scoring(25), ["nonsense"]):
        rival.submit(event, moves)
    clock.forward(seconds=1)
    owner.act(event, "close", reason="It is late.")
    owner.act(event, "certify")
    watch()
    played = ["joined Ray Rival", "result Ray Rival 1", "result Ray Rival 1"]
    begun, ended = ["act change", "act publish", "state + o"], ["act close", "state c c"]
    assert history(event) == [*begun, *played, *ended, "act certify", "state f c"]


def test_what_the_time_brings_is_recorded_once_and_in_time(two_rounds, watch):
    event = two_rounds()
    assert history(event) == OPENS[:1]
    watch(0, 1, 0)
    assert history(event) == OPENS
    watch(60, 60, 0)
    assert history(event) == [*OPENS, "state + co", "state c cc"]
    assert moments() == ["12:00:00", "12:01:00", "13:00:00", "14:00:00"]


def test_a_service_that_was_down_records_all_that_it_missed(two_rounds, watch):
    event = two_rounds(freeze_at=90)
    watch(24 * 60)
    assert history(event) == [*OPENS, "state + co", "state + co frozen", "state c cc"]
    assert moments() == ["12:00:00", "12:01:00", "13:00:00", "13:30:00", "14:00:00"]


def test_nothing_comes_before_an_opening_that_nobody_has_recorded_yet(owner, rival, clock, two_rounds):
    event = two_rounds()
    clock.forward(minutes=1)
    rival.join(event)
    clock.forward(hours=1)
    assert rival.submit(event, [], 2).status == 201
    owner.change(event, about="Well begun.")
    played = ["joined Ray Rival", "state + co", "result Ray Rival 2"]
    assert history(event) == [*OPENS, *played, "act change"]


def test_a_game_played_here_comes_after_its_round_has_opened(owner, rival, clock):
    event = owner.create_for(rival, **sealed("winabit", opens_at=clock.after(minutes=1)))
    clock.forward(minutes=1)
    sit_down(rival, event).finish()
    assert history(event) == ["state - s", "joined Ray Rival", "state + o", "result Ray Rival 1"]


@pytest.mark.extra
@pytest.mark.parametrize("ended_by", ["the watch", "its player"])
def test_a_round_is_closed_when_no_game_runs_any_more(owner, rival, stranger, clock, watch, ended_by):
    event = owner.create(**sealed("winabit", closes_at=clock.after(hours=1)))
    seats = [sit_down(player, event) for player in (rival, stranger)]
    clock.forward(hours=1)
    record_all_due(clock.now)
    began = ["state + o", "joined Ray Rival", "joined Sam Stranger"]
    assert history(event) == began
    if ended_by == "its player":
        seats[0].finish()
        assert history(event) == [*began, "result Ray Rival 1"]
        seats[1].finish()
    else:
        watch()
    ended = [line for line in history(event)[3:] if line.startswith("result")]
    assert history(event) == [*began, *ended, "state c c"]
    assert len(ended) == 2


@pytest.mark.parametrize(("act", "state"), [("close", "state c c"), ("cancel", "state x c")])
def test_what_an_early_end_ends_comes_before_it(owner, rival, clock, act, state):
    event = owner.create(**sealed("winabit"))
    sit_down(rival, event)
    clock.forward(minutes=1)
    owner.act(event, act)
    ended = ["joined Ray Rival", f"act {act}", "result Ray Rival 1"]
    assert history(event) == ["state + o", *ended, state]


def test_a_closing_whose_last_game_nobody_saw_end_is_looked_for_again(owner, rival, clock):
    event = owner.create(**sealed("winabit", closes_at=clock.after(hours=1)))
    sit_down(rival, event)
    clock.forward(hours=1)
    record_all_due(clock.now)
    Attempt.objects.all().delete()
    record_all_due(clock.now)
    clock.forward(seconds=5)
    record_all_due(clock.now)
    assert history(event) == ["state + o", "joined Ray Rival", "state c c"]


def test_nothing_opens_or_closes_twice_when_the_clock_is_set_back(owner, rival, clock, two_rounds, watch):
    event = two_rounds(freeze_at=61)
    watch(61)
    clock.forward(minutes=-61)
    rival.join(event)
    owner.change(event, about="What time is it?")
    assert history(event)[3:] == ["state + co frozen", "joined Ray Rival", "act change"]
    watch(3 * 60)
    assert history(event)[6:] == ["state c cc"]


def test_a_window_that_is_moved_is_looked_at_when_it_begins_now(owner, clock, watch):
    event = owner.create(opens_at=clock.after(hours=1))
    owner.change(event, opens_at=clock.after(minutes=1))
    watch(1)
    assert history(event) == ["state - s", "act change", "state + o"]


def test_a_contest_at_fault_does_not_keep_others_from_opening(owner, clock, monkeypatch):
    """The watch logs what was wrong, once."""
    first, second = (owner.create(opens_at=clock.after(minutes=minutes)) for minutes in (1, 2))
    clock.forward(minutes=2)
    record = states.record_due

    def fails_for_the_first(competition, now):
        if competition.pk == first["id"]:
            raise RuntimeError("out of order")
        record(competition, now)

    monkeypatch.setattr(states, "record_due", fails_for_the_first)
    with pytest.raises(RuntimeError):
        record_all_due(clock.now)
    assert (history(first), history(second)) == (["state - s"], ["state - s", "state + o"])
