"""Changing one's own name and profile, and deleting oneself."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from operator import itemgetter
from threading import Event

import pytest
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.jobs import work
from competitions.jobs.due_rows import LEASE, PAUSES
from competitions.ledger import player_changes
from competitions.ledger.ledger import hold
from competitions.models import Competition, Entry, Player, PlayerChange
from competitions.moderation.close_player import close_guest, close_player
from competitions.refusals import Refusal
from tests.clients.rest import Client
from tests.jobs.work import do_all_ready
from tests.servers.databases import on_databases_that_lock
from tests.servers.running import PATIENCE_S
from tests.threads import at_once


def renamed(client, name):
    return client.patch("/me", {"name": name})


def rename_in_contests(client, name):
    assert renamed(client, name).body["name"] == name
    do_all_ready()


def shown(owner, *events):
    """The name of the first in the standings of each."""
    return [owner.standings(event)["results"][0]["player"]["name"] for event in events]


def rename_entry(owner, event, entry, name):
    path = f"/competitions/{event['id']}/entries/{entry['id']}/rename"
    assert owner.post(path, {"name": name, "reason": "So they asked."}).status == 200


def test_another_name_is_shown_everywhere(owner, rival, remembered):
    event, over = owner.create(), owner.create()
    for each in (event, over):
        rival.join(each)
    log = rival.submit(event, []).body
    owner.act(over, "cancel")
    table, before = f"/competitions/{event['id']}/standings.csv", owner.standings(event)
    file, me = owner.get(table), rival.get("/me").body
    answer = renamed(rival, "  Ray\u200b  Renamed ")
    assert (answer.status, answer.body) == (200, me | {"name": "Ray Renamed"})
    assert rival.get("/me").body == answer.body
    late = owner.create()
    rival.join(late)
    assert shown(owner, late) == ["Ray Renamed"], "before it is applied"
    assert owner.standings(event) == before, "as long as its version is the same"
    assert owner.get(table).raw == file.raw, "as long as its tag is the same"
    do_all_ready()
    assert shown(owner, event, over) == ["Ray Renamed"] * 2
    assert owner.standings(event)["version"] == before["version"] + 1
    after = owner.get(table)
    assert b"Ray Renamed" in after.raw
    assert after.headers["etag"] != file.headers["etag"]
    assert rival.get(f"/logs/{log['id']}").body["player"]["name"] == "Ray Renamed"
    assert owner.guest("Ray Rival").player["name"] == "Ray Rival", "the old name is free"
    for _ in range(2):
        assert renamed(rival, "RAY RENAMED").body["name"] == "RAY RENAMED"


def test_the_name_that_an_organiser_gave_stays(owner, rival, remembered):
    event = owner.create()
    entry = rival.join(event).body
    rename_entry(owner, event, entry, "Table 7")
    changes = Competition.objects.get().changes
    rename_in_contests(rival, "Ray Renamed")
    assert shown(owner, event) == ["Table 7"]
    assert Competition.objects.get().changes == changes
    rename_entry(owner, event, entry, "")
    assert shown(owner, event) == ["Ray Renamed"]


def test_a_profile_is_public_until_it_is_made_private(owner, rival):
    assert rival.get("/me").body["profile"] == "public"
    assert rival.patch("/me", {"profile": "private"}).body["profile"] == "private"
    assert rival.patch("/me", {"colour": "red"}).body["profile"] == "private"
    assert rival.patch("/me", {"name": "x", "profile": "public"}).refused_for("name")
    assert rival.get("/me").body["profile"] == "private"
    assert owner.get("/me").body["profile"] == "public"


def test_a_language_is_chosen_and_taken_back(rival):
    assert rival.get("/me").body["language"] is None
    assert rival.patch("/me", {"language": "de"}).body["language"] == "de"
    assert rival.patch("/me", {"profile": "private"}).body["language"] == "de"
    for unknown in ("fr", "", "DE", "de-AT"):
        assert rival.patch("/me", {"language": unknown, "profile": "public"}).refused_for("language")
    assert rival.get("/me").body["profile"] == "private", "nothing of a refused change is stored"
    assert Player.objects.get(pk=rival.player["id"]).language == "de"
    assert rival.patch("/me", {"language": None}).body["language"] is None


def test_preferences_stay_as_they_are_until_they_are_changed(rival):
    usual = rival.get("/me").body["preferences"]
    assert usual["speed"] == "usual"
    assert not any(usual[name] for name in usual.keys() - {"speed"})
    assert rival.patch("/me", {"preferences": {"sound": True}}).body["preferences"] == usual | {"sound": True}
    changed = rival.patch("/me", {"preferences": {"speed": "fast", "colour": "red"}})
    assert changed.body["preferences"] == usual | {"sound": True, "speed": "fast"}
    assert [warning["field"] for warning in changed.body["warnings"]] == ["preferences.colour"]
    assert Player.objects.get(pk=rival.player["id"]).chosen == {"sound": True, "speed": "fast"}
    for wrong in ({"sound": 1}, {"speed": "slow", "sound": False}):
        name = next(iter(wrong))
        assert rival.patch("/me", {"preferences": wrong}).refused_for("preferences", name)
    assert rival.get("/me").body["preferences"] == usual | {"sound": True, "speed": "fast"}


def test_those_who_take_one_name_at_once_are_numbered_where_they_play_together(committed):
    players = [committed.guest(f"Player {n}") for n in range(4)]
    event = players[0].create()
    for player in players:
        player.join(event)
    answers = at_once(*(lambda player=player: renamed(player, "Ann") for player in players))
    assert {answer.body["name"] for answer in answers} == {"Ann"}
    do_all_ready()
    shown = sorted(row["player"]["name"] for row in players[0].standings(event)["results"])
    assert shown == ["Ann", "Ann 2", "Ann 3", "Ann 4"]


def test_a_new_name_is_numbered_in_each_contest_as_it_must_be(owner, rival, stranger, remembered):
    event, other = owner.create(), owner.create()
    rival.join(event)
    for each in (event, other):
        stranger.join(each)
    rename_in_contests(stranger, "RAY RIVAL")
    assert stranger.join(event).body["player"]["name"] == "RAY RIVAL 2"
    assert stranger.join(other).body["player"] == stranger.player | {"name": "RAY RIVAL"}
    rename_in_contests(rival, "Ray")
    assert stranger.join(event).body["player"]["name"] == "RAY RIVAL 2", "nobody else is named anew"
    rename_in_contests(stranger, "Ray Rival")
    assert stranger.join(event).body["player"]["name"] == "Ray Rival"


def test_where_names_are_kept_a_new_one_changes_nothing_and_the_organiser_renames(owner, rival, remembered):
    """But for a player who is gone: nothing tells any more who they were."""
    event, other = owner.create(names="kept"), owner.create()
    entry = rival.join(event).body
    rival.join(other)
    rename_in_contests(rival, "Ray Renamed")
    assert shown(owner, event, other) == ["Ray Rival", "Ray Renamed"]
    for given, name in (("Jo", "Jo"), ("", "Ray Renamed")):
        rename_entry(owner, event, entry, given)
        assert shown(owner, event) == [name]
    rename_in_contests(rival, "Ray")
    assert shown(owner, event) == ["Ray Renamed"]
    player = Player.objects.get(pk=rival.player["id"])
    Player.objects.filter(pk=player.pk).update(last_login=timezone.now(), is_staff=True)
    close_player(player=player, now=timezone.now())
    do_all_ready()
    assert shown(owner, event)[0].startswith("deleted-")
    player.refresh_from_db()
    assert (player.last_login, player.is_staff) == (None, False), "moderates nothing, and was never here"


@on_databases_that_lock
def test_who_is_deleted_while_an_entry_follows_them_waits_for_it(committed):
    """As the job that applies a new name does: the entry first, then the player."""
    rival = committed.guest("Ray Rival")
    rival.join(committed.guest("Olga Owner").create())
    player, locked = Player.objects.get(pk=rival.player["id"]), Event()

    def follow():
        with transaction.atomic():
            Entry.objects.select_for_update().get(player=player)
            locked.set()
            time.sleep(0.3)  # until the other waits
            Player.objects.select_for_update(no_key=True).get(pk=player.pk)

    def close():
        locked.wait(5)
        close_player(player=player, now=timezone.now())

    at_once(follow, close)
    assert Player.objects.get(pk=player.pk).name.startswith("deleted-")


# In many contests


@pytest.fixture
def contests(owner, rival, remembered):
    """Contests of the rival's whose standings somebody has read, in the order in which they change."""
    events = [owner.create() for _ in range(3)]
    for event in events:
        event["entry"] = rival.join(event).body["id"]
        owner.standings(event)
    return sorted(events, key=itemgetter("entry"))


