"""The luck of a round: everyone's score less it, beside the standings, once it is closed for everyone."""

import re

import pytest

from competitions.models import AnalysedLog
from competitions.solving.analysis import analysis_requests
from competitions.solving.analysis.analyse_games import LOGS
from tests.clients.contests import golden_round
from tests.clients.three_games import LONG, SHORT, three_games
from tests.jobs.work import do_all_due

pytestmark = pytest.mark.extra


def path_of(event):
    return f"/competitions/{event['id']}/rounds/1/luck"


@pytest.fixture
def event(owner, crowd, clock):
    """The games of three, with half a point of luck for each of their moves."""
    do_all_due()  # the followers are there before anything is
    return three_games(owner, crowd, clock)


def test_all_games_of_a_small_contest_are_analysed_by_themselves(anyone, owner, event, solvers, solve_all):
    assert anyone.get(path_of(event)).outcome == (403, "embargo")
    owner.act(event, "close")
    assert anyone.get(path_of(event)).body == {"games": 3, "rows": []}
    solve_all()
    told = anyone.get(path_of(event)).body
    assert told["games"] == 3
    scores = {"Ann": 15, "Bea": 25, "Cyd": 30}
    luck = {"Ann": -len(LONG) / 2, "Bea": -len(SHORT) / 2, "Cyd": 0}
    assert {row["player"]["name"]: (row["score"], row["luck"]) for row in told["rows"]} == {
        name: (scores[name], luck[name]) for name in scores
    }
    corrected = [row["corrected"] for row in told["rows"]]
    assert corrected == sorted(scores[name] - luck[name] for name in scores)
    assert {row["samples"] for row in told["rows"]} == {16}
    assert len(solvers.asked) == 3


def test_of_a_large_one_those_that_were_asked_for(anyone, owner, event, solvers, solve_all, monkeypatch):
    monkeypatch.setattr(analysis_requests, "MOST_PLAYERS", 2)
    owner.act(event, "close")
    [ann] = [row for row in owner.standings(event)["results"] if row["player"]["name"] == "Ann"]
    log = anyone.get(f"/attempts/{ann['rounds'][0]['attempt']}").body["log"]
    assert anyone.get(f"/logs/{log}/analysis").status == 202
    solve_all()
    told = anyone.get(path_of(event)).body
    assert (told["games"], [row["log"] for row in told["rows"]]) == (3, [log])


def test_who_is_out_counts_no_more(anyone, owner, event, solvers, solve_all):
    owner.act(event, "close")
    solve_all()
    [ann] = [row["entry"] for row in owner.standings(event)["results"] if row["rank"] == 1]
    owner.post(f"/competitions/{event['id']}/entries/{ann}/disqualify", {"reason": "Two accounts"})
    told = anyone.get(path_of(event)).body
    assert (told["games"], len(told["rows"])) == (2, 2)


def test_an_invite_only_contest_shows_it_to_who_is_in_it(anyone, owner, clock, solvers):
    event = owner.create(access="invite", rounds=[golden_round(n=3)])
    owner.close(event, clock)
    assert anyone.get(path_of(event)).outcome == (403, "not_entered")
    assert owner.get(path_of(event)).body == {"games": 0, "rows": []}


def test_whoever_reads_what_the_site_wants_anyway_has_a_turn_of_their_own(
    anyone, owner, event, solvers, solve_all, monkeypatch
):
    owner.act(event, "close")
    solvers.fail = True
    solve_all()  # all are noted
    AnalysedLog.objects.update(free_at=None, tries=0)
    last = AnalysedLog.objects.order_by("-log").first()
    assert anyone.get(f"/logs/{last.pk}/analysis").status == 202
    asked = AnalysedLog.objects.get(pk=last.pk)
    assert asked.asked_at is not None
    assert asked.asker != last.asker
    assert AnalysedLog.objects.filter(asker=last.asker).count() == 2


def test_a_game_whose_worker_dies_is_taken_by_another(anyone, owner, event, clock, solvers, solve_all):
    owner.act(event, "close")
    solvers.fail = True
    solve_all()
    AnalysedLog.objects.update(free_at=None, tries=0)
    taken = {LOGS.lease(clock.now).pk for _ in range(3)}
    assert len(taken) == 3
    assert LOGS.lease(clock.now) is None
    solvers.fail = False
    clock.forward(seconds=LOGS.leased_for.total_seconds())
    analysis_requests.WORK.enqueue_if_due()
    solve_all()
    assert len(anyone.get(path_of(event)).body["rows"]) == 3


def test_the_page_says_it_in_a_table_and_leads_to_the_games(client, owner, event, solvers, solve_all):
    path = f"/c/{event['id']}/rounds/1/luck"
    assert client.get(path).status_code == 404
    owner.act(event, "close")
    assert "when somebody asks" in client.get(path).content.decode()
    do_all_due()
    assert "still being analysed: about 2 minutes." in client.get(path).content.decode()
    assert path in client.get(f"/c/{event['id']}").content.decode()
    solve_all()
    said = client.get(path).content.decode()
    rows = re.findall(r"<tr>(.*?)</tr>", said.partition("<tbody>")[2], re.DOTALL)
    written = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]
    assert sorted(each.replace("\N{MINUS SIGN}", "-") for each in written) == [
        "Ann 15 -16.5 helped 31.5",
        "Bea 25 -5.0 helped 30.0",
        "Cyd 30 0.0 30.0",
    ]
    assert "estimates. For each game we looked at 16 or more possible arrangements" in said


def test_the_page_of_a_game_that_hides_nothing_says_that_all_is_skill(client, owner, clock):
    event = owner.create(rounds=[{"game": "well"}])
    owner.close(event, clock)
    said = client.get(f"/c/{event['id']}/rounds/1/luck").content.decode()
    assert "In Well all cards are visible from the start, so there is no luck" in said
