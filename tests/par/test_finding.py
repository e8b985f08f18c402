"""Par: found once a round is closed for everyone, by one worker at a time, and replayed before it counts."""

from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.jobs import due_rows
from competitions.ledger.event_rows import rows_between
from competitions.ledger.states import record_all_due
from competitions.models import Deal, Player, Round, SolvedRound
from competitions.solving.par import find_par
from competitions.solving.par.find_par import ROUNDS
from competitions.solving.par.follower import WORK, add_closed_rounds
from competitions.solving.par.separate_process import DealSolution, LimitsReached
from games import GAMES
from solvers import VERSION
from solvers.solving import SOLVERS
from tests.clients.contests import golden_round

TRIES = len(due_rows.SEARCH_PAUSES) + 1


def test_every_game_has_a_solver():
    assert {*SOLVERS} == {*GAMES}


def par_of(client, event, number=1):
    return client.read(event)["rounds"][number - 1]["par"]


@pytest.fixture
def closed(owner, clock):
    """Makes a contest of these golden rounds, or of one, and closes it."""

    def closed(*rounds, of=owner, **settings):
        event = of.create(rounds=list(rounds or [golden_round()]), **settings)
        of.close(event, clock)
        return event

    return closed


def hides_stored_par(client, event, now):
    """Whether nothing is shown of a par although it is stored."""
    Round.objects.filter(competition=event["id"]).update(par_score=3, par_proven=True, par_at=now)
    return par_of(client, event) is None


@pytest.mark.extra
def test_a_deal_has_its_par_once_its_round_is_closed_for_everyone(owner, rival, clock, solver, solve_all):
    """A solver is asked once for both contests with these cards. The standings rise with it."""
    first, second = (owner.create(rounds=[golden_round()]) for _ in range(2))
    solve_all()
    assert par_of(owner, first) is None
    assert not SolvedRound.objects.exists()
    for event in (first, second):
        owner.close(event, clock)
        version = owner.standings(event)["version"]
        assert par_of(rival, event) is None
        solve_all()
        assert par_of(rival, event) == {"score": 30, "proven": False}
        assert owner.standings(event)["version"] == version + 1
    assert len(solver.asked) == 1


def test_no_deal_is_solved_while_somebody_plays_it_or_once_it_is_called_off(
    owner, rival, clock, solver, solve_all
):
    """An attempt may run beyond the close, until its end is stored. Open play shows the seed before."""
    event = owner.create_for(rival, play="sealed", rounds=[{"game": "wish"}], closes_at=clock.after(hours=1))
    in_the_open = owner.create_for(rival, rounds=[golden_round()])
    assert rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).status == 201
    clock.forward(hours=2)
    record_all_due(clock.now)
    solve_all()
    assert solver.asked == []
    assert hides_stored_par(owner, event, clock.now)
    assert rival.read(in_the_open)["rounds"][0]["seed"] is not None
    assert hides_stored_par(rival, in_the_open, clock.now)
    owner.act(in_the_open, "cancel")
    solve_all()
    assert solver.asked == []


def test_par_is_for_whoever_may_see_the_seed(anyone, owner, closed, solver, solve_all):
    event = closed(access="invite")
    solve_all()
    assert par_of(owner, event) is not None
    assert par_of(anyone, event) is None


def test_a_clock_that_is_behind_forgets_no_round(closed, clock):
    event = closed()
    add_closed_rounds(event["id"], rows_between(event["id"], 0, 99), clock.now - timedelta(seconds=30))
    assert SolvedRound.objects.filter(due=True).exists()


@pytest.mark.extra
def test_one_round_that_cannot_even_be_asked_about_keeps_no_other_waiting(rival, closed, solver, solve_all):
    odd, event = closed(), closed(golden_round(n=1), of=rival)
    Deal.objects.filter(round__competition=odd["id"]).update(seed="no seed")
    solve_all()
    assert par_of(rival, event) is not None
    assert SolvedRound.objects.get(round__competition=odd["id"]).tries == 1


def test_a_search_that_comes_to_its_limits_is_no_error_and_not_tried_again(closed, solver, solve_all, caplog):
    caplog.set_level("INFO", logger="competitions.jobs.due_rows")
    closed()
    solver.fails, solver.failure = True, LimitsReached
    solve_all()
    logged = [record for record in caplog.records if record.name == "competitions.jobs.due_rows"]
    assert [(record.levelname, record.exc_info) for record in logged] == [("INFO", None)]
    assert "it is tired" in logged[0].getMessage()
    solved = SolvedRound.objects.get()
    assert (solved.due, solved.tries) == (False, 1)


@pytest.mark.extra
def test_organisers_take_turns(owner, rival, closed, solver, solve_all, monkeypatch):
    many, one = closed(*(golden_round(n=n) for n in range(2))), closed(golden_round(n=3), of=rival)
    solver.fails = True
    solve_all()  # all become due
    SolvedRound.objects.update(free_at=None)
    theirs = rival.player["id"]
    monkeypatch.setattr(
        due_rows, "turns_by_chance", lambda owners: sorted(owners, key=lambda owner: theirs not in owner)
    )
    taken = [ROUNDS.lease(timezone.now()).round.competition_id for _ in range(2)]
    assert taken == [one["id"], many["id"]]


def test_kinds_of_owners_take_turns_however_many_are_of_one_kind():
    owners = [("contest", False, guest) for guest in range(50)]
    owners += [("contest", True, 51), ("contest", True, 52), ("daily", None, None)]
    first = Counter(due_rows.turns_by_chance(owners)[0][:2] for _ in range(400))
    assert set(first) == {("contest", False), ("contest", True), ("daily", None)}
    assert min(first.values()) > 40, "of a hundred at least, if chance is fair"
    assert {due_rows.turns_by_chance(owners)[0] for _ in range(400)} > {*owners[-3:]}


