"""Logs that are stored together: each as those before it left things, in the same few statements."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import Attempt, Competition, Entry, Log, Round, Token
from competitions.play import store_logs, submit_log
from competitions.refusals import Refusal
from tests.clients.contests import golden, moves_scoring
from tests.servers.databases import ALIKE, on_databases_that_lock
from tests.threads import at_once


@pytest.fixture
def sent(monkeypatch):
    """Makes a submission of moves, or of the golden log's first moves that lead to a score."""

    def sent(event, player, moves, **given):
        round = Round.objects.select_related("competition", "deal").get(competition=event["id"], number=1)
        moves = moves_scoring(moves) if isinstance(moves, int) else moves
        mine = {"player": player.player["id"]}
        with monkeypatch.context() as instead:
            instead.setattr(submit_log, "store_together", lambda submission: submission)
            return submit_log.submit_log(
                entry=Entry.objects.get(competition=event["id"], **mine),
                round=round,
                moves=moves,
                verdict=submit_log.judge(deal=round.deal, moves=moves),
                **{"now": timezone.now(), "token": Token.objects.get(**mine)} | given,
            )

    return sent


@pytest.fixture
def players(anyone, crowd):
    return crowd(["Ann", "Ben", "Cy"])


@pytest.fixture
def contest(owner, players):
    """Makes a contest that the three have joined."""
    return lambda **settings: owner.create_for(*players, **settings)


def store_now(*submissions):
    """Store these in one transaction; return each log, or the refusal."""
    with transaction.atomic():
        return store_logs.store_logs(submissions)


def _outcomes(*submissions):
    """The score of each log, or the code of the refusal."""
    return [
        outcome.code if isinstance(outcome, Refusal) or outcome.code else outcome.attempt.score
        for outcome in store_now(*submissions)
    ]


def _statements(*submissions):
    with CaptureQueriesContext(connection) as queries:
        store_now(*submissions)
    return len(queries)


def _standing(event, player):
    """Score and number of the attempt that counts."""
    mine = Attempt.objects.filter(entry__competition=event["id"], entry__player=player.player["id"])
    counting = mine.get(counts=True)
    return counting.score, counting.number


@pytest.mark.parametrize(
    ("settings", "batches", "outcomes", "standing"),
    [
        (  # one commit, in which the same log comes twice, and one too many
            {"attempts": 3},
            [[(0, 25), (1, 20), (0, 22), (0, 25), (0, 24), (0, 21)]],
            [[25, 20, 22, 25, 24, "no_attempts_left"]],
            [(22, 2), (20, 1)],
        ),
        (
            {"attempts": None},
            [[(0, 22), (1, 20)], [(0, 23), (0, 19), (0, 18), (1, 20), (2, 25)]],
            [[22, 20], [23, 19, 18, 20, 25]],
            [(18, 4), (20, 1), (25, 1)],
        ),
        ({"attempts": None, "counts": "first"}, [[(0, 25), (0, 15)], [(0, 14)]], [[25, 15], [14]], [(25, 1)]),
    ],
)
def test_each_is_stored_as_those_before_it_left_things(
    contest, players, sent, settings, batches, outcomes, standing
):
    event = contest(**settings)
    for batch, said in zip(batches, outcomes, strict=True):
        before = Competition.objects.get().changes
        assert _outcomes(*(sent(event, players[n], score) for n, score in batch)) == said
        changed = settings.get("counts") != "first" or batch is batches[0]
        assert Competition.objects.get().changes == before + changed, "one commit is one change"
    assert [_standing(event, player) for player in players[: len(standing)]] == standing
    stored = {(n, score) for batch in batches for n, score in batch if (n, score) != (0, 21)}
    assert Log.objects.count() == Attempt.objects.count() == len(stored)
    numbers = Attempt.objects.order_by("entry", "number").values_list("entry", "number")
    assert len(set(numbers)) == len(stored)
    assert all(number == 1 or (entry, number - 1) in set(numbers) for entry, number in numbers)


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
    assert _outcomes(
        sent(closing, ann, 20),
        sent(open, ann, 20),
        sent(open, ben, ["nonsense"]),
        sent(closing, ben, ["nonsense"]),
        sent(open, ann, 19),
    ) == ["round_not_open", 20, "bad_move", "round_not_open", "no_attempts_left"]
    assert Log.objects.count() == 2