def test_what_a_job_has_not_applied_another_does(owner, rival, contests, monkeypatch, clock):
    """The first fails at the second contest. After a pause the next goes on."""
    entries = iter([hold, None, hold])

    def fails_once(competition_id):
        return next(entries)(competition_id)

    monkeypatch.setattr(player_changes, "hold", fails_once)
    assert renamed(rival, "Ray Renamed").status == 200
    do_all_ready()
    assert shown(owner, *contests) == ["Ray Renamed", "Ray Rival", "Ray Rival"]
    monkeypatch.setattr(player_changes, "hold", hold)
    do_all_ready()
    assert shown(owner, *contests) == ["Ray Renamed", "Ray Rival", "Ray Rival"], "not at once"
    clock.now += PAUSES[0]
    do_all_ready()
    assert shown(owner, *contests) == ["Ray Renamed"] * 3
    assert not PlayerChange.objects.exists()
    assert {event.changes for event in Competition.objects.all()} == {2}, "nothing is counted twice"


def test_a_change_is_asked_for_again_though_the_clock_was_set_back(rival, contests, clock):
    assert renamed(rival, "Ray Renamed").status == 200
    assert player_changes.CHANGES.lease(clock.now) is not None
    assert player_changes.CHANGES.lease(clock.now) is None
    assert player_changes.CHANGES.lease(clock.now - timedelta(days=1)) is not None


