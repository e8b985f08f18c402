"""Requests that arrive at the same moment, in real threads."""

from functools import partial
from threading import Barrier, Event

import pytest

from competitions.api.leases import is_leased
from competitions.api.views.lookups import viewpoint_at
from competitions.models import Attempt, Competition, Entry, KeptAnswer, Log
from competitions.play import dealer, submit_log
from tests.clients.contests import contest, golden, moves_scoring, sealed
from tests.servers.databases import on_databases_that_lock
from tests.servers.running import PATIENCE_S
from tests.threads import at_once

from .stored import row_counts

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


def _changes(event):
    return Competition.objects.get(pk=event["id"]).changes


def _entrants(event):
    return Competition.objects.get(pk=event["id"]).entrants


@pytest.mark.parametrize(("logs", "allowed"), [(2, 1), (20, 3)])
def test_logs_that_arrive_at_once_use_no_more_attempts_than_allowed(
    owner, rival, judged_together, logs, allowed
):
    event = owner.create_for(rival, attempts=allowed)
    before = _changes(event)
    turns = [golden()["log"]["moves"][:length] for length in range(logs)]
    if logs == 2:
        judged_together(logs)
    answers = at_once(*(lambda moves=moves: rival.submit(event, moves) for moves in turns))
    used = min(logs, allowed)
    assert sorted(answer.status for answer in answers) == [201] * used + [409] * (logs - used)
    assert {answer.code for answer in answers if answer.status == 409} <= {"no_attempts_left"}
    attempts = list(Attempt.objects.order_by("number"))
    assert [attempt.number for attempt in attempts] == list(range(1, used + 1))
    assert Log.objects.count() == used
    [counting] = [attempt for attempt in attempts if attempt.counts]
    assert counting.score == min(attempt.score for attempt in attempts)
    assert rival.places(event) == [(1, "Ray Rival", counting.score)]
    # Each attempt that was better than all before it moved the standings, alone or with others of its commit.
    better = [a for a in attempts if all(a.score < b.score for b in attempts if b.number < a.number)]
    assert before < _changes(event) <= before + len(better)


def test_the_first_attempt_counts_however_close_the_second_is(owner, rival, judged_together):
    event = owner.create_for(rival, attempts=2, counts="first")
    judged_together(2)
    turns = [moves_scoring(score) for score in (15, 20)]
    at_once(*(lambda moves=moves: rival.submit(event, moves) for moves in turns))
    first, second = Attempt.objects.order_by("number")
    assert (first.counts, second.counts) == (True, False)
    assert rival.places(event) == [(1, "Ray Rival", first.score)]


@pytest.mark.parametrize(("logs", "moves"), [(2, []), (10, ["nonsense"])])
def test_the_same_log_at_once_is_one_submission(owner, rival, judged_together, moves, logs):
    event = owner.create_for(rival, attempts=None)
    judged_together(logs)
    answers = at_once(*[lambda: rival.submit(event, moves)] * logs)
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert Log.objects.count() == 1


@pytest.mark.extra
def test_logs_of_many_entries_at_once_are_all_stored_and_counted(owner, crowd, judged_together):
    event = owner.create()
    players = crowd([f"Player {n}" for n in range(10)])
    for player in players:
        player.join(event)
    before = _changes(event)
    judged_together(10)
    scores = range(15, 25)
    answers = at_once(
        *(
            lambda player=player, score=score: player.submit(event, moves_scoring(score))
            for player, score in zip(players, scores, strict=True)
        )
    )
    assert [answer.status for answer in answers] == [201] * 10
    assert before < _changes(event) <= before + 10, "a commit counts once"
    assert [total for _, _, total in owner.places(event)] == list(scores)


def test_one_player_joining_at_once_has_one_entry(owner, rival):
    event = owner.create()
    answers = at_once(*[lambda: rival.join(event)] * 8)
    assert sorted(answer.status for answer in answers) == [200] * 7 + [201]
    assert len({answer.raw for answer in answers}) == 1
    assert (Entry.objects.count(), _entrants(event), _changes(event)) == (1, 1, 1)


def test_many_players_joining_at_once_are_all_in_and_counted(owner, crowd):
    event = owner.create()
    players = crowd([f"Player {n}" for n in range(12)])
    answers = at_once(*(lambda player=player: player.join(event) for player in players))
    assert [answer.status for answer in answers] == [201] * 12
    assert _changes(event) == 12
    assert owner.standings(event)["total"] == 12


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


ENDS = (["close"], ["close", "certify"], ["cancel"])


def _ended(owner, event, acts, clock, seconds):
    clock.forward(seconds=seconds)
    return {owner.act(event, act).status for act in acts}


