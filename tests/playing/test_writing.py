"""Writing rows without the ORM, on both databases."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from competitions.models import Attempt, Competition, Entry, Move, Player
from competitions.models.writing import count_up, insert, write_fields

from .seats import sit_down


@pytest.fixture
def attempts(committed):
    player = committed.guest("Ann")
    event = player.create(play="sealed", rounds=[{"game": "winabit"}] * 3)
    begun = [sit_down(player, event, number).attempt["id"] for number in (1, 2, 3)]
    return list(Attempt.objects.filter(pk__in=begun).order_by("round__number"))


def test_each_row_gets_its_own_values_and_nulls_are_nulls(attempts):
    now = timezone.now()
    running, over, third = attempts
    over.elapsed_ms, over.ended_at, over.score, over.finished, over.won = 2**40, now, -7, True, True
    running.moves_made = over.moves_made = 7
    write_fields([running, over], ("elapsed_ms", "ended_at", "score", "finished", "won"))
    running, over, untouched = Attempt.objects.order_by("round__number")
    assert (running.elapsed_ms, running.ended_at, running.score) == (None, None, None)
    assert (over.elapsed_ms, over.ended_at, over.score, over.won) == (2**40, now, -7, True)
    assert running.moves_made == over.moves_made == 0, "no other field was asked for"
    assert (untouched.pk, untouched.ended_at) == (third.pk, None)


def test_a_null_alone_is_no_text(attempts):
    for attempt in attempts:
        attempt.elapsed_ms = None
    write_fields(attempts, ("elapsed_ms",))
    assert set(Attempt.objects.values_list("elapsed_ms", flat=True)) == {None}


def test_a_row_that_is_gone_stays_gone(attempts):
    gone, *others = attempts
    Attempt.objects.filter(pk=gone.pk).delete()
    write_fields(attempts, ("takebacks",))
    assert set(Attempt.objects.values_list("pk", flat=True)) == {each.pk for each in others}
    entry = Entry.objects.get()
    Entry.objects.all().delete()
    entry.changed, entry.called = 3, "Ann O."
    write_fields([entry], ("changed", "called"))
    assert not Entry.objects.exists()


def test_what_is_inserted_is_what_the_rows_were(attempts):
    now = timezone.now()
    attempt = attempts[0]
    made = [Move(attempt=attempt, ply=ply, text=f"{ply}", made_at=now) for ply in range(3)]
    insert(made)
    assert list(attempt.moves.values_list("ply", "text", "made_at")) == [
        (ply, f"{ply}", now) for ply in range(3)
    ]
    other = Player.objects.create(name="Bea", look="bea", created_at=now)
    entry = Entry(competition=attempt.entry.competition, player=other, joined_at=now, event=2**40)
    assert entry._state.adding
    insert([entry])
    assert not entry._state.adding
    stored = Entry.objects.get(pk=entry.pk)
    for field in Entry._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(entry, field.attname), field.name
    with pytest.raises(IntegrityError):
        insert([Entry(competition=attempt.entry.competition, player=other, joined_at=now)])


def test_it_is_counted_from_what_the_database_has(attempts):
    competition, other = Competition.objects.get(), Competition.objects.get()
    before = competition.changes
    for row in (competition, other):
        count_up(row, "changes")
    assert Competition.objects.get().changes == before + 2
