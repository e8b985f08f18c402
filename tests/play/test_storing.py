"""Logs that are stored together: each as those before it left things, in the same few statements."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import Attempt, Competition, Log, Token
from competitions.play import store_logs
from competitions.refusals import Refusal
from tests.clients.contests import golden
from tests.play.sending import contest, players, sent, store_now
from tests.servers.databases import ALIKE, on_databases_that_lock
from tests.threads import at_once

__all__ = ["contest", "players", "sent"]


def _said(outcomes):
    """The score of each log, or the code of the refusal."""
    return [
        outcome.code if isinstance(outcome, Refusal) or outcome.code else outcome.attempt.score
        for outcome in outcomes
    ]


def _standing(event, player):
    """Score and number of the attempt that counts."""
    mine = Attempt.objects.filter(entry__competition=event["id"], entry__player=player.player["id"])
    counting = mine.get(counts=True)
    return counting.score, counting.number


def test_each_is_stored_as_those_before_it_left_things(contest, players, sent):
    ann, ben, _ = players
    event = contest(attempts=3)
    before = Competition.objects.get(pk=event["id"]).changes
    outcomes = store_now(
        sent(event, ann, 25),
        sent(event, ben, 20),
        sent(event, ann, 22),
        sent(event, ann, 25),
        sent(event, ann, 24),
        sent(event, ann, 21),
    )
    assert _said(outcomes) == [25, 20, 22, 25, 24, "no_attempts_left"]
    assert outcomes[3] is outcomes[0]
    assert _standing(event, ann) == (22, 2)
    assert _standing(event, ben) == (20, 1)
    assert Competition.objects.get(pk=event["id"]).changes == before + 1, "one commit is one change"
    assert sorted(Attempt.objects.values_list("number", flat=True)) == [1, 1, 2, 3]
    assert Log.objects.count() == 4


def test_a_later_batch_goes_on_where_the_one_before_ended(contest, players, sent):
    ann, ben, cy = players
    event = contest(attempts=None)
    store_now(sent(event, ann, 22), sent(event, ben, 20))
    outcomes = store_now(
        sent(event, ann, 23),
        sent(event, ann, 19),
        sent(event, ann, 18),
        sent(event, ben, 20),
        sent(event, cy, 25),
    )
    assert _said(outcomes) == [23, 19, 18, 20, 25]
    assert [_standing(event, player) for player in players] == [(18, 4), (20, 1), (25, 1)]
    assert Log.objects.count() == 6


def test_the_first_counts_where_that_is_the_rule(contest, players, sent):
    event = contest(attempts=None, counts="first")
    store_now(sent(event, players[0], 25), sent(event, players[0], 15))
    store_now(sent(event, players[0], 14))
    assert _standing(event, players[0]) == (25, 1)


@pytest.mark.extra
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("lengths", [(2, 1), (1, 2)])
@pytest.mark.parametrize(("tie_break", "decides"), [("", False), ("moves", True), ("earliest,moves", False)])
def test_of_equal_scores_the_better_by_the_tie_breaks_counts(
    contest, players, sent, tie_break, decides, lengths, together
):
    """The better one counts, whichever came first; without tie-breaks, and by `earliest`, the first one."""
    event = contest(attempts=None)
    logs = [sent(event, players[0], golden()["log"]["moves"][:length]) for length in lengths]
    Competition.objects.update(tie_break=tie_break)  # after it was read for judging the logs
    before = Competition.objects.get().changes
    for batch in [logs] if together else [[log] for log in logs]:
        store_now(*batch)
    expected = min(lengths) if decides else lengths[0]
    counting = Attempt.objects.get(counts=True)
    assert (counting.score, counting.moves_made) == (29, expected)
    commits = 1 if together or expected == lengths[0] else 2
    assert Competition.objects.get().changes == before + commits


def test_logs_of_many_contests_are_each_held_to_their_own(contest, players, sent, clock):
    ann, ben, _ = players
    open, closing = contest(attempts=1), contest(closes_at=clock.after(hours=1))
    clock.forward(hours=1)
    outcomes = store_now(
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
    store_now(sent(event, players[0], 20, along=lambda log: seen.append(Log.objects.get(pk=log.pk))))
    assert [log.attempt.score for log in seen] == [20]


def test_where_what_goes_along_fails_nothing_of_the_log_is_stored(committed, sent):
    event, ann = committed.guest("Olga Owner").create(), committed.guest("Ann")
    ann.join(event)

    def taken_over(log):
        raise Refusal("in_progress", "Another has taken over.")

    with pytest.raises(Refusal):
        store_logs.store_together(sent(event, ann, 20, along=taken_over))
    assert not Log.objects.exists()
    assert not Attempt.objects.exists()


def test_what_is_stored_is_seen_by_others_when_it_is_answered(committed, sent):
    event, ann = committed.guest("Olga Owner").create(), committed.guest("Ann")
    ann.join(event)
    log = store_logs.store_together(sent(event, ann, 20))
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(_scores_elsewhere).result() == [20]
    assert connection.get_autocommit()
    assert store_logs.store_together(sent(event, ann, 20)).pk == log.pk


def _scores_elsewhere():
    try:
        return list(Attempt.objects.filter(counts=True).values_list("score", flat=True))
    finally:
        connections.close_all()


def test_an_entry_that_is_gone_is_refused_and_the_others_are_stored(contest, players, sent):
    event = contest()
    gone, there = sent(event, players[0], 20), sent(event, players[1], 20)
    gone.entry.delete()
    gone.entry.pk = gone.entry.pk or "g" * 16
    assert _said(store_now(gone, there)) == ["not_found", 20]


def test_a_log_whose_token_was_revoked_meanwhile_is_refused_and_the_others_are_stored(
    contest, players, sent, clock
):
    event = contest(attempts=2)
    submissions = [sent(event, player, 20) for player in players]
    submissions.append(sent(event, players[0], 19, token=None))
    submissions[1].token.revoked_at = clock.now
    submissions[1].token.save()
    submissions[2] = replace(submissions[2], token=Token(pk="gone"))
    assert _said(store_now(*submissions)) == [20, "unauthenticated", "unauthenticated", 19]


def test_many_cost_as_many_statements_as_one(contest, players, sent):
    event = contest(attempts=None)
    counts = []
    for scores in ([26], [25], [24, 23, 22, 21]):
        submissions = [sent(event, player, score) for player in players for score in scores]
        with CaptureQueriesContext(connection) as queries:
            store_now(*submissions)
        counts.append(len(queries))
    first, one, many = counts
    assert first < one == many, "who was never there before has less to look up"


def test_logs_that_came_before_an_early_close_ask_together_whether_there_was_one(
    contest, players, sent, clock
):
    counts = []
    for scores in ([25], [25, 24, 23]):
        event = contest(attempts=None, closes_at=clock.after(hours=1))
        submissions = [sent(event, player, score) for player in players for score in scores]
        clock.forward(minutes=1)
        Competition.objects.filter(pk=event["id"]).update(closes_at=clock.now)
        with CaptureQueriesContext(connection) as queries:
            outcomes = store_now(*submissions)
        assert _said(outcomes) == scores * 3
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("any_database", ALIKE, indirect=True)
def test_many_contests_cost_as_many_statements_as_one_and_each_counts_its_own(committed, sent):
    owner, ann, ben = map(committed.guest, ("Olga Owner", "Ann", "Ben"))
    events = [owner.create(attempts=None) for _ in range(4)]
    for event in events:
        ann.join(event)
        ben.join(event)
    # The counts are written by keys; what else is unique must not get in the way.
    Competition.objects.filter(pk=events[0]["id"]).update(kind="challenge", challenge="a deal")
    counts = []
    for score, contests in ((26, events), (25, events[:1]), (24, events)):
        submissions = [sent(event, ann, score) for event in contests]
        with CaptureQueriesContext(connection) as queries:
            store_now(*submissions)
        counts.append(len(queries))
    _, one, many = counts
    assert one == many
    stored = [Competition.objects.get(pk=event["id"]) for event in events]
    ahead = stored[0].changes
    assert [each.changes for each in stored] == [ahead, ahead - 1, ahead - 1, ahead - 1]
    for each in stored:
        numbers = Attempt.objects.filter(round__competition=each).order_by("event")
        assert numbers.last().event == each.events
        stamps = dict(each.entries.values_list("player", "changed"))
        assert stamps[ann.player["id"]] == each.changes > stamps[ben.player["id"]]


def test_of_rejected_logs_the_newest_are_kept(contest, players, sent, monkeypatch, clock):
    ann, ben, _ = players
    monkeypatch.setattr(store_logs, "REJECTED_KEPT", 3)
    event = contest(attempts=None)
    store_now(sent(event, ann, 20), sent(event, ben, ["x"]))
    for n in range(5):
        clock.forward(seconds=1)
        store_now(sent(event, ann, [f"n{n}"]))
    kept = Log.objects.exclude(code="").filter(entry__player=ann.player["id"]).order_by("received_at")
    assert [json.loads(log.moves) for log in kept] == [["n2"], ["n3"], ["n4"]]
    assert Log.objects.exclude(code="").count() == 4, "others' are left alone"
    [log] = store_now(sent(event, ann, ["late"], now=timezone.now() - timedelta(seconds=5)))
    assert Log.objects.filter(pk=log.pk).exists(), "the answered one is always kept"


@pytest.mark.extra
@on_databases_that_lock
def test_two_who_store_the_same_entries_in_another_order_do_not_block_each_other(committed, sent):
    """Each acts like a process of its own: neither knows what the other waits for."""
    owner = committed.guest("Olga Owner")
    players = [committed.guest(name) for name in ("Ann", "Ben", "Cy")]
    events = [owner.create(attempts=None) for _ in range(4)]
    for event in events:
        for player in players:
            player.join(event)
    batches = [
        [
            sent(event, player, ["nonsense", str(n)] if n % 2 else 30 - n)
            for event in events
            for player in players
        ]
        for n in range(8)
    ]

    def store_all(start, order):
        for batch in batches[start::2]:
            store_now(*batch[::order])

    at_once(lambda: store_all(0, 1), lambda: store_all(1, -1))
    assert Log.objects.count() == 8 * 12
