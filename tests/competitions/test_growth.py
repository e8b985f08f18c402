"""What a read costs in the database while a contest grows, in steps of SQLite's machine."""

import itertools
from collections.abc import Callable

import pytest

from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition, Log, Player
from competitions.standings import standings
from frontend.analysis.forks import own_line
from tests.clients.contests import golden_round, moves_scoring
from tests.steps import steps_counted

from .stored import end_round, enter_many

numbers = itertools.count()


@pytest.fixture
def grown(owner, clock) -> Callable[[int], Competition]:
    """A contest of two rounds with this many entries, which have all played the first round."""

    def grown(size: int) -> Competition:
        event = owner.create(rounds=[golden_round(), golden_round(n=1)])
        competition = Competition.objects.with_rounds().get(pk=event["id"])
        names = [f"p{next(numbers)}" for _ in range(size)]
        entries = enter_many(competition, names, clock.now)
        end_round(entries, competition.rounds.all()[0], [30 - n % 30 for n in range(size)], clock.now)
        Competition.objects.filter(pk=competition.pk).update(entrants=size)
        return Competition.objects.with_rounds().get(pk=competition.pk)

    return grown


def looked_at(competition, clock):
    return viewpoint(Competition.objects.with_rounds().get(pk=competition.pk), None, clock.now)


@pytest.mark.extra
@pytest.mark.parametrize("ranking", ["total", "matchpoints"])
def test_one_more_result_is_read_at_the_same_cost_however_many_there_are(
    grown, clock, remembered, rival, ranking
):
    """From the write to the message: only what has changed is read."""
    steps = []
    for competition in (grown(100), grown(1000)):
        Competition.objects.filter(pk=competition.pk).update(ranking=ranking)
        event = {"id": competition.pk}
        rival.join(event)
        standings.head(looked_at(competition, clock))
        assert rival.submit(event, moves_scoring(20)).status == 201
        seen = looked_at(competition, clock)
        with steps_counted() as taken:
            assert standings.head(seen).results
        steps.append(len(taken))
    assert steps[1] < 1.2 * steps[0]


@pytest.mark.extra
def test_a_players_own_games_are_read_at_the_same_cost_however_many_there_are(grown, clock, rival):
    costs = []
    for competition in (grown(100), grown(1000)):
        round, event = competition.rounds.all()[0], {"id": competition.pk}
        games = Attempt.objects.filter(round=round).select_related("entry")
        Log.objects.bulk_create(
            Log(entry=each.entry, round=round, attempt=each, moves=[], received_at=clock.now)
            for each in games
        )
        Competition.objects.filter(pk=competition.pk).update(attempts=9)  # else they may watch all others
        rival.join(event)
        assert rival.submit(event, moves_scoring(20)).status == 201
        seen = viewpoint(competition, Player.objects.get(pk=rival.player["id"]), clock.now)
        with steps_counted() as line:
            assert own_line(seen, round)
        with steps_counted() as export:
            assert rival.get(f"/competitions/{competition.pk}/logs.ndjson").raw.count(b"\n") == 1
        costs.append((len(line), len(export)))
    assert all(large < 1.2 * small for small, large in zip(*costs, strict=True)), costs
