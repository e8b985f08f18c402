"""The statements for logs that are stored together say what the models mean, on both databases."""

import pytest

from competitions.models import Attempt, Log, Round
from competitions.playing import log_rows
from competitions.playing.log_rows import Sent
from tests.playing.sending import contest, players, sent, store_now

__all__ = ["contest", "players", "sent"]


HELD_TO = (
    "id",
    "opens_at",
    "closes_at",
    "published_at",
    "cancelled_at",
    "certified_at",
    "attempts",
    "counts",
    "tie_break",
)
COMPARED = ("id", "number", "score", "won", "moves_made", "elapsed_ms")


@pytest.fixture
def anyone(committed):
    return committed


def test_how_things_stand_is_what_the_models_say(contest, players, sent, clock):
    ann, ben, cy = players
    event = contest(attempts=3, closes_at=clock.after(hours=1))
    outcomes = store_now(sent(event, ann, 25), sent(event, ann, 22), sent(event, ben, ["nonsense"]))
    submissions = [sent(event, ann, 25), sent(event, ben, ["nonsense"]), sent(event, cy, 20)]
    found = log_rows.look_up(
        [
            Sent(each.token.pk, each.entry.pk, each.round.pk, event["id"], each.fingerprint)
            for each in submissions
        ]
    )
    assert not any(each.revoked for each in found)
    for submission, each in zip(submissions, found, strict=True):
        entry, round = submission.entry, Round.objects.get(pk=submission.round.pk)
        assert (each.round.opens_at, each.round.closes_at) == (round.opens_at, round.closes_at)
        _read(each.round.competition, round.competition, HELD_TO)
        assert each.made == entry.attempts.filter(round=round).count()
        counting = entry.attempts.filter(round=round, counts=True).first()
        assert each.counting == counting
        if counting is not None:
            _read(each.counting, counting, COMPARED)
    assert [each.stored and each.stored.pk for each in found] == [outcomes[0].pk, outcomes[2].pk, None]
    for each, log in ((found[0].stored, outcomes[0]), (found[1].stored, outcomes[2])):
        for name in ("received_at", "code", "ply", "error", "verdict"):
            assert getattr(each, name) == getattr(log, name)
    result, attempt = found[0].stored.attempt, outcomes[0].attempt
    assert (result.score, result.won, result.finished) == (attempt.score, attempt.won, attempt.finished)
    assert found[1].stored.attempt is None


def test_what_is_written_is_what_the_models_read(contest, players, sent):
    event = contest(attempts=None)
    outcomes = store_now(*(sent(event, players[0], moves) for moves in (25, 22, ["turn e", "\ud800\x00"])))
    for log in outcomes:
        _same(log, Log.objects.get(pk=log.pk))
        if log.attempt is not None:
            _same(log.attempt, Attempt.objects.get(pk=log.attempt.pk))


def _read(row, same, names):
    """The row has these fields, and needs no further query for them."""
    assert {name: row.__dict__.get(name, ...) for name in names} == {
        name: getattr(same, name) for name in names
    }


def _same(made, read):
    for field in made._meta.concrete_fields:
        assert getattr(made, field.attname) == getattr(read, field.attname), field.name