def test_a_name_that_is_taken_while_the_one_before_it_is_applied_is_the_one_shown(
    owner, rival, contests, monkeypatch
):
    def take_another(competition_id):
        monkeypatch.setattr(player_changes, "hold", hold)
        held = hold(competition_id)
        assert renamed(rival, "Ray the Third").status == 200
        return held

    monkeypatch.setattr(player_changes, "hold", take_another)
    assert renamed(rival, "Ray the Second").status == 200
    do_all_ready()
    assert shown(owner, *contests) == ["Ray the Third"] * 3


def jobs():
    return DBTaskResult.objects.filter(task_path=player_changes.count.module_path).count()


def test_who_takes_one_name_after_the_other_has_one_job(owner, rival, contests):
    for nth in ("First", "Second", "Third"):
        assert renamed(rival, f"Ray the {nth}").status == 200
        player_changes.WORK.enqueue_if_due()
    assert jobs() == 1
    do_all_ready()
    assert shown(owner, *contests) == ["Ray the Third"] * 3
    renamed(rival, "Ray")
    player_changes.WORK.enqueue_if_due()
    assert jobs() == 2


def test_a_job_ends_after_a_while_and_asks_for_the_next(owner, rival, contests, monkeypatch):
    renamed(rival, "Ray Renamed")
    monkeypatch.setattr(work, "LONGEST_JOB_S", 0)
    player_changes.count.func()
    assert shown(owner, *contests) == ["Ray Renamed", "Ray Rival", "Ray Rival"]
    assert jobs() == 1
    do_all_ready()
    assert shown(owner, *contests) == ["Ray Renamed"] * 3


def test_of_two_jobs_at_one_change_each_entry_is_changed_by_one(rival, contests, monkeypatch, clock):
    """The second job comes between, while the first looks for its next entry; then the first stores
    nothing."""
    entries_of, count = player_changes.entries_of, player_changes.count.func

    def after_the_other(change):
        monkeypatch.setattr(player_changes, "entries_of", entries_of)
        clock.now += LEASE
        player_changes.apply_change(player_changes.CHANGES.lease(clock.now), end=0)
        return entries_of(change)

    renamed(rival, "Ray Renamed")
    monkeypatch.setattr(player_changes, "entries_of", after_the_other)
    count()
    assert [Competition.objects.get(pk=each["id"]).changes for each in contests] == [2, 2, 2]


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_who_takes_another_name_waits_for_none_of_their_contests(committed):
    """Somebody holds one of them for as long as it takes. The name changes in the other one all the same."""
    owner, rival = committed.guest("Olga Owner"), committed.guest("Ray Rival")
    events = [owner.create() for _ in range(2)]
    for event in events:
        rival.join(event)
    with ThreadPoolExecutor(1) as other, transaction.atomic():
        hold(events[0]["id"])
        answer = other.submit(lambda: at_once(lambda: renamed(rival, "Ray Renamed"))[0])
        assert answer.result(PATIENCE_S).body["name"] == "Ray Renamed"
    do_all_ready()
    assert {event.changes for event in Competition.objects.all()} == {2}


def test_who_deletes_themselves_is_nobody_and_leaves_their_results(owner, rival):
    event = owner.create_for(rival)
    rival.submit(event, [])
    narrow = Client(
        rival.send, rival.post("/tokens", {"name": "x", "scopes": ["play", "read"]}).body["token"]
    )
    assert narrow.request("DELETE", "/me").outcome == (403, "forbidden")
    answer = rival.request("DELETE", "/me")
    assert (answer.status, answer.raw) == (204, b"")
    for gone in (rival, narrow):
        assert gone.request("DELETE", "/me").outcome == (401, "unauthenticated")
    do_all_ready()
    [row] = owner.standings(event)["results"]
    assert (row["player"]["id"], row["rank"]) == (rival.player["id"], 1)
    assert re.fullmatch(r"deleted-\w{4}", row["player"]["name"])


def test_no_token_closes_an_account(rival, monkeypatch):
    player = Player.objects.get(pk=rival.player["id"])
    Player.objects.filter(pk=player.pk).update(account=True)
    assert rival.request("DELETE", "/me").outcome == (403, "forbidden")
    assert Player.objects.get(pk=player.pk).left_at is None
    with pytest.raises(Refusal):
        close_guest(player=player, now=timezone.now())  # read before they became one


def test_nothing_is_written_where_nothing_changes(rival, unwritten):
    assert rival.patch("/me", {}).status == 200
