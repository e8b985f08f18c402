"""Requests that arrive at the same moment, in real threads."""

from functools import partial
from threading import Barrier, Event

import pytest

from competitions.api.idempotency import is_at_work
from competitions.api.views.lookups import viewpoint_at
from competitions.models import Attempt, Competition, Entry, KeptAnswer, Log
from competitions.play import dealer, submit_log
from tests.clients.contests import contest, golden, moves_scoring, sealed
from tests.servers.databases import on_databases_that_lock
from tests.servers.running import PATIENCE_S
from tests.threads import at_once

pytestmark = on_databases_that_lock


@pytest.fixture
def anyone(committed):
    return committed


@pytest.fixture
def judged_together(monkeypatch):
    """Lets no log be stored before so many are judged."""

    def wait_for(logs):
        barrier = Barrier(logs)

        def judge(**deal):
            verdict = submit_log.judge(**deal)
            barrier.wait(PATIENCE_S)
            return verdict

        monkeypatch.setattr("competitions.api.views.logs.judge", judge)

    return wait_for


def _of(event):
    """The competition's counts of changes and of entrants."""
    found = Competition.objects.get(pk=event["id"])
    return found.changes, found.entrants


def statuses(answers):
    return sorted(answer.status for answer in answers)


def submits(player, event, turns):
    return [partial(player.submit, event, moves) for moves in turns]


WRONG_STATE, NOT_OPEN, NO_MORE = (409, "wrong_state"), (409, "round_not_open"), (409, "no_attempts_left")


@pytest.mark.parametrize(("logs", "allowed"), [(2, 1), (20, 3)])
def test_logs_that_arrive_at_once_use_no_more_attempts_than_allowed(
    owner, rival, judged_together, logs, allowed
):
    event = owner.create_for(rival, attempts=allowed)
    before = _of(event)[0]
    turns = [golden()["log"]["moves"][:length] for length in range(logs)]
    if logs == 2:
        judged_together(logs)
    answers = at_once(*submits(rival, event, turns))
    used = min(logs, allowed)
    assert statuses(answers) == [201] * used + [409] * (logs - used)
    assert {answer.outcome for answer in answers} <= {(201, None), NO_MORE}
    attempts = list(Attempt.objects.order_by("number"))
    assert [attempt.number for attempt in attempts] == list(range(1, used + 1))
    assert Log.objects.count() == used
    [counting] = [attempt for attempt in attempts if attempt.counts]
    assert counting.score == min(attempt.score for attempt in attempts)
    assert rival.places(event) == [(1, "Ray Rival", counting.score)]
    # Each attempt that was better than all before it moved the standings, alone or with others of its commit.
    better = [a for a in attempts if all(a.score < b.score for b in attempts if b.number < a.number)]
    assert before < _of(event)[0] <= before + len(better)


def test_the_first_attempt_counts_however_close_the_second_is(owner, rival, judged_together):
    event = owner.create_for(rival, attempts=2, counts="first")
    judged_together(2)
    at_once(*submits(rival, event, map(moves_scoring, (15, 20))))
    first, second = Attempt.objects.order_by("number")
    assert (first.counts, second.counts) == (True, False)
    assert rival.places(event) == [(1, "Ray Rival", first.score)]


@pytest.mark.parametrize(("logs", "moves"), [(2, []), (10, ["nonsense"])])
def test_the_same_log_at_once_is_one_submission(owner, rival, judged_together, moves, logs):
    event = owner.create_for(rival, attempts=None)
    judged_together(logs)
    answers = at_once(*submits(rival, event, [moves] * logs))
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert Log.objects.count() == 1


@pytest.mark.extra
def test_logs_of_many_entries_at_once_are_all_stored_and_counted(owner, crowd, judged_together):
    players, scores = crowd([f"Player {n}" for n in range(10)]), range(15, 25)
    event = owner.create_for(*players)
    before = _of(event)[0]
    judged_together(10)
    sending = zip(players, map(moves_scoring, scores), strict=True)
    answers = at_once(*(partial(player.submit, event, moves) for player, moves in sending))
    assert statuses(answers) == [201] * 10
    assert before < _of(event)[0] <= before + 10, "a commit counts once"
    assert [total for _, _, total in owner.places(event)] == list(scores)


