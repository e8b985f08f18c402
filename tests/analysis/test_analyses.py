"""The analysis of a game: asked for by reading it, found by the workers, confirmed by the rules."""

import io
import zlib
from functools import partial

import pytest
from django.core.management import call_command
from django.utils import timezone

from competitions.jobs import due_rows
from competitions.models import AnalysedLog, Competition, Deal, Log, Par, Round, SolvedRound
from competitions.solving.analysis import analysis_requests
from competitions.solving.analysis.analyse_games import LOGS, analyse_due
from competitions.solving.analysis.checked_analysis import with_better_line
from competitions.solving.par.separate_process import LimitsReached
from solvers import VERSION
from tests.clients.analyses import told_of
from tests.clients.contests import golden_round
from tests.clients.three_games import LONG, three_games
from tests.jobs.work import do_all_due

pytestmark = pytest.mark.extra

CARDS = {"game_slug": "three-by-three", "seed": golden_round(n=3)["seed"], "rules": {}}

compress = zlib.compress

TRIES = len(due_rows.SEARCH_PAUSES) + 1


@pytest.fixture
def event(owner, crowd, clock, monkeypatch):
    """The games of three, in a contest too large to be analysed unasked."""
    monkeypatch.setattr(analysis_requests, "MOST_PLAYERS", 0)
    return three_games(owner, crowd, clock)


def path_of(event, name="Ann"):
    log = Log.objects.get(entry__competition=event["id"], entry__player__name=name)
    return f"/logs/{log.pk}/analysis"


def said(*command):
    out = io.StringIO()
    call_command(*command, stdout=out)
    return " ".join(out.getvalue().split())


def test_a_game_is_analysed_once_somebody_reads_its_analysis(anyone, rival, owner, event, solvers, solve_all):
    path = path_of(event)
    assert anyone.get(path).outcome == (403, "embargo")
    owner.act(event, "close")
    solve_all()
    assert solvers.asked == []
    for client in (anyone, rival):
        waiting = client.get(path)
        assert (waiting.status, waiting.raw) == (202, b"")
        assert int(waiting.headers["retry-after"]) >= 1
        assert waiting.headers["cache-control"] == "private, no-store"
    solve_all()
    assert solvers.asked == [LONG]
    answer = anyone.get(path)
    told = answer.body
    assert told["initial"] + told["luck"] + told["skill"] == 15
    assert [move["ply"] for move in told["moves"]] == [*range(len(LONG))]
    assert set(told) == {
        *("par", "moves", "initial", "luck", "skill", "given_up", "estimate", "lines"),
    }
    assert anyone.request("GET", path, If_None_Match=answer.headers["etag"]).status == 304
    assert AnalysedLog.objects.get().asker == "", "nobody is told any more who asked"


def test_only_games_that_the_viewer_may_see_and_that_stand(anyone, owner, rival, clock, solvers):
    event = owner.create(access="invite", attempts=2, rounds=[golden_round(n=3)])
    assert rival.join(event, invite=event["invite"]).status == 201
    accepted = rival.submit(event, LONG).body["id"]
    rejected = rival.submit(event, ["nonsense"]).body["id"]
    owner.close(event, clock)
    assert anyone.get(f"/logs/{accepted}/analysis").outcome == (404, "not_found")
    assert rival.get(f"/logs/{rejected}/analysis").outcome == (404, "not_found")
    assert rival.get(f"/logs/{accepted}/analysis").status == 202
    assert AnalysedLog.objects.count() == 1


def test_nothing_is_analysed_while_somebody_still_plays_the_deal_nor_what_was_called_off(
    owner, rival, crowd, event, clock, solvers
):
    """An attempt may run beyond the close, until its end is stored."""
    running = owner.create(play="sealed", rounds=[{"game": "winabit"}], closes_at=clock.after(hours=1))
    dee, eve = crowd(["Dee", "Eve"])
    for player in (dee, eve):
        player.join(running)
        begun = player.post(f"/competitions/{running['id']}/rounds/1/attempts", {}).body
        if player is dee:
            player.post(f"/attempts/{begun['id']}/finish", {})
    clock.forward(hours=2)
    assert dee.get(path_of(running, "Dee")).outcome == (403, "embargo")
    owner.act(event, "cancel")
    assert rival.get(path_of(event)).outcome == (403, "embargo")


def test_a_game_that_another_has_played_on_the_same_cards_is_taken_over(
    owner, rival, clock, solvers, solve_all, monkeypatch
):
    """Even if its moves were compressed in another way."""
    for level in (0, 9):
        monkeypatch.setattr(zlib, "compress", partial(compress, level=level))
        event = owner.create_for(rival, rounds=[golden_round(n=3)])
        rival.submit(event, LONG)
        owner.close(event, clock)
        rival.get(path_of(event, rival.player["name"]))
        solve_all()
        assert rival.get(path_of(event, rival.player["name"])).status == 200
    assert len(solvers.asked) == 1