def test_guests_who_make_many_contests_keep_neither_accounts_nor_the_site_waiting(
    owner, rival, clock, monkeypatch
):
    """An owner here is a kind of competition, whether its organiser has an account, and the organiser."""
    for player in (owner, rival):
        player.create(rounds=[golden_round()])
    Player.objects.filter(pk=owner.player["id"]).update(account=True)
    make_dailies(clock.now)
    rounds = Round.objects.filter(deal__game_slug="three-by-three")
    SolvedRound.objects.bulk_create(SolvedRound(round=round) for round in rounds)
    owners = []
    monkeypatch.setattr(due_rows, "turns_by_chance", lambda those: owners.extend(those) or owners)
    assert ROUNDS.lease(clock.now) is not None
    expected = [("contest", True, owner.player["id"]), ("contest", False, rival.player["id"])]
    assert set(owners) == {*expected, ("daily", None, None)}
    monkeypatch.setattr(due_rows, "turns_by_chance", lambda those: [("daily", None, None)])
    assert ROUNDS.lease(clock.now).round.competition.kind == "daily"


def test_a_solver_that_fails_is_asked_again_some_times(owner, closed, clock, solver, solve_all):
    event = closed()
    solver.fails = True
    for tried in range(1, TRIES + 2):
        solve_all()
        assert len(solver.asked) == min(tried, TRIES)
        find_par.find_due_pars()
        assert len(solver.asked) == min(tried, TRIES), "not at once"
        clock.now += due_rows.SEARCH_PAUSES[-1]
        WORK.enqueue_if_due()
    assert par_of(owner, event) is None
    assert not SolvedRound.objects.get().due


def test_a_par_that_cannot_be_stored_keeps_no_other_waiting(closed, clock, solver, solve_all, monkeypatch):
    closed(golden_round(), golden_round(game="wish"))
    store, failed = find_par.store_par, []

    def fail_once(solved, found, now):
        if not failed:
            failed.append(solved.pk)
            raise ValueError("it cannot be stored")
        store(solved, found, now)

    monkeypatch.setattr(find_par, "store_par", fail_once)
    solve_all()
    first, second = SolvedRound.objects.order_by("pk")
    assert [first.pk] == failed
    assert (first.due, second.due) == (True, False)
    assert first.free_at == clock.now + due_rows.SEARCH_PAUSES[0]


@pytest.mark.extra
@pytest.mark.parametrize("wrong", [DealSolution(0, True, (), 1), DealSolution(9, True, ("deal",) * 9, 1)])
def test_a_solution_is_replayed(owner, closed, solve_all, monkeypatch, wrong):
    """A score that its line does not reach, and a line that does not stand."""
    event = closed()
    monkeypatch.setattr(find_par, "solve_deal", lambda deal: wrong)
    solve_all()
    assert SolvedRound.objects.get().tries == 1
    assert par_of(owner, event) is None


def test_a_round_is_taken_by_one_worker_and_free_again_if_that_one_dies(owner, closed, solver, solve_all):
    event = closed(golden_round(), golden_round(n=1))
    solver.fails = True
    solve_all()  # both become due
    SolvedRound.objects.update(free_at=None, tries=0)
    now = timezone.now()
    taken = [ROUNDS.lease(now), ROUNDS.lease(now)]
    assert [each.round.number for each in taken] == [1, 2]
    assert ROUNDS.lease(now) is None
    assert ROUNDS.lease(now + find_par.LEASED_FOR).round.number == 1
    killed = ROUNDS.lease(now + find_par.LEASED_FOR)
    for _ in range(TRIES):
        now += 2 * find_par.LEASED_FOR
        ROUNDS.lease(now)
        ROUNDS.lease(now)
    assert not SolvedRound.objects.get(pk=killed.pk).due, "its worker has died at every try"
    SolvedRound.objects.update(due=True)
    for score in (30, 31):
        find_par.store_par(taken[0], DealSolution(score, False, (), 1), now)
    assert par_of(owner, event, 1) == {"score": 30, "proven": False}


@pytest.mark.extra
def test_what_older_solvers_found_is_searched_again_if_an_operator_says_so(
    owner, closed, solver, solve_all, capsys
):
    """Nothing is shown less meanwhile, and no par gets worse."""
    event = closed(golden_round(), golden_round(n=1))

    def outdate(par):
        """Let the first par be this, and both be found by older solvers."""
        Round.objects.filter(pk=better.pk).update(par_score=par)
        SolvedRound.objects.update(solvers_version=VERSION - 1)

    def scores():
        return [par_of(owner, event, number)["score"] for number in (1, 2)]

    def counts(**options):
        call_command("solving", **options)
        return " ".join(capsys.readouterr().out.split())

    solve_all()
    better = SolvedRound.objects.earliest("round")
    outdate(20)
    SolvedRound.objects.update(moves=["older"])
    version = owner.standings(event)["version"]
    assert "par 0 due 0 given up 2 outdated" in counts()
    assert "par 2 due 0 given up 0 outdated" in counts(outdated=True)
    assert scores() == [20, 30]
    solver.asked.clear()
    solve_all()
    assert len(solver.asked) == 2, "nothing of older solvers is taken over"
    assert scores() == [20, 30]
    found = SolvedRound.objects.values_list("due", "solvers_version", "moves")
    assert [*found] == [(False, VERSION, ["older"])] * 2
    assert owner.standings(event)["version"] == version, "no par is better"
    outdate(31)
    counts(outdated=True)
    solve_all()
    assert par_of(owner, event, 1) == {"score": 30, "proven": False}
    assert SolvedRound.objects.get(pk=better.pk).moves == []
    assert owner.standings(event)["version"] == version + 1