def test_one_player_joining_at_once_has_one_entry_and_many_are_all_in_and_counted(owner, rival, crowd):
    event = owner.create()
    answers = at_once(*[partial(rival.join, event)] * 8)
    assert statuses(answers) == [200] * 7 + [201]
    assert len({answer.raw for answer in answers}) == 1
    assert (Entry.objects.count(), *_of(event)) == (1, 1, 1)
    answers = at_once(*(partial(player.join, event) for player in crowd([f"Player {n}" for n in range(12)])))
    assert statuses(answers) == [201] * 12
    assert (owner.standings(event)["total"], *_of(event)) == (13, 13, 13)


@pytest.fixture
def looks_before(monkeypatch):
    """Lets something happen between what a request looks at first and what it writes."""

    def of(look, where, happens):
        looked, happened = Event(), Event()

        def look_slowly(*asked, **more):
            seen = look(*asked, **more)
            looked.set()
            assert happened.wait(PATIENCE_S)
            return seen

        def happen():
            assert looked.wait(PATIENCE_S)
            try:
                return happens()
            finally:
                happened.set()

        monkeypatch.setattr(where, look_slowly)
        return happen

    return of


@pytest.mark.extra
@pytest.mark.parametrize("acts", [["close"], ["close", "certify"], ["cancel"]])
@pytest.mark.parametrize(
    ("look", "where", "asks", "outcome"),
    [
        pytest.param(
            *(viewpoint_at, "competitions.api.views.entries.viewpoint_at"),
            *(lambda rival, event: rival.join(event), WRONG_STATE),
            id="nobody_joins",
        ),
        pytest.param(
            *(dealer.running_at, "competitions.play.dealer.running_at"),
            *(lambda rival, event: rival.act(event, "rounds/1/attempts"), NOT_OPEN),
            id="nothing_begins",
        ),
        pytest.param(
            *(submit_log.judge, "competitions.api.views.logs.judge"),
            *(lambda rival, event: rival.submit(event, []), NOT_OPEN),
            id="no_log_counts",
        ),
    ],
)
def test_once_a_competition_has_ended(owner, rival, clock, looks_before, acts, look, where, asks, outcome):
    event = owner.create(**sealed("winabit") if look is dealer.running_at else {})
    if look is not viewpoint_at:
        rival.join(event)
    clock.forward(seconds=1)

    def end():
        clock.forward(seconds=1)
        return {owner.act(event, act).status for act in acts}

    answer, ended = at_once(lambda: asks(rival, event), looks_before(look, where, end))
    assert (ended, answer.outcome) == ({200}, outcome)
    assert Entry.objects.count() == (look is not viewpoint_at)
    assert not Attempt.objects.exists()
    assert not Log.objects.exists()


def test_a_log_that_came_in_time_counts_even_if_its_turn_comes_after_the_end(
    owner, rival, clock, looks_before
):
    event = owner.create_for(rival, closes_at=clock.after(minutes=1))
    judging = submit_log.judge, "competitions.api.views.logs.judge"
    end = looks_before(*judging, partial(clock.forward, minutes=1))
    sent, _ = at_once(lambda: rival.submit(event, []), end)
    assert (sent.status, owner.read(event)["state"]) == (201, "closed")


def stored(event):
    logs = Log.objects.filter(attempt__round__competition=event["id"])
    attempts = Attempt.objects.exclude(round__competition=event["id"])
    return Entry.objects.count(), attempts.count(), logs.count()


