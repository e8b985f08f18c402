"""What each viewer is told, and when: worked by hand for each kind of standings, a freeze, and each role."""

from datetime import timedelta

import pytest

from competitions.models import Competition
from tests.clients.contests import golden_round, moves_scoring
from tests.play.seats import sit_down

from .following import Follower, told

ROUNDS = {"rounds": [golden_round(), golden_round(n=1)]}


@pytest.fixture
def anne(anyone):
    return anyone.guest("Anne")


@pytest.fixture
def ben(anyone):
    return anyone.guest("Ben")


def test_an_event_says_what_happened(owner, anne, clock):
    event = owner.create()
    entry = anne.join(event).body
    clock.forward(seconds=1)
    anne.submit(event, moves_scoring(22))
    clock.forward(seconds=1)
    owner.act(event, "close", reason="It is late.")
    follower = Follower(anne, event)
    follower.new()
    state, joined, result, act, closed = follower.told
    assert state == {
        "seq": 1,
        "type": "state",
        "at": "2026-11-21T12:00:00Z",
        "data": {"state": "running", "rounds": [{"number": 1, "state": "open"}], "frozen": False},
    }
    assert joined == {
        "seq": 2,
        "type": "joined",
        "at": entry["joined_at"],
        "data": {"entry": entry["id"], "player": anne.player},
    }
    assert (result["at"], act["at"]) == ("2026-11-21T12:00:01Z", "2026-11-21T12:00:02Z")
    [attempt] = [row["rounds"][0]["attempt"] for row in anne.standings(event)["results"]]
    assert result["data"] == {
        "entry": entry["id"],
        "player": anne.player,
        "round": 1,
        "score": 22,
        "won": False,
        "attempt": attempt,
    }
    assert act["data"] == anne.trail(event)[0]
    assert closed["data"]["state"] == "closed"


def test_live_results_are_told_as_they_come(owner, anne, ben, stranger, clock):
    event = owner.create(attempts=2)
    followers = [Follower(viewer, event) for viewer in (owner, anne, stranger)]
    anne.join(event)
    anne.submit(event, moves_scoring(25))
    ben.join(event)
    ben.submit(event, moves_scoring(22))
    anne.submit(event, moves_scoring(27))
    for follower in followers:
        assert follower.new() == [
            "state running o",
            "joined Anne",
            "result Anne 1 25",
            "joined Ben",
            "result Ben 1 22",
            "result Anne 1 27",
        ]
        assert follower.new() == []


@pytest.mark.extra
def test_with_own_standings_others_results_come_after_ones_own(owner, anne, ben, stranger, clock, watch):
    event = owner.create_for(anne, ben, standings="own", attempts=2, closes_at=clock.after(hours=1))
    anne.submit(event, moves_scoring(25))
    first, second, third = (Follower(viewer, event) for viewer in (anne, ben, stranger))
    came = ["state running o", "joined Anne", "joined Ben"]
    assert first.new() == [*came, "result Anne 1 25"]
    assert second.new() == third.new() == came
    ben.submit(event, moves_scoring(22))
    anne.submit(event, moves_scoring(22))
    assert first.new() == ["result Ben 1 22", "result Anne 1 22"]
    assert second.new() == ["result Ben 1 22", "result Anne 1 25", "result Anne 1 22"]
    assert third.new() == []
    clock.forward(hours=1)
    assert third.new() == []
    watch()
    results = ["result Anne 1 25", "result Ben 1 22", "result Anne 1 22"]
    assert third.new() == ["state closed c", *results]
    assert first.new() == second.new() == ["state closed c"]
    assert told(stranger, event) == [*came, "state closed c", *results]


