"""Fields that a process remembers: they follow the database, and read nothing twice."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt, Competition, Entry
from competitions.standings.memory import Fields
from tests.clients.contests import golden_round, moves_scoring

from .stored import repeat


def fresh(event) -> Competition:
    return Competition.objects.with_rounds().get(pk=event["id"])


def scores(remembered, event, until=None):
    with remembered.of(fresh(event), until) as field:
        entrants = field.entrants.values()
        return {each.player["name"]: [of.score for of in each.results.values()] for each in entrants}


def running(remembered, event, until=None):
    with remembered.of(fresh(event), until) as field:
        return {each.player["name"] for each in field.entrants.values() if each.running}


def test_a_field_follows_joins_attempts_and_results(remembered, owner, rival, stranger):
    event = owner.create(attempts=3)
    assert scores(remembered, event) == {}
    rival.join(event)
    assert scores(remembered, event) == {"Ray Rival": []}
    rival.submit(event, moves_scoring(20))
    assert scores(remembered, event) == {"Ray Rival": [20]}
    stranger.join(event)
    rival.submit(event, moves_scoring(15))
    begun = stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    assert scores(remembered, event) == {"Ray Rival": [15], stranger.player["name"]: []}
    assert running(remembered, event) == {stranger.player["name"]}
    stranger.post(f"/attempts/{begun['id']}/finish", {})
    assert scores(remembered, event) == {"Ray Rival": [15], stranger.player["name"]: [30]}
    assert running(remembered, event) == set()


def test_only_what_has_changed_is_read_again(remembered, owner, rival, stranger):
    event = owner.create_for(rival, stranger, attempts=3)
    scores(remembered, event)
    read = fresh(event)
    with CaptureQueriesContext(connection) as asked, remembered.of(read):
        pass
    assert len(asked) == 0, "nothing has changed"
    Entry.objects.filter(player=rival.player["id"]).update(called="not announced")
    stranger.submit(event, moves_scoring(20))
    assert scores(remembered, event) == {"Ray Rival": [], stranger.player["name"]: [20]}


def test_what_is_read_in_a_transaction_is_not_remembered(owner, rival):
    """It may never be committed: then the next commit would have the same count of changes."""
    event = owner.create_for(rival)
    forgetful = Fields(10_000)
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            scores(forgetful, event)
        assert len(asked) > 2, "the competition and its rounds, and the field"


def test_an_entry_that_has_joined_since_is_read_when_it_is_asked_for(remembered, owner, rival):
    event = owner.create()
    read = fresh(event)
    scores(remembered, event)
    entry = rival.join(event).body["id"]
    with remembered.of(read, having=entry) as field:
        assert entry in field.entrants


def test_a_field_is_made_anew_when_the_settings_change(remembered, owner, rival):
    event = owner.create_for(rival)
    rival.submit(event, moves_scoring(20))
    scores(remembered, event)
    Competition.objects.update(tie_break="moves")
    with remembered.of(fresh(event)) as field:
        assert field.rules.tie_breaks == ("moves",)
        assert len(field.entrants) == 1


def test_what_was_asked_for_longest_ago_is_forgotten_first(remembered, owner, rival):
    small = Fields(most=50)
    first, second = owner.create(), owner.create(rounds=[golden_round(n=1)])
    for event in (first, second):
        rival.join(event)
    for event, read in ((first, True), (second, True), (second, False), (first, False), (second, False)):
        with CaptureQueriesContext(connection) as asked:
            scores(small, event)
        assert (len(asked) > 2) is read, "two fields of this size have room"
    third = owner.create(rounds=[golden_round(n=2)])
    scores(small, third)
    for event, read in ((second, False), (first, True)):
        with CaptureQueriesContext(connection) as asked:
            scores(small, event)
        assert (len(asked) > 2) is read


@pytest.mark.extra
@pytest.mark.parametrize("counts", ["best", "first"])
def test_a_frozen_field_is_what_it_was(remembered, owner, rival, stranger, clock, counts):
    """Ray's best attempt comes after the freeze, Ann's first result too, and she plays when it begins."""
    event = owner.create(attempts=5, counts=counts)
    ann = stranger.player["name"]
    rival.join(event)
    stranger.join(event)
    for score in (25, 20):
        rival.submit(event, moves_scoring(score))
    begun = stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    clock.forward(hours=1)
    frozen = clock.now
    then = {"Ray Rival": [20 if counts == "best" else 25], ann: []}
    assert scores(remembered, event, frozen) == then
    clock.forward(hours=1)
    rival.submit(event, moves_scoring(15))
    stranger.post(f"/attempts/{begun['id']}/finish", {})
    assert scores(remembered, event, frozen) == then == scores(Fields(10_000), event, frozen)
    assert running(remembered, event, frozen) == {ann}
    assert scores(remembered, event) == {"Ray Rival": [15 if counts == "best" else 25], ann: [30]}


def test_of_equal_attempts_the_one_stored_first_stands_in_a_freeze_too(remembered, owner, rival, clock):
    """Ray gives up a game that he began before he sent an empty log, so that the later number ended first."""
    event = owner.create_for(rival, attempts=3, tie_break=["earliest"])
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    rival.submit(event, [])
    clock.forward(minutes=1)
    rival.post(f"/attempts/{begun['id']}/finish", {})
    clock.forward(minutes=1)
    frozen = clock.now
    with remembered.of(fresh(event), frozen) as field:
        [then] = [each.results for each in field.entrants.values()]
    clock.forward(minutes=1)
    rival.submit(event, moves_scoring(20))
    with remembered.of(fresh(event), frozen) as field:
        assert [each.results for each in field.entrants.values()] == [then]


def test_an_entrant_has_the_name_that_the_organiser_gave_them(remembered, owner, rival):
    event = owner.create_for(rival)
    Entry.objects.update(called="Player 7")
    assert scores(remembered, event) == {"Player 7": []}


def test_thousands_of_attempts_of_one_player_are_not_read(remembered, owner, rival, clock):
    event = owner.create_for(rival, attempts=None)
    rival.submit(event, moves_scoring(20))
    repeat(Attempt.objects.get(), 49)
    one_by_one = re.compile("attempt_(counts|running)_once_a_round")
    indexes = [re.compile(f"{one_by_one.pattern}|attempt_(place|running_in_round) "), one_by_one]
    for score, index in zip((20, 15), indexes, strict=True):  # all entries, then those that have changed
        rival.submit(event, moves_scoring(score))
        with CaptureQueriesContext(connection) as asked:
            assert scores(remembered, event) == {"Ray Rival": [score]}
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + asked.captured_queries[-1]["sql"])
            plan = str(cursor.fetchall())
        assert len(list(index.finditer(plan))) == 2, f"results and running attempts, each by an index: {plan}"
