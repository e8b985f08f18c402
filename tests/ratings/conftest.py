"""Contests that are certified, with the scores that a test says, and fresh memories of the ratings."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from competitions.contests.close import certify, close
from competitions.contests.create import create_competition
from competitions.contests.join import join
from competitions.contests.plans import Plan, RoundPlan
from competitions.models import Access, Attempt, Competition, Counts, Entry, Play, Player
from games import GAMES

Certified = Callable[..., Competition]


@pytest.fixture
def player(db: None) -> Callable[[str], Player]:
    """The player with a name: one for each name."""

    def player(name: str) -> Player:
        made, _ = Player.objects.get_or_create(
            name=name, defaults={"look": name, "shape": name, "created_at": timezone.now()}
        )
        return made

    return player


@pytest.fixture
def played(player: Callable[[str], Player]) -> Certified:
    """A contest of one sealed round, closed, with a score for each name."""

    def played(
        scores: Mapping[str, int], game: str = "wish", *, access: str = Access.PUBLIC, play: str = Play.SEALED
    ) -> Competition:
        made, now = contest_of(player("Olga"), game, access=access, play=play), timezone.now()
        for name, score in scores.items():
            score_of(enter(made, player(name)), made, score, now)
        return close(competition=made, organiser=player("Olga"), now=now)

    return played


def contest_of(
    organiser: Player, game: str = "wish", *, access: str = Access.PUBLIC, play: str = Play.SEALED
) -> Competition:
    """A contest of one round, open."""
    plan = Plan(
        name="Friday",
        access=access,
        play=play,
        attempts=1,
        counts=Counts.BEST,
        rounds=[RoundPlan(game=GAMES[game], rules=GAMES[game].settle_rules({}))],
    )
    return create_competition(organiser=organiser, plan=plan, now=timezone.now())


def enter(competition: Competition, player: Player) -> Entry:
    entry, _ = join(competition=competition, player=player, invite=competition.invite, now=timezone.now())
    return entry


def score_of(entry: Entry, competition: Competition, score: int, now: datetime) -> None:
    Attempt.objects.create(
        entry=entry,
        player=entry.player,
        round=competition.rounds_in_order[0],
        number=1,
        started_at=now,
        ended_at=now,
        score=score,
        moves_made=1,
        counts=True,
    )


@pytest.fixture
def certified(played: Certified, player: Callable[[str], Player]) -> Certified:
    """The same, certified."""

    def certified(scores: Mapping[str, int], game: str = "wish", **more: str) -> Competition:
        made = played(scores, game, **more)
        return certify(competition=made, organiser=player("Olga"), now=timezone.now() + timedelta(seconds=1))

    return certified
