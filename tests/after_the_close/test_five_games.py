"""Contests of five games are over: par, standings against par, how everyone played, what was possible
and luck are what another reckoning says, on twenty deals of each game."""

import json
from fractions import Fraction
from random import Random

import pytest
from django.test import Client as Browser

from competitions.jobs.workers import SOLVING
from competitions.models import Deal
from competitions.solving.analysis import analyse_games
from competitions.solving.par import find_par
from competitions.solving.par.separate_process import DealSolution
from games import GAMES
from solvers import VERSION, solve
from solvers import analysis as solvers_analysis
from solvers.solution import Effort
from solvers.solving import SOLVERS
from tests.competitions.conftest import anyone, clock, crowd, owner, stranger
from tests.jobs.work import do_all_due, do_all_ready
from tests.play.seats import Seat
from tests.play.sending import send_log
from tests.solvers.test_solving import best_of_all

from .reckoned import (
    Played,
    after,
    best_line,
    fewest_of_wish,
    places,
    some_game,
    ways,
    ways_told,
)

__all__ = ["anyone", "clock", "crowd", "owner", "stranger"]

pytestmark = [pytest.mark.extra, pytest.mark.long, pytest.mark.usefixtures("unlimited", "near_at_hand")]

PLAYERS = 200
SLUGS = [*GAMES]
FEW_TABLES = 300


@pytest.fixture
def near_at_hand(monkeypatch):
    """The solvers answer in this process, and look at little of what luck may have done; of WinABit, whose
    par they do not prove, at little after each move, too."""
    little = Effort(samples=2, each=300, together=1_000_000)
    least = little._replace(together=100_000)
    efforts = dict.fromkeys(SOLVERS, little) | {"well": SOLVERS["well"].effort, "winabit": least}
    solvers = {slug: each._replace(effort=efforts[slug]) for slug, each in SOLVERS.items()}
    monkeypatch.setattr(solvers_analysis, "SOLVERS", solvers)

    def solved(deal: Deal) -> DealSolution:
        found = solve(deal.opening)
        return DealSolution(found.score, found.proven, found.moves, VERSION)

    def analysed(program, game, *options, seconds):
        opening = GAMES[game["game"]].open(game["seed"], game["rules"])
        return json.dumps(solvers_analysis.analyse(opening, game["moves"]) | {"version": VERSION}).encode()

    monkeypatch.setattr(find_par, "solve_deal", solved)
    monkeypatch.setattr(analyse_games, "ask_solver", analysed)


@pytest.fixture
def played(owner, crowd, clock):
    """Plays contests of one deal of each of these games to their close: the contest, and what everybody sent
    for each round."""

    def played(number, players, slugs=SLUGS, **settings):
        rng = Random(number)
        seeds = [f"after-the-close-{number}-{slug}" for slug in slugs]
        rounds = [{"game": slug, "seed": seed} for slug, seed in zip(slugs, seeds, strict=True)]
        event = owner.create(name=f"Five games {number}", attempts=1, rounds=rounds, **settings)
        sent: list[list[Played]] = [[] for _ in slugs]
        for player in crowd([f"Player {nth}" for nth in range(players)]):
            player.join(event)
            clock.forward(seconds=1)
            for at, (slug, seed) in enumerate(zip(slugs, seeds, strict=True)):
                game = some_game(GAMES[slug], seed, rng)
                log = send_log(event, player, game.moves, at + 1, clock.now)
                assert log.attempt.score == game.score
                sent[at].append(game._replace(log=log.pk))
        owner.close(event, clock)
        do_all_due()
        do_all_ready(SOLVING)
        return owner.read(event), sent

    return played


def test_a_contest_of_two_hundred(anyone, stranger, played):
    event, sent = played(0, PLAYERS, ranking="matchpoints")
    for at, (slug, games) in enumerate(zip(SLUGS, sent, strict=True)):
        rows = rows_of(anyone, event, round=at + 1)
        rows.sort(key=lambda row: int(row["player"]["name"].split()[1]))
        scores, cells = [each.score for each in games], [row["rounds"][at] for row in rows]
        assert [cell["score"] for cell in cells] == scores
        assert [row["rank"] for row in rows] == places(scores, GAMES[slug])
        held_to_be_the_ways(anyone, event, at, games)
        held_to_be_the_place_of_a_ghost(stranger, event, at, games)