@pytest.mark.extra
@pytest.mark.parametrize(("acts", "seconds"), list(zip(ENDS, (1, 0, 0), strict=True)))
def test_nobody_joins_once_a_competition_has_ended(owner, rival, clock, looks_before, acts, seconds):
    event = owner.create()
    clock.forward(seconds=1)
    end = partial(_ended, owner, event, acts, clock, seconds)
    end = looks_before(viewpoint_at, "competitions.api.views.entries.viewpoint_at", end)
    joined, ended = at_once(lambda: rival.join(event), end)
    assert (ended, joined.outcome) == ({200}, (409, "wrong_state"))
    assert not Entry.objects.exists()


@pytest.mark.extra
@pytest.mark.parametrize("acts", ENDS)
def test_nothing_begins_once_a_competition_has_ended(owner, rival, clock, looks_before, acts):
    event = owner.create_for(rival, **sealed("winabit"))
    clock.forward(seconds=1)
    end = partial(_ended, owner, event, acts, clock, 1)
    end = looks_before(dealer.running_at, "competitions.play.dealer.running_at", end)
    begun, ended = at_once(lambda: rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}), end)
    assert (ended, begun.outcome) == ({200}, (409, "round_not_open"))
    assert not Attempt.objects.exists()


@pytest.mark.extra
@pytest.mark.parametrize("acts", ENDS)
def test_no_log_counts_once_a_competition_has_ended(owner, rival, clock, looks_before, acts):
    event = owner.create_for(rival)
    clock.forward(seconds=1)
    end = partial(_ended, owner, event, acts, clock, 1)
    end = looks_before(submit_log.judge, "competitions.api.views.logs.judge", end)
    sent, ended = at_once(lambda: rival.submit(event, []), end)
    assert (ended, sent.outcome) == ({200}, (409, "round_not_open"))
    assert not Log.objects.exists()


def test_a_log_that_came_in_time_counts_even_if_its_turn_comes_after_the_end(
    owner, rival, clock, looks_before
):
    event = owner.create_for(rival, closes_at=clock.after(minutes=1))
    end = looks_before(
        submit_log.judge, "competitions.api.views.logs.judge", lambda: clock.forward(minutes=1)
    )
    sent, _ = at_once(lambda: rival.submit(event, []), end)
    assert sent.status == 201
    assert owner.get(f"/competitions/{event['id']}").body["state"] == "closed"


@pytest.mark.extra
def test_nobody_joins_or_sends_a_log_into_final_results(owner, crowd, clock):
    """Some join, some send logs, and the organiser closes and certifies, all at the same moment."""
    event = owner.create()
    players = crowd([f"Player {n}" for n in range(12)])
    for player in players[:6]:
        player.join(event)
    clock.forward(seconds=1)

    def end():
        for act in ("close", "certify"):
            assert owner.post(f"/competitions/{event['id']}/{act}", {}).status == 200
        return _changes(event), Entry.objects.count(), Log.objects.count()

    acts = [lambda player=player: player.submit(event, []) for player in players[:6]]
    acts += [lambda player=player: player.join(event) for player in players[6:]]
    final, *answers = at_once(end, *acts)
    refused = {(409, "wrong_state"), (409, "round_not_open")}
    assert {answer.outcome for answer in answers} <= {(201, None)} | refused
    accepted = [answer.status == 201 for answer in answers]
    assert final == (_changes(event), 6 + sum(accepted[6:]), sum(accepted[:6]))
    assert final[1:] == (Entry.objects.count(), Log.objects.count())
    assert _entrants(event) == Entry.objects.count()


def test_no_more_players_join_than_there_are_places(owner, crowd):
    event = owner.create(max_entries=3)
    players = crowd([f"Player {n}" for n in range(8)])
    answers = at_once(*(lambda player=player: player.join(event) for player in players))
    assert sorted(answer.outcome for answer in answers if answer.status != 201) == [(409, "full")] * 5
    assert _entrants(event) == Entry.objects.count() == 3


@pytest.mark.extra
def test_nothing_begins_or_counts_in_what_is_called_off(owner, crowd, clock):
    """Some join, some begin, some send logs, and the organiser cancels, all at the same moment."""
    event, other = owner.create(**sealed("winabit")), owner.create()
    players = crowd([f"Player {n}" for n in range(9)])
    for player in players[:6]:
        player.join(event)
        player.join(other)
    clock.forward(seconds=1)

    def cancel():
        assert [owner.act(each, "cancel").status for each in (event, other)] == [200, 200]
        return (
            Entry.objects.count(),
            Attempt.objects.count(),
            Log.objects.filter(attempt__round__competition=other["id"]).count(),
        )

    begin = f"/competitions/{event['id']}/rounds/1/attempts"
    acts = [lambda player=player: player.post(begin, {}) for player in players[:3]]
    acts += [lambda player=player: player.submit(other, []) for player in players[3:6]]
    acts += [lambda player=player: player.join(event) for player in players[6:]]
    final, *answers = at_once(cancel, *acts)
    refused = {(409, "wrong_state"), (409, "round_not_open")}
    assert {answer.outcome for answer in answers} <= {(201, None)} | refused
    logs = Log.objects.filter(attempt__round__competition=other["id"]).count()
    assert final == (Entry.objects.count(), Attempt.objects.count(), logs)
    # What was begun before has ended, or ends when its player's last request is done.
    assert all(attempt.is_overdue(clock.now) for attempt in Attempt.objects.running())


