"""Joining: with a link, with a code, before, during and after."""

import pytest

from competitions.ledger.entry_names import name_those_left
from competitions.models import Entry
from tests.clients.contests import golden_round
from tests.jobs.work import do_all_ready

from .stored import row_counts


@pytest.mark.parametrize("access", ["public", "unlisted"])
def test_a_link_is_enough_for_a_contest_that_is_not_by_invitation(owner, rival, access):
    event = owner.create(access=access)
    joined = rival.join(event)
    assert joined.status == 201
    assert set(joined.body) >= {"id", "player", "competition", "joined_at"}


def test_joining_twice_is_the_same_entry(owner, rival):
    event = owner.create()
    first, second = rival.join(event), rival.join(event)
    assert (first.status, second.status) == (201, 200)
    assert first.body == second.body
    assert owner.standings(event)["total"] == 1


def test_joining_needs_no_body_at_all(owner, rival):
    event = owner.create()
    assert rival.request("POST", f"/competitions/{event['id']}/entries").status == 201


def test_the_organiser_plays_only_after_joining_like_everyone_else(owner):
    event = owner.create()
    assert owner.submit(event, []).outcome == (403, "not_entered")
    assert owner.join(event).status == 201
    assert owner.submit(event, []).status == 201


def test_an_invite_only_contest_refuses_those_without_its_code(owner, rival):
    event = owner.create(access="invite")
    before = row_counts()
    assert rival.join(event).outcome == (403, "bad_invite")
    for invite in (None, "", "wrong", "\u00e9" * 16, "x" * 10_000):
        assert rival.join(event, invite=invite).outcome == (403, "bad_invite"), invite
    assert row_counts() == before


def test_a_code_that_is_no_text_is_at_fault(owner, rival):
    event = owner.create(access="invite")
    for invite in (7, True, ["code"], {"code": 1}, "\x00", "\ud800"):
        rival.join(event, invite=invite).refused_for("invite")


def test_the_organiser_is_not_asked_for_the_code_that_they_give_out(owner):
    event = owner.create(access="invite")
    assert owner.join(event, invite="wrong").status == 201
    assert owner.join(event).status == 200


def test_an_entrant_needs_no_code_to_be_told_of_the_entry_again(owner, rival):
    event = owner.create_for(rival, access="invite")
    assert rival.join(event).status == 200


def test_a_code_where_none_is_needed_does_no_harm(owner, rival):
    assert rival.join(owner.create(), invite="anything").status == 201


def test_the_code_of_one_contest_does_not_open_another(owner, rival):
    one, other = owner.create(access="invite"), owner.create(access="invite")
    assert one["invite"] != other["invite"]
    assert rival.join(one, invite=other["invite"]).outcome == (403, "bad_invite")


def test_joining_is_open_before_the_start_and_until_the_last_round_closes(owner, crowd, clock):
    early, midway, last, late = crowd(["Early", "Midway", "Last", "Late"])
    event = owner.create(
        opens_at=clock.after(hours=1),
        rounds=[
            golden_round(closes_at=clock.after(hours=2)),
            golden_round(opens_at=clock.after(hours=3), closes_at=clock.after(hours=4)),
        ],
    )
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


def test_a_contest_that_nobody_made_cannot_be_joined(rival):
    assert rival.join({"id": "2222222222222222"}).outcome == (404, "not_found")


def test_a_newcomer_moves_the_version_and_a_repeat_does_not(owner, rival):
    event = owner.create()
    versions = [owner.standings(event)["version"]]
    for _ in range(2):
        rival.join(event)
        versions.append(owner.standings(event)["version"])
    assert versions[0] < versions[1] == versions[2]


# Names


def test_whoever_joins_under_a_look_that_is_there_is_numbered_and_told_so(owner, crowd):
    event = owner.create()
    players = crowd(["Ian", "Ian", "lan", "IAN"])
    told = [player.join(event).body["player"] for player in players]
    assert [player["name"] for player in told] == ["Ian", "Ian 2", "lan 3", "IAN 4"]
    assert [player["id"] for player in told] == [player.player["id"] for player in players]
    assert [player.join(event).body["player"] for player in players] == told
    shown = [row["player"] for row in owner.standings(event)["results"]]
    assert sorted(shown, key=str) == sorted(told, key=str)
    assert players[1].get("/me").body["name"] == "Ian", "it is so here alone"
    assert players[1].join(owner.create()).body["player"]["name"] == "Ian"


def test_the_smallest_free_number_is_given(owner, crowd):
    event = owner.create()
    players = crowd(["Ian"] * 4)
    second = [player.join(event).body["id"] for player in players[:3]][1]
    owner.post(f"/competitions/{event['id']}/entries/{second}/rename", {"name": "Jo", "reason": "A wish."})
    assert players[3].join(event).body["player"]["name"] == "Ian 2"


def test_an_empty_name_gives_the_own_one_back_with_a_number_if_need_be(owner, crowd):
    event = owner.create()
    first, second = crowd(["Ian", "Ian"])
    path = f"/competitions/{event['id']}/entries/{first.join(event).body['id']}/rename"
    owner.post(path, {"name": "Jo", "reason": "A wish."})
    assert second.join(event).body["player"]["name"] == "Ian"
    assert owner.post(path, {"name": "", "reason": "A wish."}).body["player"]["name"] == "Ian 2"


def test_a_player_takes_a_name_for_one_contest(owner, rival, stranger):
    event = owner.create()
    assert rival.join(event, name="  Red\u200b  Knight ").body["player"]["name"] == "Red Knight"
    assert rival.join(event, name="Green Knight").body["player"]["name"] == "Red Knight", "who is in stays so"
    before = row_counts()
    for taken in ("Red Knight", "red knight"):
        assert stranger.join(event, name=taken).outcome == (409, "name_taken")
    for name in ("x", "", "x" * 25, "\u041cia", 7):
        stranger.join(event, name=name).refused_for("name")
    assert row_counts() == before
    assert stranger.join(event, name="Ray Rival").body["player"]["name"] == "Ray Rival", "nobody is shown so"
    rival.patch("/me", {"name": "Ray the Second"})
    do_all_ready()
    assert rival.join(event).body["player"]["name"] == "Red Knight", "it does not follow the own name"


def test_entries_of_the_release_before_are_shown_and_get_their_names(owner, crowd, clock):
    event = owner.create()
    first, second, third = crowd(["Ian", "Ian", "Jo"])
    for player in (first, second, third):
        player.join(event)
        clock.forward(seconds=1)
    unnamed = {"look": None, "shape": None, "own_name": True}
    Entry.objects.filter(player=third.player["id"]).update(**unnamed, called="Given")
    Entry.objects.exclude(player=third.player["id"]).update(**unnamed, called="")
    assert {row["player"]["name"] for row in owner.standings(event)["results"]} == {"Ian", "Given"}
    assert (name_those_left(clock.now), name_those_left(clock.now)) == (3, 0)
    names = dict(Entry.objects.values_list("player", "called"))
    assert [names[player.player["id"]] for player in (first, second, third)] == ["Ian", "Ian 2", "Given"]
    assert Entry.objects.get(own_name=False).called == "Given"
