"""A large field is read by one thread; threads that serve many wait for nothing that takes long."""

import sys
import threading
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.test import Client as Browser

from competitions.models import Competition
from competitions.refusals import Refusal
from competitions.standings import field, long_work, memory
from competitions.standings.memory import Fields
from tests.clients.contests import golden_round, moves_scoring
from tests.servers.running import PATIENCE_S


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch):
    """A contest that two have entered is as large as others are with thousands."""
    for module in (long_work, field):
        monkeypatch.setattr(module, "LARGE", 2)


@pytest.fixture
def in_a_hurry(monkeypatch):
    """This thread is one of those that serve many."""
    monkeypatch.setattr(long_work, "this_thread", SimpleNamespace(waits=False))


@pytest.fixture
def event(owner, rival, stranger):
    event = owner.create_for(rival, stranger, attempts=3)
    rival.submit(event, moves_scoring(20))
    return event


def read(event):
    return Competition.objects.with_rounds().get(pk=event["id"])


@contextmanager
def elsewhere(work):
    """Another thread is at this work, which it may end once it is called on to."""
    begun, may_end, failed = threading.Event(), threading.Event(), []

    def run():
        try:
            with work:
                begun.set()
                assert may_end.wait(PATIENCE_S)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(PATIENCE_S)
    try:
        yield may_end
    finally:
        may_end.set()
        thread.join(PATIENCE_S)
        assert not failed


def test_while_one_thread_reads_a_client_is_asked_to_come_again(remembered, event, in_a_hurry):
    path = f"/api/v1/competitions/{event['id']}/standings"
    with elsewhere(long_work.long_work(2)):
        refused = Browser().get(path)
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert int(refused["Retry-After"]) == long_work.RETRY_S
    assert Browser().get(path).status_code == 200


def test_while_one_thread_reads_a_page_comes_again_by_itself(remembered, event, in_a_hurry):
    browser = Browser()
    with elsewhere(long_work.long_work(2)):
        page = browser.get(f"/c/{event['id']}")
        assert (page.status_code, int(page["Retry-After"])) == (503, long_work.RETRY_S)
        assert f'<meta http-equiv="refresh" content="{long_work.RETRY_S}">' in page.content.decode()
        assert browser.get("/guides").status_code == 200
    assert browser.get(f"/c/{event['id']}").status_code == 200


def test_what_is_read_already_and_what_is_small_waits_for_nobody(
    remembered, owner, anyone, event, in_a_hurry
):
    small = owner.create(rounds=[golden_round(n=1)])
    anyone.get(f"/competitions/{event['id']}/standings")
    with elsewhere(long_work.long_work(2)):
        for contest in (event, small):
            assert anyone.get(f"/competitions/{contest['id']}/standings").status == 200


def test_who_needs_the_field_that_is_read_does_not_wait_for_it(remembered, event, in_a_hurry):
    known = memory.RememberedField(field.Field(memory.Rules.of(read(event))))

    @contextmanager
    def reading():
        with known.alone(), known.field.working(2):
            yield

    with elsewhere(reading()), pytest.raises(Refusal), known.alone():
        pass
    with known.alone():
        pass


def test_a_process_that_has_fallen_behind_catches_up_as_if_it_read_anew(
    remembered, event, rival, stranger, in_a_hurry, monkeypatch
):
    for module in (long_work, field):
        monkeypatch.setattr(module, "LARGE", 4)
    with remembered.of(read(event)):
        pass
    stranger.submit(event, moves_scoring(20))
    with elsewhere(long_work.long_work(4)):
        with remembered.of(read(event)) as known:
            assert known.entrants, "one change is read at once"
        for player in (rival, stranger):
            player.submit(event, moves_scoring(15))
        with pytest.raises(Refusal), remembered.of(read(event)):
            pass
    with remembered.of(read(event)) as known:
        assert {of.score for each in known.entrants.values() for of in each.results.values()} == {15}


def test_a_thread_that_serves_nobody_waits_and_reads_then(remembered, event):
    found = []
    with elsewhere(long_work.long_work(2)) as may_end:
        job = threading.Thread(target=lambda: found.append(long_work.may_wait()))
        job.start()
        job.join(PATIENCE_S)
        assert found == [True]
        threading.Timer(0.1, may_end.set).start()
        with remembered.of(read(event)) as known:
            assert len(known.entrants) == 2


def test_an_order_that_was_not_made_is_made_later(remembered, event, in_a_hurry):
    competition = read(event)
    [round] = competition.rounds_in_order
    with remembered.of(competition) as known:
        with elsewhere(long_work.long_work(2)), pytest.raises(Refusal):
            known.in_round(round.pk)
        assert known.in_round(round.pk).ranked == 1


def test_a_field_that_grows_while_it_is_counted_is_taken_off_as_it_was_counted(
    remembered, owner, rival, monkeypatch
):
    """Otherwise the count would go astray, and the process forget too much or too little."""
    small, counted = Fields(most=50), set()
    events = [owner.create(rounds=[golden_round(n=n)]) for n in range(4)]
    loads, load = [], memory.load
    monkeypatch.setattr(
        memory, "load", lambda competition, *a, **k: loads.append(1) or load(competition, *a, **k)
    )

    def size(grows):
        already = grows in counted
        counted.add(grows)
        return 1000 if already else 25

    monkeypatch.setattr(field.Field, "size", property(size))
    for event in (*events, events[1]):
        with small.of(read(event)):
            pass
    assert len(loads) == 5, "the first two are forgotten"


def test_threads_switch_often_until_the_last_one_needs_it_no_more():
    usual = sys.getswitchinterval()
    with elsewhere(long_work.switching_often):
        with long_work.switching_often:
            pass
        assert sys.getswitchinterval() == pytest.approx(long_work.SWITCH_S)
    assert sys.getswitchinterval() == usual