def test_nothing_counts_of_a_player_who_is_just_disqualified(owner, rival):
    event = owner.create_for(rival, attempts=None)
    [entry] = Entry.objects.all()
    path = f"/competitions/{event['id']}/entries/{entry.pk}/disqualify"

    def disqualify():
        assert owner.post(path, {"reason": "Two phones."}).status == 200
        return Attempt.objects.count()

    turns = [golden()["log"]["moves"][:length] for length in range(6)]
    final, *answers = at_once(
        disqualify, *(lambda moves=moves: rival.submit(event, moves) for moves in turns)
    )
    assert {answer.outcome for answer in answers} <= {(201, None), (403, "disqualified")}
    assert final == Attempt.objects.count() == sum(answer.status == 201 for answer in answers)


def test_nothing_is_played_by_a_player_who_has_just_declared_a_round_done(owner, rival):
    """Logs, an attempt and the declaration at the same moment: what it left out, stays out."""
    event = owner.create_for(rival, attempts=None)
    round = f"/competitions/{event['id']}/rounds/1"

    def declare():
        done = rival.post(f"{round}/done", {})
        return done.outcome if done.status != 200 else (Attempt.objects.count(), Log.objects.count())

    turns = [golden()["log"]["moves"][:length] for length in range(4)]
    acts = [lambda moves=moves: rival.submit(event, moves) for moves in turns]
    told, *answers = at_once(declare, *acts, lambda: rival.post(f"{round}/attempts", {}))
    assert {answer.outcome for answer in answers} <= {(201, None), (409, "no_attempts_left")}
    played = Attempt.objects.count(), Log.objects.count()
    assert played[0] == sum(answer.status == 201 for answer in answers)
    if told == (409, "wrong_state"):  # the attempt was begun before
        assert answers[-1].status == 201
        assert not Entry.objects.get().done
    else:
        assert told == played
        assert rival.submit(event, golden()["log"]["moves"]).outcome == (409, "no_attempts_left")


@pytest.mark.extra
@pytest.mark.parametrize("names", [("Ann", "ann", "\uff21nn", "aNN"), ("Igor", "lgor", "|gor", "1gor")])
def test_those_of_one_look_who_join_at_once_are_numbered(owner, anyone, names):
    event = owner.create()
    players = [anyone.guest(name) for name in names]
    answers = at_once(*(lambda player=player: player.join(event) for player in players))
    assert {answer.status for answer in answers} == {201}
    numbers = sorted(answer.body["player"]["name"].partition(" ")[2] for answer in answers)
    assert numbers == ["", "2", "3", "4"]


def test_a_name_for_a_contest_that_is_asked_for_at_once_is_given_once(owner, anyone):
    event = owner.create()
    players = [anyone.guest("Ann") for _ in range(4)]
    answers = at_once(*(lambda player=player: player.join(event, name="Bea") for player in players))
    assert sorted(answer.outcome for answer in answers if answer.status != 201) == [(409, "name_taken")] * 3
    assert row_counts()["Entry"] == 1


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
    create = contest()
    answers = at_once(*[lambda: owner.post("/competitions", create, Idempotency_Key="k")] * 8)
    assert {answer.outcome for answer in answers} <= {(201, None), (409, "in_progress")}
    assert len({answer.raw for answer in answers if answer.status == 201}) == 1
    assert (Competition.objects.count(), KeptAnswer.objects.count()) == (1, 1)


def test_a_dead_request_is_taken_over_once(owner, clock, monkeypatch):
    owner.post("/competitions", contest(), Idempotency_Key="k")
    Competition.objects.all().delete()
    KeptAnswer.objects.update(status=None, body="")
    clock.forward(minutes=2)
    both = Barrier(6)

    def lives(*seen):
        both.wait(PATIENCE_S)  # until each has found the request dead
        return is_leased(*seen)

    monkeypatch.setattr("competitions.api.idempotency.is_leased", lives)
    answers = at_once(*[lambda: owner.post("/competitions", contest(), Idempotency_Key="k")] * 6)
    assert sorted(answer.status for answer in answers) == [201] + [409] * 5
    assert Competition.objects.count() == 1
