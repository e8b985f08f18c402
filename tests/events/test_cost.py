"""What a page of events costs: the same wherever it is in the list, and however much is hidden."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.embargo.visibility import viewpoint
from competitions.ledger.states import record_states
from competitions.models import Attempt, Competition, Entry, Player
from competitions.outbound.events.event_list import PAGE, events_after
from competitions.outbound.events.strands import START
from tests.clients.contests import golden_round
from tests.steps import steps_counted

FEW, MANY = 120, 900
MOST_QUERIES = 9


@pytest.fixture
def grown(owner, clock):
    """A contest of two rounds: this many have joined, then played the first, and then the second."""

    def grown(size, **settings):
        rounds = [golden_round(closes_at=clock.after(minutes=30)), golden_round(n=1)]
        event = owner.create(rounds=rounds, closes_at=clock.after(hours=1), **settings)
        competition = Competition.objects.with_rounds().get(pk=event["id"])
        names = [f"{event['id'][:8]} {n}" for n in range(size)]
        players = Player.objects.bulk_create(Player(name=n, look=n, created_at=clock.now) for n in names)
        rows = {"competition": competition, "joined_at": clock.now + timedelta(seconds=1)}
        begins = competition.events + 1
        entries = Entry.objects.bulk_create(
            Entry(player=player, event=event, **rows) for event, player in enumerate(players, start=begins)
        )
        ended = {"number": 1, "score": 30, "started_at": clock.now, "ended_at": clock.now}
        for round in competition.rounds.all():
            begins += size
            Attempt.objects.bulk_create(
                Attempt(entry=entry, player_id=entry.player_id, round=round, event=event, **ended)
                for event, entry in enumerate(entries, start=begins)
            )
        competition.events = begins + size - 1
        competition.save(update_fields=["events"])
        return competition, players

    return grown


def pages(competition, player, clock):
    """The steps that each page takes, from the first to the last, and the queries."""
    place, taken, more = START, [], True
    while more:
        seen = viewpoint(Competition.objects.with_rounds().get(pk=competition.pk), player, clock.now)
        with steps_counted() as steps, CaptureQueriesContext(connection) as queries:
            page = events_after(seen, place)
        assert len(queries) <= MOST_QUERIES
        place, more = page.place, page.more
        if len(page.events) == PAGE:
            taken.append(len(steps))
    return taken


@pytest.mark.extra
@pytest.mark.parametrize(
    ("standings", "closed"),
    [("own", False), ("own", True), ("final", False), ("final", True), ("live", False)],
)
def test_a_page_costs_the_same_wherever_it_is(grown, clock, standings, closed):
    few, many = (grown(size, standings=standings) for size in (FEW, MANY))
    costs = []
    for competition, players in (few, many):
        if closed:
            clock.now = competition.closes_at
            record_states(competition, clock.now)
        costs.append(pages(competition, players[7], clock))
    assert len(costs[1]) > len(costs[0])
    assert max(costs[1]) < 1.5 * max(costs[0])
