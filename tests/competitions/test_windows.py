"""The rule of a window is the same in Python, in querysets and in our own SQL."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from competitions.models import Competition, Deal, Player, Round
from competitions.models.windows import Window, not_over

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MOMENTS = [NOON + timedelta(hours=hours, microseconds=micro) for hours in (0, 2) for micro in (-1, 0, 1)]


@pytest.fixture(autouse=True)
def contests(db):
    """Contests that begin at noon, each with another end."""
    organiser = Player.objects.create(name="Olga", look="olga", shape="olga", created_at=NOON)
    for number, end in enumerate((None, NOON + timedelta(hours=2), NOON + timedelta(microseconds=1))):
        contest = Competition.objects.create(
            access="public",
            play="open",
            counts="best",
            organiser=organiser,
            name=f"Contest {number}",
            opens_at=NOON,
            closes_at=end,
            **dict.fromkeys(("created_at", "published_at"), NOON - timedelta(days=1)),
        )
        deal = Deal.objects.create(game_slug="wish", rules={}, seed="pub")
        Round.objects.create(competition=contest, number=1, deal=deal)


@pytest.mark.parametrize("now", MOMENTS)
def test_python_querysets_and_our_own_sql_agree(now):
    column = Competition._meta.get_field("closes_at")
    adapted = column.get_db_prep_value(now, connection)
    for contest in Competition.objects.all():
        state = contest.state(now)
        for asked in ("scheduled", "running", "closed"):
            found = Competition.objects.in_state(asked, now).filter(pk=contest.pk).exists()
            assert found == (asked == state), (contest, asked, state)
        assert contest.rounds.get().state(now) == {"running": "open"}.get(state, state)
        sql = f"SELECT id FROM {Competition._meta.db_table} WHERE id = %s AND {not_over('closes_at', '%s')}"
        still_on = len(list(Competition.objects.raw(sql, [contest.pk, adapted]))) == 1
        assert still_on is not Window(contest.opening, contest.closes_at).is_over(now)


def test_a_window_is_over_at_its_end():
    window = Window(NOON, NOON + timedelta(hours=1))
    assert window.has_begun(NOON)
    assert not window.is_over(window.end - timedelta.resolution)
    assert window.is_over(window.end)
    assert not Window(NOON, None).is_over(datetime.max.replace(tzinfo=UTC))
