"""What a read costs in the database while a contest grows, in steps of SQLite's machine."""

import itertools
from collections.abc import Callable
from datetime import timedelta

import pytest

from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition, Entry, Player
from competitions.scoring import standings
from tests.clients.contests import golden_round, moves_scoring
from tests.steps import steps_counted

FEW, MANY = 100, 1000
numbers = itertools.count()


@pytest.fixture
def grown(owner, clock) -> Callable[[int], Competition]:
    """A contest of two rounds with this many entries, which have all played the first round."""

    def grown(size: int) -> Competition:
        event = owner.create(rounds=[golden_round(), golden_round(n=1)])
        competition = Competition.objects.with_rounds().get(pk=event["id"])
        names = [f"p{next(numbers)}" for _ in range(size)]
        players = Player.objects.bulk_create(Player(name=n, look=n, created_at=clock.now) for n in names)
        entries = Entry.objects.bulk_create(
            Entry(competition=competition, player=player, joined_at=clock.now + timedelta(seconds=n))
            for n, player in enumerate(players)
        )
        round = competition.rounds.all()[0]
        Attempt.objects.bulk_create(
            Attempt(
                entry=entry,
                player_id=entry.player_id,
                round=round,
                number=1,
                score=30 - n % 30,
                finished=True,
                counts=True,
                started_at=clock.now,
                ended_at=clock.now,
            )
            for n, entry in enumerate(entries)
        )
        Competition.objects.filter(pk=competition.pk).update(entrants=size)
        return Competition.objects.with_rounds().get(pk=competition.pk)

    return grown


@pytest.fixture
def few(grown):
    return grown(FEW)


@pytest.fixture
def many(grown):
    return grown(MANY)


def looked_at(competition, clock):
    return viewpoint(Competition.objects.with_rounds().get(pk=competition.pk), None, clock.now)


def steps_of(read, *of):
    with steps_counted() as taken:
        assert read(*of)
    return len(taken)


@pytest.mark.parametrize("ranking", ["total", "matchpoints"])
def test_one_more_result_is_read_at_the_same_cost_however_many_there_are(
    few, many, clock, remembered, rival, ranking
):
    """From the write to the message: only what has changed is read."""
    steps = []
    for competition in (few, many):
        Competition.objects.filter(pk=competition.pk).update(ranking=ranking)
        event = {"id": competition.pk}
        rival.join(event)
        standings.head(looked_at(competition, clock))
        assert rival.submit(event, moves_scoring(20)).status == 201
        seen = looked_at(competition, clock)
        steps.append(steps_of(lambda seen=seen: standings.head(seen).results))
    assert steps[1] < 1.2 * steps[0]
