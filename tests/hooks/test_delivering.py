"""A webhook is told of everything, in order and at least once, and is given up after a day."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django_tasks_db.models import DBTaskResult

from competitions.contests.webhooks import ping, remove_hook, send_again
from competitions.jobs.due_rows import PAUSES
from competitions.models import Delivery, Hook, Notice
from competitions.outbound.notices.notice_words import path_of
from competitions.outbound.webhooks.retries import PATIENCE
from competitions.outbound.webhooks.turns import SLOW
from competitions.refusals import Refusal
from tests.jobs.work import ask_for_jobs, do_all_ready


def test_what_happens_is_sent_in_order_and_once(contest):
    contest.happens("joined", "result", "joined", "result", "state")
    assert contest.work() == [1, 2, 3, 4, 5]
    assert contest.work() == []
    contest.happens("act")
    assert contest.work() == [6]
    ids = [id for id, _ in contest.sent]
    assert len(set(ids)) == 6
    _, body = contest.sent[0]
    assert body == {
        "type": "joined",
        "timestamp": "2026-11-21T12:00:00Z",
        "competition": contest.competition.pk,
        "seq": 1,
        "data": {"n": 1},
    }
    assert [body["seq"] for _, body in contest.sent] == [1, 2, 3, 4, 5, 6]


def test_only_the_types_that_it_is_told_of_are_sent(contest):
    Hook.objects.update(events=["result"])
    contest.happens("joined", "joined", "joined", "joined", "result", "act", "act")
    assert contest.work() == [5]
    assert contest.now().cursor == "7"
    assert ask_for_jobs() == 0


def test_the_next_waits_until_the_last_is_accepted(contest):
    contest.answers = [200, 500, "broken_off", 302, 404, 204]
    contest.happens("joined", "result", "state")
    assert contest.work() == [1, 2]
    assert contest.now().state == "retrying"
    assert contest.work() == []
    for failures in (2, 3, 4):
        contest.clock.now = contest.now().next_try_at
        assert contest.work() == [2]
        assert contest.now().failures == failures
    contest.clock.now = contest.now().next_try_at
    assert contest.work() == [2, 3]
    again = {id for id, body in contest.sent if body["data"]["n"] == 2}
    assert len(again) == 1
    assert contest.now().state == "working"
    assert contest.now().failing_since is None


def test_it_is_not_tried_before_its_time(contest):
    contest.answers = [500]
    contest.happens("joined")
    contest.work()
    contest.clock.now = contest.now().next_try_at - timedelta(microseconds=1)
    assert contest.work() == []
    contest.clock.now += timedelta(microseconds=1)
    assert contest.work() == [1]


@pytest.mark.extra
def test_after_a_day_it_is_stopped_until_it_is_sent_again(contest):
    contest.answers = [500]
    contest.happens("joined", "result")
    start = contest.clock.now
    contest.work()
    while contest.now().stopped_at is None:
        contest.clock.now = contest.now().next_try_at
        assert contest.work() == [1]
    assert contest.now().stopped_at == start + PATIENCE
    contest.happens("state")
    contest.clock.forward(days=30)
    assert contest.work() == []
    contest.answers = [500, 200]
    (stuck,) = Delivery.objects.filter(accepted_at=None)
    send_again(
        competition=contest.competition, organiser=contest.organiser, delivery=stuck, now=contest.clock.now
    )
    assert contest.work() == [1]
    assert contest.now().state == "retrying"
    contest.clock.now = contest.now().next_try_at
    assert contest.work() == [1, 2, 3]


def test_who_says_gone_is_stopped_at_once(contest):
    contest.answers = [410]
    contest.happens("joined", "result")
    assert contest.work() == [1]
    assert contest.now().state == "stopped"
    assert contest.work() == []


def test_one_that_is_stopped_says_no_moment_at_which_it_is_tried_again(contest):
    contest.answers = [500, 410, 200]
    contest.happens("joined", "result")
    contest.work()
    contest.clock.now = contest.now().next_try_at
    assert contest.work() == [1]
    assert contest.now().next_try_at is None
    contest.happens("state")
    contest.clock.forward(days=1)
    assert ask_for_jobs() == 0
    stuck = Delivery.objects.get(accepted_at=None)
    send_again(
        competition=contest.competition, organiser=contest.organiser, delivery=stuck, now=contest.clock.now
    )
    assert contest.work() == [1, 2, 3]


def test_its_organiser_is_told_each_time_that_it_is_stopped(contest):
    contest.answers = [410, 410]
    contest.happens("joined")
    contest.work()
    [told] = Notice.objects.all()
    assert (told.type, told.player, told.facts) == (
        "webhook",
        contest.organiser,
        {"webhook": contest.now().pk},
    )
    assert path_of(told) == f"/c/{contest.competition.pk}/desk/webhooks"
    contest.clock.forward(minutes=1)
    stuck = Delivery.objects.get()
    send_again(
        competition=contest.competition, organiser=contest.organiser, delivery=stuck, now=contest.clock.now
    )
    contest.work()
    assert Notice.objects.count() == 2


def test_what_was_accepted_can_be_sent_again_and_holds_up_nothing(contest):
    contest.happens("joined", "result")
    contest.work()
    first = Delivery.objects.get(number=1)
    contest.answers = [500, 200]
    send_again(
        competition=contest.competition, organiser=contest.organiser, delivery=first, now=contest.clock.now
    )
    contest.happens("state")
    assert contest.work() == [1, 3]
    first.refresh_from_db()
    assert (first.attempts, first.status_code, first.again) == (2, 500, False)
    assert first.accepted_at is not None
    assert contest.sent[-2][0] == first.pk


def pinged(contest):
    about = {"competition": contest.competition, "organiser": contest.organiser, "hook": contest.now()}
    return ping(**about, now=contest.clock.now)


def done(contest):
    while ask_for_jobs():
        do_all_ready()


@pytest.mark.extra
@pytest.mark.parametrize(
    ("answer", "status"), [(204, "accepted"), (500, "failed"), (410, "failed"), ("broken_off", "failed")]
)
def test_a_ping_is_sent_once_whatever_comes_of_it_and_changes_nothing_else(contest, answer, status):
    contest.happens("joined")
    contest.work()
    before, contest.answers = contest.now(), [answer]
    asked = pinged(contest)
    done(contest)
    assert contest.sent[1:] == [
        (
            asked.pk,
            {
                "type": "ping",
                "timestamp": "2026-11-21T12:00:00Z",
                "competition": contest.competition.pk,
                "seq": None,
                "data": {},
            },
        )
    ]
    asked.refresh_from_db()
    assert (asked.status, asked.attempts, asked.next_try_at) == (status, 1, None)
    now = contest.now()
    assert (now.state, now.failures, now.next_try_at) == ("working", 0, None)
    assert now.cursor == before.cursor
    contest.answers = [200]
    contest.happens("result")
    assert contest.work() == [2]


def test_a_ping_comes_through_where_nothing_else_is_sent_any_more(contest):
    contest.answers = [410]
    contest.happens("joined", "result")
    assert contest.work() == [1]
    contest.answers = [200]
    again = pinged(contest)
    assert pinged(contest) == again
    done(contest)
    assert [body["type"] for _, body in contest.sent] == ["joined", "ping"]
    assert contest.now().state == "stopped"
    again.refresh_from_db()
    assert again.status == "accepted"
    assert pinged(contest) != again


def test_who_pings_what_was_removed_is_told_so(contest):
    contest.now().delete()
    with pytest.raises(Refusal, match="not_found"):
        ping(
            competition=contest.competition,
            organiser=contest.organiser,
            hook=contest.hook,
            now=contest.clock.now,
        )


def test_a_job_that_is_gone_is_asked_for_anew(contest):
    contest.happens("joined")
    assert ask_for_jobs() == 1
    assert ask_for_jobs() == 0
    DBTaskResult.objects.all().delete()
    assert contest.work() == [1]


def test_what_was_sent_and_not_noted_is_sent_again_with_the_same_id(contest, monkeypatch):
    """The job failed in between, by a fault of ours or because it was killed; it is not repeated at once."""
    contest.happens("joined", "result")
    sent = contest.post
    with monkeypatch.context() as faulty:
        faulty.setattr(
            "competitions.outbound.webhooks.delivery.post", lambda *to, **how: sent(*to, **how) and 1 / 0
        )
        assert contest.work() == [1]
    assert contest.now().error.startswith("ZeroDivisionError in ")
    contest.clock.now += PAUSES[0]
    assert contest.work() == [1, 2]
    assert contest.sent[0][0] == contest.sent[1][0]


def test_a_worker_that_was_taken_for_dead_changes_nothing_when_it_comes_back(contest, monkeypatch):
    """Its lease was over, and another has gone on meanwhile."""
    contest.happens("joined", "result", "state")
    usual = contest.post

    def slow(*args, **options):
        monkeypatch.setattr("competitions.outbound.webhooks.delivery.post", usual)
        answer = usual(*args, **options)
        contest.clock.now += SLOW.leased_for
        contest.work()
        return answer

    monkeypatch.setattr("competitions.outbound.webhooks.delivery.post", slow)
    contest.work()
    assert [body["data"]["n"] for _, body in contest.sent] == [1, 1, 2, 3]
    assert contest.sent[0][0] == contest.sent[1][0]
    assert Delivery.objects.get(number=1).attempts == 1


def test_a_webhook_that_a_job_has_leased_is_left_alone(contest):
    contest.happens("joined")
    assert SLOW.lease(contest.clock.now) is not None
    assert contest.work() == []
    contest.clock.now += SLOW.leased_for
    assert contest.work() == [1]


def test_one_that_is_removed_is_told_nothing_more(contest):
    contest.happens("joined")
    ask_for_jobs()
    remove_hook(
        competition=contest.competition,
        organiser=contest.organiser,
        hook=contest.hook,
        now=contest.clock.now,
    )
    do_all_ready()
    assert not contest.sent


def test_no_two_deliveries_of_a_webhook_wait_at_once(contest):
    contest.answers = [500]
    contest.happens("joined")
    contest.work()
    with pytest.raises(IntegrityError), transaction.atomic():
        Delivery.objects.create(hook=contest.hook, number=9, type="act", body="{}", at=contest.clock.now)


def test_webhooks_do_not_wait_for_each_other(contest):
    other = contest.add(url="https://other.example/")
    contest.answers = [500, 200]
    contest.happens("joined")
    assert contest.work() == [1, 1]
    assert Delivery.objects.exclude(accepted_at=None).get().hook in (other, contest.hook)


def test_a_competition_has_a_few_at_most(contest):
    for _ in range(4):
        contest.add()
    with pytest.raises(Refusal, match="at most 5"):
        contest.add()
