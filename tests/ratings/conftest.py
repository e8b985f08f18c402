"""Contests that are certified, with the scores that a test says, and fresh memories of the ratings."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.contests.close import certify, close
from competitions.contests.create import create_competition
from competitions.contests.join import join
from competitions.contests.plans import Plan, RoundPlan
from competitions.models import Access, Competition, Counts, Entry, Play, Player
from competitions.ratings import rate_rounds
from competitions.ratings.rate_rounds import RatedGame
from games import GAMES
from tests.competitions.stored import end_round


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """Every test begins with empty tables, and so with empty ladders."""
    monkeypatch.setattr(rate_rounds, "GAMES_RATED", {slug: RatedGame(slug) for slug in GAMES})


@pytest.fixture
def player(db):
    """The player with a name: one for each name."""

    def player(name: str) -> Player:
        defaults = {"look": name, "shape": name, "created_at": timezone.now()}
        return Player.objects.get_or_create(name=name, defaults=defaults)[0]

    return player


def contest_of(organiser: Player, game: str = "wish", **settings: str) -> Competition:
    """A contest of one sealed round, open."""
    rounds = [RoundPlan(game=GAMES[game], rules=GAMES[game].settle_rules({}))]
    about = {"access": Access.PUBLIC, "play": Play.SEALED} | settings
    plan = Plan(name="Friday", attempts=1, counts=Counts.BEST, rounds=rounds, **about)
    return create_competition(organiser=organiser, plan=plan, now=timezone.now())


def enter(competition: Competition, player: Player) -> Entry:
    entry, _ = join(competition=competition, player=player, invite=competition.invite, now=timezone.now())
    return entry


@pytest.fixture
def played(player):
    """Makes a contest of one sealed round, closed, with a score for each name."""

    def played(scores: Mapping[str, int], game: str = "wish", **settings: str) -> Competition:
        made, now = contest_of(player("Olga"), game, **settings), timezone.now()
        entries = [enter(made, player(name)) for name in scores]
        end_round(entries, made.rounds_in_order[0], scores.values(), now)
        return close(competition=made, organiser=player("Olga"), now=now)

    return played


@pytest.fixture
def certified(played, player):
    """The same, certified."""

    def certified(scores: Mapping[str, int], game: str = "wish", **settings: str) -> Competition:
        made, later = played(scores, game, **settings), timezone.now() + timedelta(seconds=1)
        return certify(competition=made, organiser=player("Olga"), now=later)

    return certified