def test_solvers_that_fail_are_asked_again_some_times_and_once_more_if_an_operator_says_so(
    anyone, owner, event, clock, solvers, solve_all
):
    owner.act(event, "close")
    solvers.fail = True
    path = path_of(event)
    for tried in range(1, TRIES + 1):
        assert anyone.get(path).status == 202
        solve_all()
        analyse_due()
        assert len(solvers.asked) == tried
        clock.now += due_rows.SEARCH_PAUSES[-1]
        analysis_requests.WORK.enqueue_if_due()
    assert anyone.get(path).outcome == (422, "no_analysis")
    assert AnalysedLog.objects.get().asker == "", "nobody is told any more who asked"
    assert "par 1 due 0 given up 0 outdated analyses 0 due 1 given up 0 outdated" in said("solving")
    solvers.fail = False
    assert "analyses 1 due 0 given up 0 outdated, the oldest for 90 min" in said("solving", "--again")
    solve_all()
    assert anyone.get(path).status == 200


def test_a_game_at_which_they_come_to_their_limits_could_not_be_analysed(
    anyone, owner, event, solvers, solve_all
):
    owner.act(event, "close")
    solvers.fail, solvers.failure = True, LimitsReached
    assert anyone.get(path_of(event)).status == 202
    solve_all()
    answer = anyone.get(path_of(event))
    assert answer.outcome == (422, "no_analysis")
    assert answer.body["detail"] == "The solvers could not analyse this game."


def test_an_analysis_by_older_solvers_is_there_until_there_is_another(
    anyone, owner, event, solvers, solve_all
):
    owner.act(event, "close")
    path = path_of(event)
    anyone.get(path)
    solve_all()
    AnalysedLog.objects.update(solvers_version=VERSION - 1)
    older = anyone.get(path).body
    assert "analyses 1 due 0 given up 0 outdated" in said("solving", "--outdated")
    assert anyone.get(path).body == older
    solvers.fail = True
    solve_all()
    assert anyone.get(path).body == older
    solvers.fail = False
    AnalysedLog.objects.update(free_at=None)
    analysis_requests.WORK.enqueue_if_due()
    solve_all()
    analysed = AnalysedLog.objects.get()
    assert (analysed.due, analysed.solvers_version, len(solvers.asked)) == (False, VERSION, 3)
    assert anyone.get(path).status == 200


WRONG = {
    "a sum": {"initial": 1.0},
    "the skill of all": {"skill": 0, "given_up": 0},
    "a line that does not stand": {"lines": [{"ply": 0, "moves": ["deal"]}]},
    "a line that comes to another score": {"lines": [{"ply": 0, "moves": LONG[:3]}]},
    "no line": {"lines": []},
    "another par": {"par": {"score": 14, "proven": False}},
    "a par that is proven, and not before the first move": {"par": {"score": 15, "proven": True}},
    "another game": {"moves": []},
    "no version": {"version": None, "moves": None},
}


def test_an_analysis_is_checked_by_the_rules(anyone, owner, event, solvers, solve_all):
    owner.act(event, "close")
    anyone.get(path_of(event))
    for what, wrong in WRONG.items():
        solvers.wrong = wrong
        AnalysedLog.objects.update(free_at=None, tries=0)
        analysis_requests.WORK.enqueue_if_due()
        solve_all()
        assert AnalysedLog.objects.get().tries == 1, what
        assert anyone.get(path_of(event)).status == 202, what
    assert len(solvers.asked) == len(WRONG)


def test_what_is_proven_of_the_deal_is_no_other_for_a_game_of_it(anyone, owner, event, solvers, solve_all):
    owner.act(event, "close")
    anyone.get(path_of(event))
    Round.objects.update(par_score=14, par_proven=True, par_at=timezone.now())
    solve_all()
    assert AnalysedLog.objects.get().tries == 1
    Round.objects.update(par_score=15)
    solvers.wrong = {"par": {"score": 15, "proven": True}}
    best = told_of(Deal(**CARDS), LONG)["moves"]
    solvers.wrong["moves"] = [best[0] | {"proven": True}, *best[1:]]
    AnalysedLog.objects.update(free_at=None)
    analysis_requests.WORK.enqueue_if_due()
    solve_all()
    assert anyone.get(path_of(event)).body["par"] == {"score": 15, "proven": True}