@pytest.mark.extra
def test_with_final_standings_a_rounds_results_come_when_it_closes(owner, anne, ben, clock, watch):
    rounds = [golden_round(closes_at=clock.after(hours=1)), golden_round(n=1)]
    event = owner.create(standings="final", rounds=rounds, closes_at=clock.after(hours=2))
    mine, others = Follower(anne, event), Follower(ben, event)
    for player in (anne, ben):
        player.join(event)
        for round in (1, 2):
            player.submit(event, [], round)
    came = ["state running oo", "joined Anne"]
    assert mine.new() == [*came, "result Anne 1 30", "result Anne 2 30", "joined Ben"]
    assert others.new() == [*came, "joined Ben", "result Ben 1 30", "result Ben 2 30"]
    clock.forward(hours=1)
    watch()
    assert mine.new() == ["state running co", "result Ben 1 30"]
    assert others.new() == ["state running co", "result Anne 1 30"]
    clock.forward(hours=1)
    watch()
    assert mine.new() == ["state closed cc", "result Ben 2 30"]
    assert others.new() == ["state closed cc", "result Anne 2 30"]


@pytest.mark.extra
def test_in_a_freeze_only_ones_own_results_are_told(owner, anne, ben, clock, watch):
    event = owner.create(attempts=3, freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    followers = [Follower(viewer, event) for viewer in (anne, ben, owner)]
    for player, score in ((anne, 25), (ben, 27)):
        player.join(event)
        player.submit(event, moves_scoring(score))
    clock.forward(hours=1)
    anne.submit(event, moves_scoring(22))
    ben.submit(event, [])
    came = ["state running o", "joined Anne", "result Anne 1 25", "joined Ben", "result Ben 1 27"]
    frozen = "state running o frozen"
    assert [follower.new() for follower in followers] == [
        [*came, frozen, "result Anne 1 22"],
        [*came, frozen, "result Ben 1 30"],
        [*came, frozen],
    ]
    clock.forward(hours=1)
    assert [follower.new() for follower in followers] == [[], [], []]
    watch()
    assert [follower.new() for follower in followers] == [
        ["state closed c", "result Ben 1 30"],
        ["state closed c", "result Anne 1 22"],
        ["state closed c", "result Anne 1 22", "result Ben 1 30"],
    ]


@pytest.mark.extra
def test_what_is_hidden_when_it_freezes_stays_so(owner, anne, ben, clock, watch):
    """Rounds that close in the freeze, and rounds that the viewer ends in it, tell nothing before the end."""
    rounds = [
        golden_round(closes_at=clock.after(minutes=minutes), n=n) for n, minutes in enumerate((30, 90, 120))
    ]
    event = owner.create(
        standings="own", rounds=rounds, freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2)
    )
    follower = Follower(anne, event)
    for player in (anne, ben):
        player.join(event)
    for round in (1, 2, 3):
        ben.submit(event, [], round)
    clock.forward(minutes=30)
    watch()
    assert follower.new()[3:] == ["state running coo", "result Ben 1 30"]
    clock.forward(minutes=30)
    anne.submit(event, [], 3)
    clock.forward(minutes=30)
    watch()
    assert follower.new() == ["state running coo frozen", "result Anne 3 30", "state running cco frozen"]
    clock.forward(minutes=30)
    watch()
    assert follower.new() == ["state closed ccc", "result Ben 2 30", "result Ben 3 30"]


@pytest.mark.extra
def test_acts_are_for_entrants_and_organisers(owner, anne, ben, clock):
    event = owner.create()
    before, organises = Follower(anne, event), Follower(owner, event)
    owner.change(event, about="Well begun.")
    assert before.new() == ["state running o"]
    assert organises.new() == ["state running o", "act change"]
    ben.join(event)
    anne.join(event)
    owner.change(event, about="Half done.")
    assert before.new() == ["joined Ben", "joined Anne", "act change", "act change"]
    assert organises.new() == ["joined Ben", "joined Anne", "act change"]
    assert told(ben, event) == [
        "state running o",
        "joined Ben",
        "act change",
        "joined Anne",
        "act change",
    ]


