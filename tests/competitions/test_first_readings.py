"""Large contests that run are read before anybody asks for them."""

import threading

from competitions.models import Competition
from competitions.standings import first_readings, memory
from tests.clients.contests import golden_round


def test_running_contests_that_are_large_are_read_before_anybody_asks(
    committed, remembered, clock, monkeypatch
):
    monkeypatch.setattr(first_readings, "LARGE", 2)
    monkeypatch.setattr(first_readings, "FIELDS", remembered)
    monkeypatch.setattr(first_readings, "ended", threading.Event())
    owner, rival, stranger = (committed.guest(name) for name in ("Olga", "Ray", "Sam"))
    events = [owner.create_for(rival, stranger, rounds=[golden_round(n=n)]) for n in range(3)]
    running, closed, small = events
    owner.close(closed, clock)
    Competition.objects.filter(pk=small["id"]).update(entrants=0)
    loads, load = [], memory.load
    monkeypatch.setattr(
        memory,
        "load",
        lambda competition, *a, **k: loads.append(competition.pk) or load(competition, *a, **k),
    )
    assert not first_readings.ended.is_set()
    first_readings.read_running()
    assert first_readings.ended.is_set()
    assert loads == [running["id"]]
    assert committed.get(f"/competitions/{running['id']}/standings").status == 200
    assert loads == [running["id"]], "it is known"
