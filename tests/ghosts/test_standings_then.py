"""The standings of a round as they stood at the same time since the start, beside a ghost."""

import random
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from competitions.standings.arrivals import FIRST, MOST_STEPS, arrival_of, arrivals_in
from competitions.standings.entrants import Entrant, RoundRules, Rules
from competitions.standings.orders import InRound
from competitions.standings.results import Result
from tests.clients.contests import golden_round, moves_scoring
from tests.competitions.stored import all_rows
from tests.play.seats import begin

from .test_ghosts import ghost_of

START = datetime(2026, 11, 21, tzinfo=UTC)


def then(client, event):
    answer = client.get(f"{ghost_of(client, event).path}/standings")
    assert answer.status == 200, answer.raw
    return answer.body


def names(body):
    return {row["player"]["name"] for row in body["results"]}


def test_each_stands_from_the_time_on_that_they_needed_and_nobody_plays_against_themselves(
    owner, rival, stranger, event
):
    body = then(stranger, event)
    came = {row["player"]["name"]: (row["at_ms"], row["moves"]) for row in body["results"]}
    assert came == {"Ann": (30_000, 3), "Bea": (10_000, 1), "Ray Rival": (20_000, 2), "Cyd": (0, 0)}
    assert body["among"] == 4
    steps = [(each["at_ms"], each["finished"]) for each in body["finished"]]
    assert steps == [(0, 1), (10_000, 2), (20_000, 3), (30_000, 4)]
    final = stranger.places(event)
    assert [(row["rank"], row["player"]["name"], row["score"]) for row in body["results"]] == final
    others = then(rival, event)
    assert (names(others), others["among"]) == ({"Ann", "Bea", "Cyd"}, 3)
    assert ghost_of(rival, event).finish().body["place"]["among"] == 4
    row = next(each for each in owner.standings(event)["results"] if each["player"]["name"] == "Ann")
    owner.post(f"/competitions/{event['id']}/entries/{row['entry']}/disqualify", {"reason": "A reason."})
    body = then(stranger, event)
    assert (names(body), body["among"]) == ({"Bea", "Ray Rival", "Cyd"}, 3)


def test_in_open_play_they_stand_from_when_they_were_stored(owner, crowd, stranger, clock):
    event = owner.create(rounds=[golden_round(n=3)], opens_at=clock.after(hours=1))
    clock.forward(hours=1)
    for player, score in zip(crowd(["Ann", "Bea"]), (15, 25), strict=True):
        player.join(event)
        clock.forward(minutes=1)
        assert player.submit(event, moves_scoring(score, n=3)).status == 201
    owner.act(event, "close")
    came = {row["player"]["name"]: row["at_ms"] for row in then(stranger, event)["results"]}
    assert came == {"Ann": 60_000, "Bea": 120_000}


@pytest.mark.extra
@pytest.mark.parametrize("tie_break", [[], ["moves"], ["earliest"]])
def test_the_place_is_the_one_that_the_standings_would_have_given(tie_break, owner, crowd, clock):
    """The same game is sent to the contest, and played again by who sent it: without that first result."""
    for score in (15, 20, 25):
        eva, *others = crowd(["Eva", "Ann", "Bea", "Cyd"])
        event = owner.create_for(eva, *others, rounds=[golden_round(n=3)], tie_break=tie_break)
        for player, of_player in zip(others, (15, 20, 25), strict=True):
            assert player.submit(event, moves_scoring(of_player, n=3)).status == 201
        clock.forward(seconds=1)
        assert eva.submit(event, moves_scoring(score, n=3)).status == 201
        [row] = [each for each in owner.standings(event)["results"] if each["player"] == eva.player]
        owner.act(event, "close")
        seat = ghost_of(eva, event)
        clock.forward(seconds=1)
        seat.play(0, *moves_scoring(score, n=3))
        place = seat.finish().body["place"]
        assert place == {"rank": row["rank"], "tied": row["tied"], "among": 4}, score


def test_an_attempt_has_none(owner, rival, event, stranger):
    running = owner.create_for(rival, play="sealed", rounds=[{"game": "winabit"}])
    path = f"/attempts/{begin(rival, running).body['id']}/standings"
    before = all_rows()
    assert rival.get(path).outcome == (404, "not_found")
    assert all_rows() == before


def field(results):
    """An order with these results, each a score and how long it took."""
    rules = Rules("total", (), ((1, RoundRules(30, lowest_wins=True)),))
    order = InRound(rules, {str(number): number for number in range(len(results))}, 1)
    entrants = {
        str(number): Entrant(
            str(number),
            {},
            number,
            disqualified=False,
            results={1: Result(str(number), score, False, 3, took, START)},
            running=frozenset(),
        )
        for number, (score, took) in enumerate(results)
    }
    order.fill(entrants.values())
    return order, entrants


ROUND = SimpleNamespace(pk=1, opening=START, competition=SimpleNamespace(play="sealed"))


def test_the_first_ten_are_right_at_every_moment_however_many_there_are():
    dice = random.Random(5)
    results = [(dice.randrange(30), dice.randrange(100_000)) for _ in range(700)]
    order, entrants = field(results)
    everyones = arrivals_in(order, entrants, ROUND)
    best_first = [entrants[entry] for entry, _ in order.places()]
    for but in (None, best_first[0], best_first[40], best_first[-1]):
        own = but and arrival_of(but, order, ROUND)
        told = everyones.without(own) if own else everyones
        assert len(told.firsts) < 120
        others = [each for each in best_first if each is not but]
        for at in range(0, 100_001, 1000):
            there = [each.entry for each in others if each.results[1].elapsed_ms <= at]
            shown = [each.entrant.entry for each in told.firsts if each.at_ms <= at]
            assert shown[:FIRST] == there[:FIRST]
            assert [n for at_ms, n in told.steps if at_ms <= at][-1:] <= [len(there)]
        assert len(told.steps) <= MOST_STEPS
        assert told.steps[-1] == (max(took for _, took in results), len(others))


def test_the_ranks_are_those_of_the_others():
    order, entrants = field([(3, 0), (5, 0), (5, 0), (7, 0)])
    everyones = arrivals_in(order, entrants, ROUND)
    for told, ranks in [
        (everyones, [("0", 1), ("1", 2), ("2", 2), ("3", 4)]),
        (everyones.without(arrival_of(entrants["0"], order, ROUND)), [("1", 1), ("2", 1), ("3", 3)]),
        (everyones.without(arrival_of(entrants["1"], order, ROUND)), [("0", 1), ("2", 2), ("3", 3)]),
    ]:
        assert [(each.entrant.entry, each.rank) for each in told.firsts] == ranks
    assert arrivals_in(*field([]), ROUND) == ([], [])


@pytest.mark.parametrize("own_ms", [10, 20, 30])
def test_nobody_counts_themselves_among_those_who_have_finished(own_ms):
    others = sorted([10, 20, 20, 30])
    order, entrants = field([(0, own_ms), *((5, took) for took in others)])
    told = arrivals_in(order, entrants, ROUND).without(arrival_of(entrants["0"], order, ROUND))
    for at in range(0, 40, 5):
        finished = [n for at_ms, n in told.steps if at_ms <= at][-1:]
        assert finished == [n for n in [sum(took <= at for took in others)] if n]