@pytest.mark.extra
def test_who_comes_to_organise_is_told_the_acts_before(owner, anne, clock):
    event = owner.create()
    owner.change(event, about="Well begun.")
    follower = Follower(anne, event)
    assert follower.new() == ["state running o"]
    owner.act(event, "organisers", name="Anne")
    assert follower.new() == ["act change", "act share"]
    owner.act(event, "organisers", name="Anne", owner=True)
    assert follower.new() == ["act hand_over"]
    assert told(owner, event) == ["state running o", "act change", "act share", "act hand_over"]
    anne.request("DELETE", f"/competitions/{event['id']}/organisers/{owner.player['id']}")
    assert told(owner, event) == ["state running o"]
    assert follower.new() == ["act unshare"]
    anne.act(event, "organisers", name="Olga Owner")
    assert len(told(owner, event)) == 6


def test_a_draft_is_followed_by_its_organisers_alone(owner, anne, draft):
    assert anne.get(f"/competitions/{draft['id']}/events").outcome == (404, "not_found")
    follower = Follower(owner, draft)
    owner.change(draft, name="Better")
    assert follower.new() == ["act change"]
    owner.act(draft, "publish")
    assert follower.new() == ["act publish", "state running o"]
    assert told(anne, draft) == ["state running o"]


def test_who_may_not_see_the_standings_of_an_invited_event_follows_nothing(owner, anne, anyone):
    event = owner.create(access="invite")
    for viewer in (anne, anyone):
        assert viewer.get(f"/competitions/{event['id']}/events").outcome == (403, "not_entered")
    anne.join(event, invite=event["invite"])
    assert told(anne, event) == ["state running o", "joined Anne"]


@pytest.mark.extra
def test_given_up_games_and_those_that_a_closing_ends_are_results(owner, anne, ben, clock):
    event = owner.create(play="sealed", rounds=[{"game": "wish"}])
    for player in (anne, ben):
        sit_down(player, event)
    sit_down(anne, event).finish()
    owner.close(event, clock)
    assert told(ben, event)[3:] == ["result Anne 1 32", "act close", "result Ben 1 32", "state closed c"]


def test_a_renamed_player_is_told_by_the_new_name(owner, anne, clock):
    event = owner.create()
    entry = anne.join(event).body["id"]
    owner.act(event, f"entries/{entry}/rename", name="Annabel", reason="Of course.")
    assert told(owner, event) == ["state running o", "joined Annabel", "act rename"]


@pytest.mark.extra
def test_nothing_is_told_of_a_round_whose_closing_waits_for_a_game(owner, anne, ben, clock, watch):
    """A clock that says closed is not enough while somebody may still make a move."""
    event = owner.create(
        play="sealed", rounds=[{"game": "winabit"}], standings="final", closes_at=clock.after(hours=1)
    )
    follower = Follower(ben, event)
    sit_down(anne, event).finish()
    sit_down(ben, event)
    follower.new()
    clock.forward(hours=1)
    assert follower.new() == []
    watch()
    ended, closed, uncovered = follower.new()
    assert ended.startswith("result Ben")
    assert closed == "state closed c"
    assert uncovered.startswith("result Anne")


@pytest.mark.extra
def test_an_event_that_is_hidden_stops_the_list_whatever_the_order_says(owner, anne, clock, watch):
    """The embargo's rule alone says what may be seen. Here a freeze is not recorded yet."""
    event = owner.create(freeze_at=clock.after(hours=1), closes_at=clock.after(hours=2))
    follower = Follower(owner, event)
    anne.join(event)
    clock.forward(minutes=1)
    anne.submit(event, [])
    Competition.objects.update(freeze_at=clock.now - timedelta(seconds=1))
    owner.change(event, about="Frozen.")
    assert follower.new() == ["state running o", "joined Anne"]
    assert follower.page().body["next"] is None
    clock.forward(hours=2)
    watch()
    assert follower.new() == ["result Anne 1 30", "act change", "state running o frozen", "state closed c"]
