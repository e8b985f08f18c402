"""Nobody finds more of a deal in a band than the band, and nothing of the deals that were not taken: neither
its organiser, who plays, too, nor in what was logged."""

import json

import pytest

from competitions.jobs.workers import SOLVING
from competitions.models import Deal as StoredDeal
from competitions.solving.bands import draws
from solvers.bands import Band, first_in
from tests.jobs.work import do_all_ready

from .hidden import Deal
from .records import everything_logged
from .stage import Event, Stage
from .walk import Walk

BAND = {"kind": "par", "low": 4, "high": 6}


@pytest.fixture
def looked_at(monkeypatch):
    """The seeds of all deals that are looked at, which the process is told alone."""
    seeds = []

    def ask(program, question):
        seeds.extend(question["seeds"])
        place = first_in(Band(*question["band"]), question["game"], question["rules"], question["seeds"])
        return json.dumps(place).encode()

    monkeypatch.setattr(draws, "ask_solver", ask)
    return seeds


def drafted(stage, organiser):
    settings = {"name": "Friday", "draft": True, "rounds": [{"game": "wish", "band": BAND}]}
    made = stage.ask(organiser, "POST", "/competitions", settings)
    event = Event(made["id"], {"draft": True}, [])
    organiser.organises.add(event.id)
    stage.events.append(event)
    return event


def round_of(stage, viewer, event):
    [round] = stage.ask(viewer, "GET", f"/competitions/{event.id}")["rounds"]
    return round


@pytest.mark.extra
def test_nobody_finds_more_of_a_deal_than_its_band(send, looked_at):
    stage = Stage(send)
    olga, ray = stage.enlist("Olga"), stage.enlist("Ray")
    names = [viewer.name for viewer in stage.viewers]
    event = drafted(stage, olga)
    with everything_logged() as records:
        Walk(stage, reading=names).as_those("Olga")  # while it is looked for, no page breaks
        do_all_ready(SOLVING)
        chosen = StoredDeal.objects.get(round__competition=event.id)
        event.deals += [Deal("wish", (), seed) for seed in looked_at]
        for told_at in (chosen.told_at, stage.viewers[1].player.created_at):
            StoredDeal.objects.filter(pk=chosen.pk).update(told_at=told_at)
            Walk(stage, reading=names).as_those("Olga")
        stage.ask(olga, "POST", f"/competitions/{event.id}/publish")
        first = looked_at.index(chosen.seed)
        event.deals.insert(0, event.deals.pop(first))
        for viewer in (olga, ray):
            stage.play(viewer, event, 2, ends=viewer is ray)
        walk = Walk(stage, reading=names).as_one_of_each()
    assert walk.received["piles"]
    assert not walk.received["seed"]
    walk.search(stage.viewers[0], "the log", records.text)
    for viewer in stage.viewers:
        told = round_of(stage, viewer, event)
        assert (told["band"], told["par"], told["difficulty"]) == (BAND, None, None)
        assert "seed" not in told


def test_what_is_told_is_the_same_for_all_deals_of_a_band(send, looked_at):
    """But for what each contest has of its own, and the commitment."""
    stage = Stage(send)
    olga = stage.enlist("Olga")
    events = [drafted(stage, olga) for _ in range(2)]
    do_all_ready(SOLVING)
    StoredDeal.objects.update(told_at=olga.player.created_at)
    for event in events:
        stage.ask(olga, "POST", f"/competitions/{event.id}/publish")
    first, second = (round_of(stage, olga, event) for event in events)
    assert first.pop("commitment") != second.pop("commitment")
    for own in ("opens_at", "closes_at"):
        first.pop(own), second.pop(own)
    assert first == second
