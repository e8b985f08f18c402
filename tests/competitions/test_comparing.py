"""How good a result is: against a calculation by hand, and never before it may be known."""

from itertools import count
from statistics import median

import pytest

from competitions.models import Player
from competitions.standings import standings
from tests.clients.contests import golden_round, moves_scoring

ROUND = {"round": 1, "around": "me"}


def comparison(player, event, **query):
    return player.standings(event, **ROUND | query).get("comparison")


@pytest.fixture
def scored(owner, crowd):
    """Makes a contest, and players whose results count in it, by their scores."""
    number = count()

    def scored(scores, **settings):
        event = owner.create(rounds=[golden_round()], **settings)
        players = crowd([f"Player {next(number)}" for _ in scores])
        for player, score in zip(players, scores, strict=True):
            player.join(event)
            player.submit(event, moves_scoring(score))
        return event, players

    return scored


@pytest.mark.extra
@pytest.mark.parametrize("scores", [[20], [20, 20], [25, 20, 15, 15], [30, 14, 25, 20, 20]])
@pytest.mark.parametrize("ranking", ["total", "matchpoints"])
def test_it_is_what_one_counts_by_hand(scored, scores, ranking):
    event, players = scored(scores, ranking=ranking, tie_break=["moves"])
    for player, score in zip(players, scores, strict=True):
        beaten, rest = sum(other > score for other in scores), {"median": median(scores), "best": min(scores)}
        assert comparison(player, event) == {"beaten": beaten, "others": len(scores) - 1} | rest
    for query in ({"around": None, "round": None}, {"round": None}, {"around": None}):
        asked = {name: value for name, value in (ROUND | query).items() if value}
        assert "comparison" not in players[0].standings(event, **asked), "it belongs to rows in one round"


def test_bots_are_others_and_the_disqualified_are_none(scored, owner, crowd):
    event, (ann, bea) = scored([20, 25])
    [bot] = crowd(["Bot"])
    Player.objects.filter(pk=bot.player["id"]).update(bot=True)
    bot.join(event)
    bot.submit(event, moves_scoring(30))
    assert comparison(ann, event)["others"] == 2
    entry = ann.standings(event)["results"][1]["entry"]
    owner.act(event, f"entries/{entry}/disqualify", reason="Two phones")
    assert comparison(ann, event) == {"beaten": 1, "others": 1, "median": 25, "best": 20}
    assert comparison(bea, event) is None


def test_nothing_is_told_of_others_before_it_may_be_known(scored, clock, crowd, owner):
    hours = {"closes_at": clock.after(hours=2)}
    final, (ann, _) = scored([20, 25], standings="final", **hours)
    own, (_, bea) = scored([20, 25], standings="own", **hours)
    assert comparison(ann, final) is None
    assert comparison(bea, own) == {"beaten": 0, "others": 1, "median": 22.5, "best": 20}
    [cy] = crowd(["Cy"])
    cy.join(own)
    assert comparison(cy, own) is None
    clock.forward(hours=3)
    assert comparison(ann, final) == {"beaten": 1, "others": 1, "median": 22.5, "best": 20}


def test_in_a_freeze_a_new_result_is_beside_the_old_ones_of_others(scored, clock, crowd):
    hours = {"freeze_at": clock.after(hours=1), "closes_at": clock.after(hours=2)}
    event, (ann, bea) = scored([20, 25], attempts=2, **hours)
    clock.forward(minutes=61)
    ann.submit(event, moves_scoring(14))
    [cy] = crowd(["Cy"])
    cy.join(event)
    cy.submit(event, moves_scoring(15))
    for player, beaten, others in ((ann, 1, 1), (bea, 0, 1), (cy, 2, 2)):
        told = comparison(player, event)
        assert told == {"beaten": beaten, "others": others, "median": 22.5, "best": 20}


@pytest.mark.parametrize("meanwhile", [False, True])
def test_results_stay_hidden_if_a_freeze_begins_while_standings_are_read(
    owner, rival, clock, client, monkeypatch, meanwhile
):
    """Also if the freeze is set `meanwhile`."""
    freeze = {"freeze_at": clock.after(hours=1)}
    hours = {"closes_at": clock.after(hours=2), **({} if meanwhile else freeze)}
    event = owner.create_for(rival, attempts=9, **hours)
    rival.submit(event, moves_scoring(25))
    read = standings.sheet
    late = [lambda: clock.forward(minutes=61), lambda: rival.submit(event, moves_scoring(20))]
    if meanwhile:
        late.insert(0, lambda: owner.change(event, **freeze))

    def read_late(*args, **query):
        while late:
            late.pop(0)()
        return read(*args, **query)

    monkeypatch.setattr(standings, "sheet", read_late)
    refused = client.get(f"/api/v1/competitions/{event['id']}/standings")
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (503, "unavailable", "1")
    board = owner.standings(event)
    assert (board["frozen"], board["results"][0]["total"]) == (True, 25)
