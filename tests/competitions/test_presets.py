"""Presets: each makes a contest that can be joined and played at once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from competitions.contests.create import create_competition
from competitions.contests.join import join
from competitions.contests.presets import PRESETS
from competitions.people.register import register_guest
from competitions.play import dealer
from games import GAMES

NOW = datetime(2026, 11, 21, 20, 15, 30, tzinfo=UTC)


def plan_of(preset, game=None):
    return PRESETS[preset].plan(name="A contest", now=NOW, game=game)


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("slug", [None, *GAMES])
def test_a_preset_makes_a_contest_of_any_game_that_is_joined_and_played_at_once(preset, slug):
    now, game = timezone.now(), GAMES.get(slug)
    organiser = register_guest(name="Olga", bot=False, now=now)
    plan = PRESETS[preset].plan(name="A contest", now=now, game=game)
    made = create_competition(organiser=organiser, plan=plan, now=now)
    if game is not None:
        assert {round.deal.game for round in made.rounds.all()} == {game}
    assert made.state(now) == "running"
    entry, _ = join(competition=made, player=organiser, invite=None, now=now)
    seat, _ = dealer.start_attempt(entry=entry, round=made.rounds.all()[0], now=now)
    assert dealer.finish(attempt_id=seat.attempt.pk, now=now).attempt.score is not None


def test_what_each_preset_is():
    said = {
        preset: (len(plan.rounds), plan.ranking, plan.access, plan.closes_at and plan.closes_at - NOW)
        for preset in PRESETS
        for plan in [plan_of(preset)]
    }
    seconds = timedelta(seconds=30)
    assert said == {
        "friends": (1, "total", "unlisted", None),
        "club": (6, "matchpoints", "unlisted", timedelta(hours=4) - seconds),
        "three": (3, "total", "public", timedelta(days=7) - seconds),
        "week": (7, "total", "unlisted", timedelta(days=7) - seconds),
        "season": (10, "points", "unlisted", timedelta(days=70) - seconds),
    }


@pytest.mark.parametrize(("preset", "each"), [("week", timedelta(days=1)), ("season", timedelta(days=7))])
def test_rounds_of_their_own_days_follow_on_each_other(preset, each):
    plan = plan_of(preset)
    first, *others = plan.rounds
    begins = NOW.replace(second=0)
    assert (first.opens_at, first.closes_at) == (None, begins + each)
    for before, round in zip(plan.rounds, others, strict=False):
        assert round.opens_at == before.closes_at
        assert round.closes_at - round.opens_at == each
    assert plan.closes_at == others[-1].closes_at


def test_a_season_plays_all_games_in_turn():
    assert [round.game.slug for round in plan_of("season").rounds] == [*GAMES] * 2
