"""A follower is given what happens in each competition, in order and at least once."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django_tasks_db.models import DBTaskResult

from competitions import followers
from competitions.followers import look_for_news
from competitions.jobs import due_rows, work
from competitions.jobs.due_rows import PAUSES
from competitions.jobs.workers import USUAL, Workers
from competitions.ledger import follower_cursors, follower_work
from competitions.ledger.lags import Lag, events_behind, lag_of
from competitions.ledger.ledger import CompetitionChange, hold, record
from competitions.ledger.states import record_all_due
from competitions.models import (
    Act,
    Attempt,
    Competition,
    Entry,
    FollowerCursor,
    FollowerFailure,
    FollowerState,
    StateChange,
)
from tests.clients.contests import golden
from tests.jobs.work import do_all_due, do_all_ready
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

from .conftest import contest, happens

LOOKS = 4


def test_each_kind_of_what_happens_is_given_in_order(owner, rival, follow, clock):
    taker = follow()
    event = owner.create_for(rival)
    rival.submit(event, golden()["log"]["moves"])
    owner.close(event, clock)
    do_all_due()
    kinds = [StateChange, Entry, Attempt, Act, StateChange]
    assert [type(row) for row in taker.rows] == kinds
    assert taker.taken == {event["id"]: [1, 2, 3, 4, 5]}


@pytest.mark.extra
def test_who_is_given_acts_alone_has_no_job_for_what_is_played(owner, rival, follow, clock):
    taker = follow(acts_alone=True)
    event = owner.create()
    do_all_due()
    rival.join(event)
    rival.submit(event, golden()["log"]["moves"])
    assert look_for_news() == 0
    assert lag_of(taker.follower) == Lag(events=0, competitions=0, failing=0, set_aside=0)
    owner.close(event, clock)
    do_all_due()
    assert [type(row) for row in taker.rows] == [StateChange, Act, StateChange]
    assert taker.taken == {event["id"]: [1, 4, 5]}


def test_who_is_given_acts_alone_is_given_a_result_that_comes_after_a_later_state(
    owner, rival, follow, clock
):
    taker = follow(acts_alone=True)
    event = owner.create_for(rival, attempts=None, closes_at=clock.after(hours=1))
    do_all_due()
    rival.submit(event, golden()["log"]["moves"])
    clock.forward(hours=1)
    record_all_due(clock.now)
    do_all_due()
    late = Attempt.objects.get()
    late.pk, late.number, late.counts, late.event = None, 2, False, None
    with transaction.atomic():
        record(CompetitionChange(hold(event["id"]), [late]), now=clock.now)
    do_all_due()
    assert [type(row) for row in taker.rows] == [StateChange, StateChange, Attempt]
    assert taker.rows[-1].number == 2


def test_who_is_given_acts_alone_misses_none(any_database, follow):
    taker = follow(acts_alone=True)
    behind, event = contest(1), contest(1)
    do_all_due()
    taker.fails_at = {2}
    happens(behind)
    do_all_due()  # it fails, and keeps its place
    Competition.objects.update(events=F("events") + 1, has_news=True)  # something was played
    assert look_for_news() == 0
    happens(event)
    taker.fails_at = set()
    FollowerCursor.objects.update(free_at=None)
    do_all_due()
    assert taker.taken == {behind.pk: [1, 2], event.pk: [1, 3]}
    assert lag_of(taker.follower) == Lag(events=0, competitions=0, failing=0, set_aside=0)


def test_what_was_taken_is_not_given_again(any_database, follow):
    taker = follow()
    one, other = contest(2), contest(1)
    do_all_due()
    happens(one)
    do_all_due()
    happens(other, 2)
    do_all_due()
    assert taker.taken == {one.pk: [1, 2, 3], other.pk: [1, 2, 3]}
    assert look_for_news() == 0


@pytest.mark.extra
def test_who_begins_at_the_beginning_is_given_all_and_who_begins_now_what_is_new(
    any_database, follow, monkeypatch
):
    monkeypatch.setattr(follower_cursors, "AT_A_TIME", 2)
    early = follow("early")
    old = [contest(2) for _ in range(5)]
    do_all_due()
    first, now = follow("first"), follow("now", begins_now=True)
    do_all_due()
    for each in old:
        happens(each)
    young = contest(1)
    do_all_due()
    expected = {each.pk: [1, 2, 3] for each in old} | {young.pk: [1]}
    assert early.taken == first.taken == expected
    assert now.taken == {each.pk: [3] for each in old} | {young.pk: [1]}


def test_what_happens_while_a_follower_is_added_is_passed_on(any_database, follow):
    """It is met already, and begins in each contest when that is first looked at."""
    taker = follow(begins_now=True)
    old = contest(2)
    look_for_news()
    happens(old)
    young = contest(1)
    look_for_news()
    assert not taker.rows
    happens(old)
    do_all_due()
    happens(young)
    do_all_due()
    assert taker.taken == {old.pk: [3, 4], young.pk: [2]}


def test_a_follower_follows_the_competitions_that_it_names(db, follow):
    taker = follow(of=Q(name="Saturday"))
    other, mine = contest(2), contest(2)
    Competition.objects.filter(pk=mine.pk).update(name="Saturday")
    do_all_due()
    assert taker.taken == {mine.pk: [1, 2]}
    Competition.objects.filter(pk=other.pk).update(name="Saturday")
    happens(other)
    do_all_due()
    assert taker.taken == {mine.pk: [1, 2], other.pk: [1, 2, 3]}


def test_while_nothing_happens_a_look_costs_one_query(any_database, follow, django_assert_num_queries):
    follow()
    contest(1)
    do_all_due()
    with django_assert_num_queries(1):
        assert look_for_news() == 0


@on_databases_that_lock
def test_of_workers_at_once_one_works_for_each_follower(any_database, follow):
    one, two = follow("one"), follow("two")
    made = [contest(1) for _ in range(3)]
    at_once(*[look_for_news] * LOOKS)
    assert 1 <= DBTaskResult.objects.count() <= LOOKS
    at_once(*[worker.run for worker in Workers([USUAL], LOOKS).workers])
    do_all_due()
    assert one.taken == two.taken == {each.pk: [1] for each in made}


def test_news_while_the_job_of_a_follower_works_is_taken_too(any_database, follow):
    taker = follow()
    event = contest(1)

    def take(*given):
        taker.take(*given)
        if len(taker.rows) < 3:
            happens(event)
            assert look_for_news() == 0

    followers.FOLLOWERS[0] = taker.follower._replace(take=take)
    do_all_due()
    assert taker.taken == {event.pk: [1, 2, 3]}


@pytest.mark.extra
def test_an_event_that_fails_is_tried_again_after_pauses_and_then_set_aside(any_database, follow, clock):
    taker = follow()
    taker.fails_at = {3}
    event, other = contest(5), contest(5)
    calls = []
    for pause in PAUSES:
        do_all_due()
        assert taker.taken[event.pk] == [1, 2]
        calls.append(taker.calls)
        clock.now += pause - timedelta(microseconds=1)
        do_all_due()
        assert taker.calls == calls[-1], "it is tried too early"
        assert not FollowerFailure.objects.exists()
        clock.now += timedelta(microseconds=1)
    do_all_due()
    assert taker.taken == {each.pk: [1, 2, 4, 5] for each in (event, other)}
    for each in (event, other):
        (failure,) = FollowerFailure.objects.filter(competition=each)
        assert (failure.follower_id, failure.event, failure.at) == ("taker", 3, clock.now)
        assert failure.error.startswith("ValueError in take, line ")
        assert "secret" not in failure.error


def test_a_failing_competition_keeps_no_other_waiting(db, follow, clock):
    taker = follow()
    bad, good = contest(1), contest(1)
    taker.fails_at = {1}
    do_all_due()
    assert taker.taken == {}
    taker.fails_at = {3}
    clock.now += PAUSES[0]
    happens(bad, 2)
    happens(good)
    do_all_due()
    assert taker.taken == {bad.pk: [1, 2], good.pk: [1, 2]}


def test_what_has_no_row_is_tried_again_too(db, follow, clock):
    taker = follow()
    event = contest(1)
    tries = []

    def take(competition_id, rows, now):
        tries.append([row.event for row in rows])
        if len(tries) <= 2:
            raise ValueError

    followers.FOLLOWERS[0] = taker.follower._replace(take=take)
    Competition.objects.filter(pk=event.pk).update(events=2)  # the second has no row
    Act.objects.all().delete()
    do_all_due()
    assert FollowerCursor.objects.get().tries == 1
    clock.now += PAUSES[0]
    do_all_due()
    assert tries == [[], [], []]
    assert FollowerCursor.objects.get().taken == 2


def test_a_clock_that_is_set_back_delays_no_next_try(db, follow, clock):
    taker = follow()
    event = contest(2)
    taker.fails_at = {1}
    do_all_due()
    clock.forward(days=-30)
    taker.fails_at = set()
    do_all_due()
    assert taker.taken == {event.pk: [1, 2]}
    happens(event)
    do_all_due()
    assert taker.taken == {event.pk: [1, 2, 3]}


@pytest.mark.extra
def test_a_failure_of_the_follower_is_logged_once_an_event(db, follow, clock, caplog):
    follow().fails_at = {1}
    contest(1)
    for pause in PAUSES:
        do_all_due()
        clock.now += pause
    do_all_due()
    said = [record.message.partition(" in ")[0] for record in caplog.records]
    assert said[0] == "follower taker fails"
    assert len(said) == 2


def test_a_job_that_has_failed_is_asked_for_anew(any_database, follow, monkeypatch, clock):
    taker = follow()
    event = contest(2)
    with monkeypatch.context() as broken:
        broken.setattr(follower_work, "rows_between", None)
        assert look_for_news()
        do_all_ready()
    assert taker.taken == {}
    assert FollowerState.objects.get().error.startswith("TypeError in ")
    clock.now += PAUSES[0]
    do_all_due()
    assert taker.taken == {event.pk: [1, 2]}


def test_a_worker_that_was_taken_for_dead_moves_nothing_when_it_comes_back(
    any_database, follow, monkeypatch, clock
):
    """It slept while it gave something; another has gone on meanwhile, and further."""
    taker = follow()
    event = contest(2)
    usual = taker.take

    def sleepy(*given):
        monkeypatch.setattr(taker, "take", usual)
        usual(*given)
        clock.now += due_rows.LEASE
        followers.FOLLOWERS[0] = taker.follower
        do_all_due()
        happens(event)
        do_all_due()

    followers.FOLLOWERS[0] = taker.follower._replace(take=sleepy)
    do_all_due()
    cursor = FollowerCursor.objects.get()
    assert (cursor.taken, cursor.until) == (3, 3)
    do_all_due()
    assert taker.taken == {event.pk: [1, 2, 1, 2, 3]}


def test_a_follower_that_a_job_has_leased_is_left_alone(db, follow, clock):
    taker = follow()
    contest(1)
    look_for_news()
    assert followers.STATES.lease(clock.now) is not None
    do_all_due()
    assert not taker.rows
    clock.now += due_rows.LEASE
    do_all_due()
    assert len(taker.rows) == 1


@pytest.mark.extra
def test_one_with_much_to_take_lets_others_go_first(db, follow, monkeypatch):
    """A job ends after a while, and in it each competition has its turn before one has a second one."""
    monkeypatch.setattr(follower_work, "AT_A_TIME", 2)
    taker = follow()
    much, little = contest(6), contest(1)
    do_all_due()
    assert taker.taken == {much.pk: [1, 2, 3, 4, 5, 6], little.pk: [1]}
    order = [row.competition_id for row in taker.rows]
    assert order.index(little.pk) <= 2
    monkeypatch.setattr(work, "LONGEST_JOB_S", 0)
    happens(much, 6)
    assert look_for_news()
    followers.follow.func()
    assert taker.taken[much.pk][6:] == [7, 8]
    do_all_due()
    assert taker.taken[much.pk][6:] == [7, 8, 9, 10, 11, 12]


@pytest.mark.parametrize("many", [2_000, pytest.param(10_000, marks=pytest.mark.extra)])
def test_thousands_of_events_are_caught_up_with(any_database, follow, many):
    taker = follow()
    event = contest(many)
    do_all_due()
    assert taker.taken == {event.pk: [*range(1, many + 1)]}
    assert taker.calls == many / follower_work.AT_A_TIME


@pytest.mark.extra
def test_how_far_a_follower_is_behind_can_be_asked(any_database, follow, clock, capsys):
    taker, other = follow("taker"), follow("other", of=Q(name="Saturday"))
    one, two = contest(5), contest(2)
    assert lag_of(taker.follower) == Lag(events=7, competitions=2, failing=0, set_aside=0)
    assert events_behind() == {}, "no news was passed on yet"
    taker.fails_at = {3}
    do_all_due()
    happens(two)
    assert lag_of(taker.follower) == Lag(events=4, competitions=2, failing=1, set_aside=0)
    assert lag_of(other.follower) == Lag(0, 0, 0, 0)
    assert events_behind() == {taker.follower.name: 3}, "one event is not passed on yet"
    for pause in PAUSES:
        clock.now += pause
        do_all_due()
    assert lag_of(taker.follower) == Lag(events=1, competitions=1, failing=1, set_aside=1)
    call_command("following")
    _, *said, failure = capsys.readouterr().out.splitlines()
    assert [line.split() for line in said] == [["taker", "1", "1", "1", "1"], ["other", "0", "0", "0", "0"]]
    assert failure.startswith(f"{clock.now:%Y-%m-%d %H:%M:%S} taker: event 3 of {one.pk}: ValueError in take")


def test_no_cursor_is_ahead_of_what_has_happened(db, follow):
    follow()
    contest(1)
    do_all_due()
    with pytest.raises(IntegrityError), transaction.atomic():
        FollowerCursor.objects.update(taken=2)
