"""What a read costs in the database while a contest grows, in steps of SQLite's machine."""

import itertools
from collections.abc import Callable
from datetime import timedelta

import pytest

from competitions.models import Attempt, Competition, Entry, Player
from competitions.scoring import standings
from tests.clients.contests import golden_round, moves_scoring
from tests.steps import steps_counted

FEW, MANY = 200, 2000
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
            Entry(
                competition=competition,
                player=player,
                joined_at=clock.now + timedelta(seconds=n),
                played=True,
                gain=n % 30,
            )
            for n, player in enumerate(players)
        )
        round = competition.rounds.all()[0]
        Attempt.objects.bulk_create(
            Attempt(
                entry=entry,
                round=round,
                number=1,
                score=30 - entry.gain,
                finished=True,
                counts=True,
                started_at=clock.now,
                ended_at=clock.now,
            )
            for entry in entries
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


def steps_of(read, competition, *of):
    with steps_counted() as taken:
        assert read(competition, *of).results
    return len(taken)


def round_of(competition, number):
    return competition.rounds.all()[number - 1] if number else None


def test_the_first_page_costs_the_same_however_many_come_after_it(few, many, clock):
    def page(competition, number):
        return standings.sheet(competition, now=clock.now, round=round_of(competition, number))

    def head(competition, number):
        return standings.head(competition, clock.now)

    for read, number in ((head, None), (page, None), (page, 1), (page, 2)):
        assert steps_of(read, many, number) < 1.2 * steps_of(read, few, number), (read, number)


def test_a_later_page_costs_no_more_than_some_steps_in_an_index_for_each_row_before(few, many, clock):
    def last_page(competition, number):
        return standings.sheet(
            competition,
            now=clock.now,
            round=round_of(competition, number),
            offset=competition.entrants - standings.PAGE,
        )

    def neighbourhood(competition, number):
        last = Player.objects.get(
            pk=competition.entries.order_by("played", "gain", "-joined_at")[0].player_id
        )
        round = round_of(competition, number)
        offset = standings.neighbourhood(competition, last, round)
        return standings.sheet(competition, now=clock.now, round=round, offset=offset, limit=11)

    for read, number in itertools.product((last_page, neighbourhood), (None, 1, 2)):
        for_each = (steps_of(read, many, number) - steps_of(read, few, number)) / (MANY - FEW)
        assert for_each < 60, (read, number)


def test_who_makes_many_attempts_costs_no_more_than_others(owner, rival, clock):
    event = owner.create(attempts=None)
    rival.join(event)
    rival.submit(event, moves_scoring(20))
    competition = Competition.objects.with_rounds().get(pk=event["id"])

    def page(competition):
        return standings.sheet(competition, now=clock.now)

    before = steps_of(page, competition)
    made = Attempt.objects.get()
    Attempt.objects.bulk_create(
        Attempt(
            entry_id=made.entry_id,
            round_id=made.round_id,
            number=number,
            score=30,
            started_at=clock.now,
            ended_at=clock.now,
        )
        for number in range(2, MANY)
    )
    assert steps_of(page, competition) < 1.2 * before
