"""The analysis of a game: asked for by reading it, found by the workers, confirmed by the rules."""

import io

import pytest
from django.core.management import call_command
from django.utils import timezone

from competitions.analysis import wanted
from competitions.analysis.analysing import LOGS, analyse_due
from competitions.jobs import taking
from competitions.models import AnalysedLog, Log
from competitions.par.apart import LimitsReached
from solvers import VERSION
from tests.clients.contests import golden_round, moves_scoring

LONG, SHORT = moves_scoring(15, n=3), moves_scoring(25, n=3)


@pytest.fixture
def event(owner, crowd, clock, monkeypatch):
    """Ann has 15, Bea 25 and Cyd has given up at once, in a contest too large to be analysed unasked."""
    monkeypatch.setattr(wanted, "MOST_PLAYERS", 0)
    event = owner.create(rounds=[golden_round(n=3)], attempts=1)
    for player, moves in zip(crowd(["Ann", "Bea", "Cyd"]), (LONG, SHORT, []), strict=True):
        player.join(event)
        assert player.submit(event, moves).status == 201
    clock.forward(seconds=1)
    return event


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
    clock.forward(seconds=1)
    owner.act(event, "close")
    assert anyone.get(f"/logs/{accepted}/analysis").outcome == (404, "not_found")
    assert rival.get(f"/logs/{rejected}/analysis").outcome == (404, "not_found")
    assert rival.get(f"/logs/{accepted}/analysis").status == 202
    assert AnalysedLog.objects.count() == 1


def test_nothing_is_analysed_while_somebody_still_plays_the_deal(owner, crowd, clock, solvers):
    """An attempt that runs beyond the close, until its end is stored."""
    event = owner.create(play="sealed", rounds=[{"game": "winabit"}], closes_at=clock.after(hours=1))
    ann, bea = crowd(["Ann", "Bea"])
    for player in (ann, bea):
        player.join(event)
        begun = player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
        if player is ann:
            player.post(f"/attempts/{begun['id']}/finish", {})
    clock.forward(hours=2)
    assert ann.get(path_of(event)).outcome == (403, "embargo")


def test_nor_what_was_called_off(owner, rival, event, solvers):
    owner.act(event, "cancel")
    assert rival.get(path_of(event)).outcome == (403, "embargo")


def test_a_game_that_another_has_played_on_the_same_cards_is_taken_over(
    owner, rival, clock, solvers, solve_all
):
    for _ in range(2):
        event = owner.create(rounds=[golden_round(n=3)])
        rival.join(event)
        rival.submit(event, LONG)
        clock.forward(seconds=1)
        owner.act(event, "close")
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
    for tried in range(1, taking.MOST_TRIES + 1):
        assert anyone.get(path).status == 202
        solve_all()
        analyse_due()
        assert len(solvers.asked) == tried
        clock.forward(seconds=taking.PAUSE.total_seconds())
        wanted.BACKLOG.ask()
    assert anyone.get(path).outcome == (404, "no_analysis")
    assert said("solving") == "par 1 due 0 given up 0 outdated analyses 0 due 1 given up 0 outdated"
    solvers.fail = False
    assert said("solving", "--again").endswith("analyses 1 due 0 given up 0 outdated")
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
    assert answer.outcome == (404, "no_analysis")
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
    assert said("solving", "--outdated").endswith("analyses 1 due 0 given up 0 outdated")
    assert anyone.get(path).body == older
    solvers.fail = True
    solve_all()
    assert anyone.get(path).body == older
    solvers.fail = False
    AnalysedLog.objects.update(free_at=None)
    wanted.BACKLOG.ask()
    solve_all()
    analysed = AnalysedLog.objects.get()
    assert (analysed.due, analysed.solvers_version, len(solvers.asked)) == (False, VERSION, 3)
    assert anyone.get(path).status == 200


def wrongs():
    yield "a sum", {"initial": 1.0}
    yield "the skill of all", {"skill": 0, "given_up": 0}
    yield "a line that does not stand", {"lines": [{"ply": 0, "moves": ["deal"]}]}
    yield "a line that comes to another score", {"lines": [{"ply": 0, "moves": LONG[:3]}]}
    yield "no line", {"lines": []}
    yield "another game", {"moves": []}
    yield "no version", {"version": None, "moves": None}


@pytest.mark.parametrize("wrong", [pytest.param(wrong, id=what) for what, wrong in wrongs()])
def test_what_solvers_say_is_confirmed_by_the_rules(anyone, owner, event, solvers, solve_all, wrong):
    owner.act(event, "close")
    anyone.get(path_of(event))
    solvers.wrong = wrong
    solve_all()
    assert AnalysedLog.objects.get().tries == 1
    assert anyone.get(path_of(event)).status == 202


def test_who_asks_for_many_waits_and_whoever_asks_for_one_has_a_turn(
    anyone, owner, event, clock, solvers, monkeypatch
):
    owner.act(event, "close")
    monkeypatch.setattr(wanted, "MOST_WAITING", 2)
    names = ("Ann", "Bea", "Cyd")
    got = [anyone.get(path_of(event, name)) for name in names]
    assert [answer.status for answer in got] == [202, 202, 429]
    assert int(got[2].headers["retry-after"]) == wanted.RETRY_S
    cyd = Log.objects.get(entry__player__name="Cyd")
    AnalysedLog.objects.create(log=cyd)
    assert anyone.get(path_of(event, "Cyd")).status == 202, "the site wants it anyway"
    wanted.ask_for_analysis(cyd, network="192.0.2.2", now=timezone.now())
    second = AnalysedLog.objects.get(log__entry__player__name="Cyd").asker
    monkeypatch.setattr(taking.random, "shuffle", lambda askers: askers.sort(key=second.__ne__))
    assert LOGS.take(timezone.now()).asker == second


def test_asking_has_a_limit_and_reading_has_none(rival, owner, event, solvers, solve_all, settings):
    owner.act(event, "close")
    settings.LIMITS = {**settings.LIMITS, "analyses": {"player": 1, "address": 2}}
    assert [rival.get(path_of(event)).status for _ in range(3)] == [202] * 3
    assert rival.get(path_of(event, "Bea")).outcome == (429, "rate_limited")
    solve_all()
    assert [rival.get(path_of(event)).status for _ in range(3)] == [200] * 3