def test_a_better_line_than_par_is_par_and_is_told_of_every_game_of_the_deal(
    anyone, owner, event, solvers, solve_all
):
    """Of WinABit no par is proven, and an analysis may come upon a better one."""
    owner.act(event, "close")
    told = {}
    for name, par in (("Bea", 25), ("Ann", 15)):
        anyone.get(path_of(event, name))
        solve_all()
        told[name] = anyone.get(path_of(event, name)).body
        assert told[name]["par"] == {"score": par, "proven": False}
        [round] = anyone.read(event)["rounds"]
        assert round["par"] == told[name]["par"], "the two are one on every page"
    bea = anyone.get(path_of(event, "Bea")).body
    assert bea["par"] == told["Ann"]["par"]
    assert {move["best"] for move in bea["moves"]} == {15}, "her moves begin the better line"
    assert bea["lines"] == [{"ply": 0, "moves": LONG}]
    shown = ("initial", "luck", "skill", "given_up", "estimate")
    assert [bea[name] for name in shown] == [told["Bea"][name] for name in shown]


def test_no_round_of_certified_places_has_a_par_only_then(anyone, owner, event, solvers, solve_all):
    """Where it counts; a better one makes no difference."""
    Competition.objects.update(ranking="against_par")
    owner.act(event, "close")
    anyone.get(path_of(event))
    do_all_due()
    SolvedRound.objects.update(due=False)
    owner.act(event, "certify")
    solve_all()
    assert anyone.get(path_of(event)).status == 200
    assert anyone.read(event)["rounds"][0]["par"] is None


def test_a_better_line_is_told_for_as_long_as_the_log_keeps_to_it():
    moves = ["a", "b", "c", "d"]
    lines = [{"ply": 0, "moves": ["a", "b", "y", "z"]}, {"ply": 3, "moves": ["w"]}]
    told = {
        "par": {"score": 7, "proven": False},
        "moves": [{"ply": ply, "best": 7, "proven": False, "luck": 0.5} for ply in range(4)],
        "lines": lines,
    }
    better = with_better_line(told, moves, Par(9, proven=False), ["a", "x", "c"])
    assert better["par"] == {"score": 9, "proven": False}
    assert [move["best"] for move in better["moves"]] == [9, 9, 7, 7]
    assert {move["luck"] for move in better["moves"]} == {0.5}
    assert better["lines"] == [
        {"ply": 0, "moves": ["a", "x", "c"]},
        {"ply": 2, "moves": ["y", "z"]},
        lines[1],
    ]
    at_once = with_better_line(told, moves, Par(9, proven=False), ["b"])
    assert at_once["lines"] == [{"ply": 0, "moves": ["b"]}, {"ply": 1, "moves": ["b", "y", "z"]}, lines[1]]
    never = with_better_line(told, moves, Par(9, proven=False), [*moves, "e"])
    assert never["lines"] == [{"ply": 0, "moves": [*moves, "e"]}]


def test_who_asks_for_many_waits_and_whoever_asks_for_one_has_a_turn(
    anyone, owner, event, clock, solvers, monkeypatch, settings
):
    owner.act(event, "close")
    monkeypatch.setattr(analysis_requests, "MOST_WAITING", 2)
    names = ("Ann", "Bea", "Cyd")
    got = [anyone.get(path_of(event, name)) for name in names]
    assert [answer.status for answer in got] == [202, 202, 429]
    assert int(got[2].headers["retry-after"]) == analysis_requests.RETRY_S
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    assert anyone.get(path_of(event, "Cyd")).status == 429, "the network is known under another secret"
    cyd = Log.objects.get(entry__player__name="Cyd")
    AnalysedLog.objects.create(log=cyd)
    assert anyone.get(path_of(event, "Cyd")).status == 202, "the site wants it anyway"
    analysis_requests.ask_for_analysis(cyd, network="192.0.2.2", now=timezone.now())
    second = AnalysedLog.objects.get(log__entry__player__name="Cyd").asker
    monkeypatch.setattr(due_rows, "turns_by_chance", lambda askers: sorted(askers, key=(second,).__ne__))
    assert LOGS.lease(timezone.now()).asker == second


@pytest.mark.usefixtures("moment")
def test_asking_has_a_limit_and_reading_has_none(rival, owner, event, solvers, solve_all, settings):
    owner.act(event, "close")
    settings.LIMITS = {**settings.LIMITS, "analyses": {"player": 1, "address": 2}}
    assert [rival.get(path_of(event)).status for _ in range(3)] == [202] * 3
    assert rival.get(path_of(event, "Bea")).outcome == (429, "rate_limited")
    solve_all()
    assert [rival.get(path_of(event)).status for _ in range(3)] == [200] * 3
