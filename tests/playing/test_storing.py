"""Logs that are stored together: each as those before it left things, in the same few statements."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import Attempt, Competition, Entry, Log, Round
from competitions.playing import log_rows, storing
from competitions.playing.log_rows import Sent
from competitions.playing.storing import Submission, store
from competitions.playing.submitting import judge
from competitions.refusals import Refusal


@pytest.fixture
def sent(kit):
    """A submission of a beginning of the golden log that has this score, or of other moves."""

    def sent(event, player, moves, **given):
        round = Round.objects.select_related("competition", "deal").get(competition=event["id"], number=1)
        entry = Entry.objects.get(competition=event["id"], player=player.player["id"])
        moves = kit.moves_scoring(moves) if isinstance(moves, int) else moves
        named = {
            "entry": entry,
            "round": round,
            "verdict": judge(deal=round.deal, moves=moves),
            "text": json.dumps(moves),
            "fingerprint": json.dumps(moves)[-64:],
            "now": timezone.now(),
            "along": lambda log: None,
        }
        return Submission(**named | given)

    return sent


@pytest.fixture
def players(anyone, crowd):
    return crowd(["Ann", "Ben", "Cy"])


@pytest.fixture
def contest(owner, players):
    """Makes a contest that the three have joined."""

    def contest(**settings):
        event = owner.create(**settings)
        for player in players:
            player.join(event)
        return event

    return contest


def _store(*submissions):
    with transaction.atomic():
        return store(submissions)


def _said(outcomes):
    """The score of each log, or the code of the refusal."""
    return [
        outcome.code if isinstance(outcome, Refusal) or outcome.code else outcome.attempt.score
        for outcome in outcomes
    ]


def _standing(event, player):
    """Score and number of the attempt that counts, then what the entry gains."""
    entry = Entry.objects.get(competition=event["id"], player=player.player["id"])
    [counting] = entry.attempts.filter(counts=True)
    return counting.score, counting.number, entry.gain


def test_each_is_stored_as_those_before_it_left_things(contest, players, sent):
    ann, ben, _ = players
    event = contest(attempts=3)
    before = Competition.objects.get(pk=event["id"]).changes
    outcomes = _store(
        sent(event, ann, 25),
        sent(event, ben, 20),
        sent(event, ann, 22),
        sent(event, ann, 25),
        sent(event, ann, 24),
        sent(event, ann, 21),
    )
    assert _said(outcomes) == [25, 20, 22, 25, 24, "no_attempts_left"]
    assert outcomes[3] is outcomes[0]
    assert _standing(event, ann) == (22, 2, 8)
    assert _standing(event, ben) == (20, 1, 10)
    assert Competition.objects.get(pk=event["id"]).changes == before + 3
    assert sorted(Attempt.objects.values_list("number", flat=True)) == [1, 1, 2, 3]
    assert Log.objects.count() == 4


def test_a_later_batch_goes_on_where_the_one_before_ended(contest, players, sent):
    ann, ben, cy = players
    event = contest(attempts=None)
    _store(sent(event, ann, 22), sent(event, ben, 20))
    outcomes = _store(
        sent(event, ann, 23),
        sent(event, ann, 19),
        sent(event, ann, 18),
        sent(event, ben, 20),
        sent(event, cy, 25),
    )
    assert _said(outcomes) == [23, 19, 18, 20, 25]
    assert [_standing(event, player) for player in players] == [(18, 4, 12), (20, 1, 10), (25, 1, 5)]
    assert Log.objects.count() == 6


def test_the_first_counts_where_that_is_the_rule(contest, players, sent):
    event = contest(attempts=None, counts="first")
    _store(sent(event, players[0], 25), sent(event, players[0], 15))
    _store(sent(event, players[0], 14))
    assert _standing(event, players[0]) == (25, 1, 5)


def test_logs_of_many_contests_are_each_held_to_their_own(contest, players, sent, clock):
    ann, ben, _ = players
    open, closing = contest(attempts=1), contest(closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    outcomes = _store(
        sent(closing, ann, 20),
        sent(open, ann, 20),
        sent(open, ben, ["nonsense"]),
        sent(closing, ben, ["nonsense"]),
        sent(open, ann, 19),
    )
    assert _said(outcomes) == ["round_not_open", 20, "bad_move", "round_not_open", "no_attempts_left"]
    assert Log.objects.count() == 2


def test_what_goes_along_is_written_with_the_log_and_sees_it(contest, players, sent):
    seen = []
    event = contest()
    _store(sent(event, players[0], 20, along=lambda log: seen.append(Log.objects.get(pk=log.pk))))
    assert [log.attempt.score for log in seen] == [20]


def test_an_entry_that_is_gone_is_refused_and_the_others_are_stored(contest, players, sent):
    event = contest()
    gone, there = sent(event, players[0], 20), sent(event, players[1], 20)
    gone.entry.delete()
    gone.entry.pk = gone.entry.pk or "g" * 16
    assert _said(_store(gone, there)) == ["not_found", 20]


def test_many_cost_as_many_statements_as_one(contest, players, sent):
    event = contest(attempts=None)
    counts = []
    for scores in ([25], [24, 23, 22, 21]):
        submissions = [sent(event, player, score) for player in players for score in scores]
        with CaptureQueriesContext(connection) as queries:
            _store(*submissions)
        counts.append(len(queries))
    assert counts[0] + 1 == counts[1], "one more, as attempts that counted are replaced"


def test_of_rejected_logs_the_newest_are_kept(contest, players, sent, monkeypatch, clock):
    ann, ben, _ = players
    monkeypatch.setattr(storing, "REJECTED_KEPT", 3)
    event = contest(attempts=None)
    _store(sent(event, ann, 20), sent(event, ben, ["x"]))
    for n in range(5):
        clock.forward(seconds=1)
        _store(sent(event, ann, [f"n{n}"]))
    kept = Log.objects.exclude(code="").filter(entry__player=ann.player["id"]).order_by("received_at")
    assert [json.loads(log.moves) for log in kept] == [["n2"], ["n3"], ["n4"]]
    assert Log.objects.exclude(code="").count() == 4, "others' are left alone"
    [log] = _store(sent(event, ann, ["late"], now=timezone.now() - timedelta(seconds=5)))
    assert Log.objects.filter(pk=log.pk).exists(), "the answered one is always kept"


# What the statements say is what the models mean


def test_how_things_stand_is_what_the_models_say(contest, players, sent, clock):
    ann, ben, cy = players
    event = contest(attempts=3, closes_at=clock.after(hours=1))
    outcomes = _store(sent(event, ann, 25), sent(event, ann, 22), sent(event, ben, ["nonsense"]))
    submissions = [sent(event, ann, 25), sent(event, ben, ["nonsense"]), sent(event, cy, 20)]
    found = log_rows.look_up([Sent(each.entry.pk, each.round.pk, each.fingerprint) for each in submissions])
    for submission, each in zip(submissions, found, strict=True):
        entry, round = Entry.objects.get(pk=submission.entry.pk), Round.objects.get(pk=submission.round.pk)
        assert (each.entry, each.entry.gain, each.entry.played) == (entry, entry.gain, entry.played)
        assert (each.round.opens_at, each.round.closes_at) == (round.opens_at, round.closes_at)
        for name in ("pk", "opens_at", "closes_at", "created_at", "certified_at", "attempts"):
            assert getattr(each.round.competition, name) == getattr(round.competition, name)
        assert each.made == entry.attempts.filter(round=round).count()
        counting = entry.attempts.filter(round=round, counts=True).first()
        assert each.counting == counting
        if counting is not None:
            assert (each.counting.score, each.counting.number) == (counting.score, counting.number)
    assert [each.stored and each.stored.pk for each in found] == [outcomes[0].pk, outcomes[2].pk, None]
    for each, log in ((found[0].stored, outcomes[0]), (found[1].stored, outcomes[2])):
        for name in ("received_at", "code", "ply", "error", "verdict"):
            assert getattr(each, name) == getattr(log, name)
    result, attempt = found[0].stored.attempt, outcomes[0].attempt
    assert (result.score, result.won, result.finished) == (attempt.score, attempt.won, attempt.finished)
    assert found[1].stored.attempt is None


def test_what_is_written_is_what_the_models_read(contest, players, sent):
    event = contest(attempts=None)
    outcomes = _store(*(sent(event, players[0], moves) for moves in (25, 22, ["turn e", "\ud800\x00"])))
    for log in outcomes:
        _same(log, Log.objects.get(pk=log.pk))
        if log.attempt is not None:
            _same(log.attempt, Attempt.objects.get(pk=log.attempt.pk))


def _same(made, read):
    for field in made._meta.concrete_fields:
        assert getattr(made, field.attname) == getattr(read, field.attname), field.name


@pytest.fixture
def several_contests(committed, kit, sent):
    """Submissions of three players to four contests, on a database of their own, anew at each call."""
    owner = committed.guest("Olga Owner")
    players = [committed.guest(name) for name in ("Ann", "Ben", "Cy")]
    events = [owner.create(attempts=None) for _ in range(4)]
    for event in events:
        for player in players:
            player.join(event)
    return lambda n: [
        sent(event, player, ["nonsense", str(n)] if n % 2 else 30 - n)
        for event in events
        for player in players
    ]


def test_two_who_store_the_same_entries_in_another_order_do_not_block_each_other(several_contests):
    """Two processes, as it were: neither knows what the other waits for."""

    def store_all(start, order):
        try:
            for n in range(start, 12, 2):
                _store(*several_contests(n)[::order])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(store_all, 0, 1), pool.submit(store_all, 1, -1)]:
            done.result()
    assert Log.objects.count() == 12 * 12