@pytest.mark.extra
@pytest.mark.parametrize("acts", [["close", "certify"], ["cancel"]])
def test_nobody_joins_begins_or_sends_a_log_into_what_has_just_ended(owner, crowd, clock, acts):
    """Some join, some begin, some send logs, and the organiser ends it, all at the same moment."""
    players = crowd([f"Player {n}" for n in range(12)])
    event, other = owner.create_for(*players[:6]), owner.create_for(*players[:6], **sealed("winabit"))
    clock.forward(seconds=1)

    def end():
        for act in acts:
            assert {owner.act(each, act).status for each in (other, event)} == {200}
        return _of(event)[0], stored(event)

    asks = [partial(player.act, other, "rounds/1/attempts") for player in players[:3]]
    asks += [partial(player.submit, event, []) for player in players[:6]]
    asks += [partial(player.join, event) for player in players[6:]]
    final, *answers = at_once(end, *asks)
    assert {answer.outcome for answer in answers} <= {(201, None), WRONG_STATE, NOT_OPEN}
    accepted = [answer.status == 201 for answer in answers]
    begun, sent, joined = (sum(each) for each in (accepted[:3], accepted[3:9], accepted[9:]))
    assert final == (_of(event)[0], stored(event)) == (_of(event)[0], (12 + joined, begun, sent))
    assert _of(event)[1] == Entry.objects.filter(competition=event["id"]).count()
    # What was begun before has ended, or ends when its player's last request is done.
    assert all(attempt.is_overdue(clock.now) for attempt in Attempt.objects.running())


def test_no_more_players_join_than_there_are_places_and_a_name_is_given_once(owner, crowd):
    event, players = owner.create(max_entries=3), crowd([f"Player {n}" for n in range(8)])
    answers = at_once(*(partial(player.join, event) for player in players))
    assert [answer.outcome for answer in answers if answer.status != 201] == [(409, "full")] * 5
    assert _of(event)[1] == Entry.objects.count() == 3
    event = owner.create()
    answers = at_once(*(partial(player.join, event, name="Bea") for player in players[:4]))
    assert [answer.outcome for answer in answers if answer.status != 201] == [(409, "name_taken")] * 3
    assert _of(event)[1] == 1


@pytest.mark.extra
@pytest.mark.parametrize("names", [("Ann", "ann", "\uff21nn", "aNN"), ("Igor", "lgor", "|gor", "1gor")])
def test_those_of_one_look_who_join_at_once_are_numbered(owner, anyone, names):
    event = owner.create()
    answers = at_once(*(partial(anyone.guest(name).join, event) for name in names))
    assert {answer.status for answer in answers} == {201}
    numbers = sorted(answer.body["player"]["name"].partition(" ")[2] for answer in answers)
    assert numbers == ["", "2", "3", "4"]


def test_a_repeat_while_the_first_is_at_work_is_told_so(owner, rival, monkeypatch):
    event = owner.create_for(rival)
    at_work, go_on = Event(), Event()

    def slow_judge(**deal):
        at_work.set()
        assert go_on.wait(PATIENCE_S)
        return submit_log.judge(**deal)

    monkeypatch.setattr("competitions.api.views.logs.judge", slow_judge)

    def first():
        return rival.submit(event, [], Idempotency_Key="k")

    def meanwhile():
        assert at_work.wait(PATIENCE_S)
        try:
            return first(), rival.submit(event, ["deal"], Idempotency_Key="k")
        finally:
            go_on.set()

    done, (repeat, other) = at_once(first, meanwhile)
    assert done.status == 201
    assert repeat.outcome == (409, "in_progress")
    assert other.outcome == (409, "idempotency_conflict")
    assert first().raw == done.raw


def test_repeats_at_once_happen_once(owner):
    answers = at_once(*[partial(owner.post, "/competitions", contest(), Idempotency_Key="k")] * 8)
    assert {answer.outcome for answer in answers} <= {(201, None), (409, "in_progress")}
    assert len({answer.raw for answer in answers if answer.status == 201}) == 1
    assert (Competition.objects.count(), KeptAnswer.objects.count()) == (1, 1)


def test_a_dead_request_is_taken_over_once(owner, clock, monkeypatch):
    create = partial(owner.post, "/competitions", contest(), Idempotency_Key="k")
    create()
    Competition.objects.all().delete()
    KeptAnswer.objects.update(status=None, body="")
    clock.forward(minutes=2)
    both = Barrier(6)

    def lives(*seen):
        both.wait(PATIENCE_S)  # until each has found the request dead
        return is_at_work(*seen)

    monkeypatch.setattr("competitions.api.idempotency.is_at_work", lives)
    assert statuses(at_once(*[create] * 6)) == [201] + [409] * 5
    assert Competition.objects.count() == 1