def test_an_answer_is_kept_with_its_log_or_none_of_both_is_stored(committed, sent, monkeypatch):
    event, ann = committed.guest("Olga Owner").create(), committed.guest("Ann")
    ann.join(event)
    kept = []

    def taken_over(log):
        kept.append(Log.objects.get(pk=log.pk).attempt.score)  # it is there already
        if len(kept) < 3:
            raise Refusal("in_progress", "Another has taken over.")

    with pytest.raises(Refusal):
        submit_log.store_together(sent(event, ann, 20, keep=taken_over))
    assert kept == [20, 20], "tried again alone"
    assert not Log.objects.exists()
    assert not Attempt.objects.exists()
    log = submit_log.store_together(sent(event, ann, 20, keep=taken_over))
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(_scores_elsewhere).result() == [20], "it is committed when it is answered"
    assert connection.get_autocommit()
    assert submit_log.store_together(sent(event, ann, 20)).pk == log.pk


def _scores_elsewhere():
    try:
        return list(Attempt.objects.filter(counts=True).values_list("score", flat=True))
    finally:
        connections.close_all()


def test_what_is_refused_does_not_keep_the_others_out(contest, players, sent, clock):
    """An entry that is gone, and tokens that were revoked meanwhile."""
    event = contest(attempts=2)
    ann, ben, cy = players
    gone = sent(event, cy, 21)
    Entry.objects.filter(pk=gone.log.entry_id).delete()
    Token.objects.filter(player=ben.player["id"]).update(revoked_at=clock.now)
    assert _outcomes(
        sent(event, ann, 20),
        gone,
        sent(event, ben, 20),
        sent(event, ann, 19, token=Token(pk="gone")),
        sent(event, ben, 18, token=None),
        sent(event, ann, 19, token=None),
    ) == [20, "not_found", "unauthenticated", "unauthenticated", 18, 19]


def test_many_cost_as_many_statements_as_one(contest, players, sent):
    event = contest(attempts=None)
    first, one, many = (
        _statements(*(sent(event, player, score) for player in players for score in scores))
        for scores in ([26], [25], [24, 23, 22, 21])
    )
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
            assert _outcomes(*submissions) == scores * 3
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("any_database", ALIKE, indirect=True)
def test_many_contests_cost_as_many_statements_as_one_and_each_counts_its_own(committed, sent):
    owner, ann, ben = map(committed.guest, ("Olga Owner", "Ann", "Ben"))
    events = [owner.create_for(ann, ben, attempts=None) for _ in range(4)]
    # The counts are written by keys; what else is unique must not get in the way.
    Competition.objects.filter(pk=events[0]["id"]).update(kind="challenge", challenge="a deal")
    _, one, many = (
        _statements(*(sent(event, ann, score) for event in contests))
        for score, contests in ((26, events), (25, events[:1]), (24, events))
    )
    assert one == many
    stored = [Competition.objects.get(pk=event["id"]) for event in events]
    ahead = stored[0].changes
    assert [each.changes for each in stored] == [ahead, ahead - 1, ahead - 1, ahead - 1]
    for each in stored:
        assert Attempt.objects.filter(round__competition=each).order_by("event").last().event == each.events
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
    assert [log.moves for log in kept] == [["n2"], ["n3"], ["n4"]]
    assert Log.objects.exclude(code="").count() == 4, "others' are left alone"
    [log] = store_now(sent(event, ann, ["late"], now=timezone.now() - timedelta(seconds=5)))
    assert Log.objects.filter(pk=log.pk).exists(), "the answered one is always kept"


@pytest.mark.extra
@on_databases_that_lock
def test_two_who_store_the_same_entries_in_another_order_do_not_block_each_other(committed, sent):
    """Each acts like a process of its own: neither knows what the other waits for."""
    owner, *players = map(committed.guest, ("Olga Owner", "Ann", "Ben", "Cy"))
    events = [owner.create_for(*players, attempts=None) for _ in range(4)]
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
