"""Joining: with a link, with a code, before, during and after, and under which name."""

import pytest

from competitions.models import Entry
from tests.clients.contests import golden_round
from tests.jobs.work import do_all_ready

from .stored import row_counts

BAD_INVITE = (403, "bad_invite")


def named(answer):
    return answer.body["player"]["name"]


def rename(owner, event, entry, name):
    return owner.act(event, f"entries/{entry}/rename", name=name, reason="A wish.")


@pytest.mark.parametrize("access", ["public", "unlisted"])
def test_a_link_is_enough_where_no_code_is_needed_and_joining_twice_is_the_same_entry(owner, rival, access):
    event = owner.create(access=access)
    versions = [owner.standings(event)["version"]]
    answers = []
    for ask in (
        lambda: rival.request("POST", f"/competitions/{event['id']}/entries"),  # needs no body at all
        lambda: rival.join(event, invite="anything"),
    ):
        answers.append(ask())
        versions.append(owner.standings(event)["version"])
    assert [answer.status for answer in answers] == [201, 200]
    assert set(answers[0].body) >= {"id", "player", "competition", "joined_at"}
    assert answers[0].body == answers[1].body
    assert versions[0] < versions[1] == versions[2]
    assert owner.standings(event)["total"] == 1
    assert owner.submit(event, []).outcome == (403, "not_entered"), "organisers join like everyone else"
    assert owner.join(event).status == owner.submit(event, []).status == 201
    assert rival.join({"id": "2" * 16}).outcome == (404, "not_found")


def test_an_invite_only_contest_refuses_those_without_its_code(owner, rival, stranger):
    event, other = owner.create(access="invite"), owner.create(access="invite")
    assert event["invite"] != other["invite"]
    before = row_counts()
    assert rival.join(event).outcome == BAD_INVITE
    for invite in (None, "", "wrong", "\u00e9" * 16, "x" * 10_000, other["invite"]):
        assert rival.join(event, invite=invite).outcome == BAD_INVITE, invite
    for invite in (7, True, ["code"], {"code": 1}, "\x00", "\ud800"):
        rival.join(event, invite=invite).refused_for("invite")
    assert row_counts() == before
    assert rival.join(event, invite=event["invite"]).status == 201
    assert rival.join(event).status == 200, "an entrant is told of the entry again"
    assert owner.join(event, invite="wrong").status == 201, "organisers give the code out"
    code = owner.act(event, "invite").body["invite"]
    assert code != event["invite"]
    assert stranger.join(event, invite=event["invite"]).outcome == BAD_INVITE
    assert stranger.join(event, invite=code).status == 201
    assert rival.acts_on_trail(event) == ["invite"]
    assert owner.act(owner.create(), "invite").outcome == (409, "wrong_state")


def test_joining_is_open_before_the_start_and_until_the_last_round_closes(owner, crowd, clock):
    early, midway, last, late = crowd(["Early", "Midway", "Last", "Late"])
    hours = [clock.after(hours=hour) for hour in range(5)]
    rounds = [golden_round(closes_at=hours[2]), golden_round(opens_at=hours[3], closes_at=hours[4])]
    event = owner.create(opens_at=hours[1], rounds=rounds)
    assert early.join(event).status == 201
    clock.forward(hours=2.5)  # the first round is closed, the second not open
    assert midway.join(event).status == 201
    clock.forward(hours=1.5, microseconds=-1)
    assert last.join(event).status == 201
    clock.forward(microseconds=1)
    before = row_counts()
    assert late.join(event).outcome == (409, "wrong_state")
    assert row_counts() == before
    assert early.join(event).status == 200, "who is in stays in"


def test_a_contest_fills_up_and_bots_stay_outside_where_they_are_not_wanted(owner, crowd, anyone):
    event = owner.create(max_entries=2)
    ann, ben, cy = crowd(["Ann", "Ben", "Cy"])
    assert [player.join(event).status for player in (ann, ben)] == [201, 201]
    assert cy.join(event).outcome == (409, "full")
    assert ann.join(event).status == 200
    assert owner.change(event, max_entries=3).status == 200
    assert cy.join(event).status == 201
    assert Entry.objects.count() == 3
    made = anyone.post("/guests", {"name": "Robot", "bot": True}).body
    bot = type(anyone)(anyone.send, made["token"], made["player"])
    event = owner.create(bots=False)
    assert bot.join(event).outcome == (403, "forbidden")
    assert ann.join(event).status == bot.join(owner.create()).status == 201


# Names


def test_whoever_joins_under_a_look_that_is_there_is_numbered_and_told_so(owner, crowd):
    event = owner.create()
    players = crowd(["Ian", "Ian", "lan", "IAN", "Ian"])
    told = [player.join(event).body["player"] for player in players[:4]]
    assert [player["name"] for player in told] == ["Ian", "Ian 2", "lan 3", "IAN 4"]
    assert [player["id"] for player in told] == [player.player["id"] for player in players[:4]]
    assert [player.join(event).body["player"] for player in players[:4]] == told
    shown = [row["player"] for row in owner.standings(event)["results"]]
    assert sorted(shown, key=str) == sorted(told, key=str)
    assert players[1].get("/me").body["name"] == "Ian", "it is so here alone"
    assert named(players[1].join(owner.create())) == "Ian"
    first, second = (player.join(event).body["id"] for player in players[:2])
    rename(owner, event, second, "Jo")
    assert named(players[4].join(event)) == "Ian 2", "the smallest free number"
    rename(owner, event, first, "Joe")
    assert named(rename(owner, event, second, "")) == "Ian", "an empty name gives the own one back"
    assert named(rename(owner, event, first, "")) == "Ian 5", "with a number if need be"


def test_a_player_takes_a_name_for_one_contest(owner, rival, stranger):
    event = owner.create()
    assert named(rival.join(event, name="  Red\u200b  Knight ")) == "Red Knight"
    assert named(rival.join(event, name="Green Knight")) == "Red Knight", "who is in stays so"
    before = row_counts()
    for taken in ("Red Knight", "red knight"):
        assert stranger.join(event, name=taken).outcome == (409, "name_taken")
    for name in ("x", "", "x" * 25, "\u041cia", 7):
        stranger.join(event, name=name).refused_for("name")
    assert row_counts() == before
    assert named(stranger.join(event, name="Ray Rival")) == "Ray Rival", "nobody is shown so"
    rival.patch("/me", {"name": "Ray the Second"})
    do_all_ready()
    assert named(rival.join(event)) == "Red Knight", "it does not follow the own name"