def test_standings_against_par(owner, played):
    slugs = [slug for slug in SLUGS if GAMES[slug].lowest_wins]
    event, sent = played(1, 20, slugs, ranking="against_par")
    pars = [round["par"]["score"] for round in event["rounds"]]
    scores = [[game.score for game in games] for games in sent]
    totals = [sum(row) - sum(pars) for row in zip(*scores, strict=True)]
    rows = {row["player"]["name"]: (row["rank"], row["total"]) for row in rows_of(owner, event)}
    expected = zip(places(totals, GAMES["wish"]), totals, strict=True)
    assert rows == {f"Player {nth}": each for nth, each in enumerate(expected)}


@pytest.mark.parametrize("number", range(2, 22))
def test_what_was_possible_in_a_deal_of_each_game(anyone, played, number):
    event, sent = played(number, 1, ranking="matchpoints")
    for at, (slug, games) in enumerate(zip(SLUGS, sent, strict=True)):
        game, par = GAMES[slug], event["rounds"][at]["par"]
        opening = game.open(event["rounds"][at]["seed"])
        if slug == "wish":
            assert par["score"] == fewest_of_wish(event["rounds"][at]["seed"])
        assert par["proven"] or slug == "winabit"
        held_to_be_possible(analysis_of(anyone, games[0].log), opening, games[0], par)


def rows_of(client, event, **query):
    rows, page = [], client.standings(event, limit=200, **query)
    rows += page["results"]
    while page["next"]:
        page = client.follow(page["next"]).body
        rows += page["results"]
    return rows


def held_to_be_the_ways(anyone, event, at, games):
    answer = anyone.get(f"/competitions/{event['id']}/rounds/{at + 1}/tree", least=4)
    expected = ways(games, GAMES[SLUGS[at]])
    assert ways_told(answer.body) == {begun: way for begun, way in expected.items() if way.players >= 4}
    page = Browser().get(f"/c/{event['id']}/rounds/{at + 1}/tree").content.decode()
    assert f"{PLAYERS} players have played this deal" in page


def held_to_be_the_place_of_a_ghost(stranger, event, at, games):
    """Who plays one of the games again comes where it came, and all the others beside it."""
    again = games[at]
    ghost = stranger.post(f"/competitions/{event['id']}/rounds/{at + 1}/attempts", {"ghost": True}).body
    seat = Seat(stranger, ghost)
    if again.moves:
        assert seat.play(0, *again.moves).status == 200
    ended = seat.finish().body
    scores = [each.score for each in games]
    assert (ended["score"], ended["place"]["among"]) == (again.score, PLAYERS + 1)
    assert ended["place"]["rank"] == places(scores, GAMES[SLUGS[at]])[at]
    came = stranger.get(f"{seat.path}/standings").body
    assert came["finished"][-1] == {"at_ms": came["finished"][-1]["at_ms"], "finished": PLAYERS}


def analysis_of(anyone, log):
    answer = anyone.get(f"/logs/{log}/analysis")
    if answer.status == 202:
        do_all_ready(SOLVING)
        answer = anyone.get(f"/logs/{log}/analysis")
    assert answer.status == 200, answer.raw
    return answer.body


def held_to_be_possible(told, opening, game, par):
    """The sums close, every best line leads where it is said to, and near the end no move leads further."""
    if par["proven"]:
        assert told["par"] == par
    luck = sum(Fraction(each["luck"]) for each in told["moves"])
    skill = sum(Fraction(each["skill"]) for each in told["moves"]) + Fraction(told["given_up"])
    assert (luck, skill) == (told["luck"], told["skill"])
    assert Fraction(told["initial"]) + luck + skill == game.score
    assert told["initial"] + told["luck"] + told["skill"] == game.score
    best_first = [each["best"] for each in told["moves"]]
    lowest = opening.game.lowest_wins
    assert best_first == sorted(best_first, reverse=not lowest)
    if opening.game.slug == "well":
        assert (luck, told["estimate"]) == (0, None)
    position = opening
    for ply, (each, move) in enumerate(zip(told["moves"], game.moves, strict=True)):
        assert after(position, *best_line(told, ply)).table.score == each["best"]
        if opening.game.slug != "winabit" and ply >= len(game.moves) - 3:
            best = best_of_all(position.table, FEW_TABLES)
            assert best in (None, each["best"])
        position = after(position, move)
