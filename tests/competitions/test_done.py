"""Declaring a round done: no attempt is left, and what that opens is what the rules of the embargo say."""

import pytest

from competitions.models import Attempt, Competition, Entry
from tests.clients.contests import golden_round, moves_scoring, sealed
from tests.play.seats import begin

from .stored import row_counts


def done(client, event, round=1):
    return client.post(f"/competitions/{event['id']}/rounds/{round}/done", {})


def sees(client, log):
    return client.get(f"/logs/{log['id']}").status == 200


@pytest.fixture
def event(owner, rival):
    """An open contest of two rounds."""
    return owner.create_for(owner, rival, attempts=None, rounds=[golden_round(), golden_round("wish")])


@pytest.fixture
def others(owner, event):
    """The log of the owner, who has played the first round."""
    return owner.submit(event, moves_scoring(20)).body


@pytest.mark.extra
@pytest.mark.parametrize("attempts", [None, 3])
def test_who_is_done_makes_no_more_attempts_and_sees_others_games(owner, rival, event, others, attempts):
    Competition.objects.update(attempts=attempts)
    mine = rival.submit(event, []).body
    assert not sees(rival, others)
    told = done(rival, event)
    entry = Entry.objects.get(player=rival.player["id"]).pk
    assert told.body == {"competition": event["id"], "round": 1, "entry": entry, "done": True}
    assert told.status == 200
    assert sees(rival, others)
    assert not sees(owner, mine)
    before = row_counts()
    again = done(rival, event)
    assert (again.status, again.raw) == (200, told.raw)
    for refused in (
        rival.submit(event, moves_scoring(20)),
        rival.submit(event, ["nonsense"]),
        begin(rival, event),
    ):
        assert refused.outcome == (409, "no_attempts_left")
    assert row_counts() == before
    # A log that was stored before is the same submission still.
    assert rival.submit(event, []).body == mine
    assert begin(rival, event, round=2).status == 201
    assert owner.submit(event, []).status == 201


def test_nobody_is_done_while_their_attempt_runs_and_who_has_not_played_may_be(
    owner, rival, stranger, event, others
):
    attempt = begin(rival, event).body
    assert done(rival, event).outcome == (409, "wrong_state")
    assert not sees(rival, others)
    assert rival.post(f"/attempts/{attempt['id']}/finish", {}).status == 200
    stranger.join(event)
    for client in (rival, stranger):
        assert done(client, event).status == 200
        assert sees(client, others)
        assert begin(client, event).outcome == (409, "no_attempts_left")
    rows = {row["player"]["name"]: row["rounds"] for row in stranger.standings(event)["results"]}
    assert rows["Sam Stranger"] == [None, None]


def test_an_attempt_that_is_overdue_runs_no_longer(owner, rival, clock):
    event = owner.create_for(rival, **sealed(time_limit_s=60))
    begin(rival, event)
    clock.forward(seconds=61)
    assert done(rival, event).status == 200
    assert Attempt.objects.get().ended_at == clock.now


def test_who_is_done_with_what(owner, rival, stranger, anyone, event, clock):
    later = owner.create_for(rival, opens_at=clock.after(hours=1))
    for client, contest, round, outcome in (
        (stranger, event, 1, (403, "not_entered")),
        (anyone, event, 1, (401, "unauthenticated")),
        (rival, event, 3, (404, "not_found")),
        (rival, {"id": "2" * 16}, 1, (404, "not_found")),
        (rival, later, 1, (409, "round_not_open")),
        (rival, event, 1, (200, None)),
    ):
        assert done(client, contest, round).outcome == outcome
    assert owner.act(event, "close").status == 200
    clock.forward(seconds=1)
    assert done(rival, event).status == 200
    assert done(rival, event, 2).outcome == (409, "round_not_open")


def test_who_is_disqualified_declares_nothing(owner, rival, event, others):
    entry = Entry.objects.get(player=rival.player["id"])
    owner.post(f"/competitions/{event['id']}/entries/{entry.pk}/disqualify", {"reason": "Two phones."})
    assert done(rival, event).outcome == (403, "disqualified")
    assert not sees(rival, others)


@pytest.mark.parametrize("others", ["closed", "finished"])
def test_in_sealed_play_it_shows_nothing_to_a_player_who_has_not_played(owner, rival, others):
    event = owner.create_for(owner, rival, **sealed(others=others))
    attempt = begin(owner, event).body
    log = owner.post(f"/attempts/{attempt['id']}/finish", {}).body["log"]
    assert done(rival, event).status == 200
    assert rival.get(f"/logs/{log}").outcome == (403, "embargo")
    assert "view" not in rival.get(f"/attempts/{attempt['id']}").body
    assert begin(rival, event).outcome == (409, "no_attempts_left")


@pytest.mark.parametrize("standings", ["own", "final"])
def test_scores_that_are_hidden_stay_hidden_from_who_has_not_played(owner, rival, standings):
    event = owner.create_for(owner, rival, attempts=None, standings=standings)
    log = owner.submit(event, []).body
    assert done(rival, event).status == 200
    cells = [row["rounds"][0] for row in rival.standings(event)["results"] if row["rounds"][0]]
    assert [cell["score"] for cell in cells] == [None]
    assert not sees(rival, log)
