"""Changing one's own name and profile."""

import pytest

from competitions.models import Competition, Player
from competitions.playing import renaming
from tests.threads import at_once

from .stored import row_counts


def renamed(client, name):
    return client.patch("/me", {"name": name})


def test_another_name_is_shown_everywhere_at_once(owner, rival, remembered):
    event, over = owner.create(), owner.create()
    for each in (event, over):
        rival.join(each)
    log = rival.submit(event, []).body
    owner.act(over, "cancel")
    before = owner.standings(event)
    answer = renamed(rival, "  Ray\u200b  Renamed ")
    assert (answer.status, answer.body) == (200, rival.player | {"name": "Ray Renamed", "profile": "public"})
    assert rival.get("/me").body == answer.body
    after = owner.standings(event)
    assert [row["player"]["name"] for row in after["results"]] == ["Ray Renamed"]
    assert after["version"] == before["version"] + 1
    assert owner.standings(over)["results"][0]["player"]["name"] == "Ray Renamed"
    assert rival.get(f"/logs/{log['id']}").body["player"]["name"] == "Ray Renamed"
    assert owner.guest("Ray Rival").player["name"] == "Ray Rival", "the old name is free"


def test_the_name_that_an_organiser_gave_stays(owner, rival, remembered):
    event = owner.create()
    entry = rival.join(event).body["id"]
    path = f"/competitions/{event['id']}/entries/{entry}/rename"
    assert owner.post(path, {"name": "Table 7", "reason": "So they asked."}).status == 200
    changes = Competition.objects.get().changes
    assert renamed(rival, "Ray Renamed").status == 200
    assert owner.standings(event)["results"][0]["player"]["name"] == "Table 7"
    assert Competition.objects.get().changes == changes
    owner.post(path, {"name": "", "reason": "So they asked."})
    assert owner.standings(event)["results"][0]["player"]["name"] == "Ray Renamed"


@pytest.mark.parametrize("name", ["Olga Owner", "olga owner", "\uff2flga Owner"])
def test_nobody_takes_a_name_that_looks_like_anothers(owner, rival, name):
    before = Player.objects.get(pk=rival.player["id"])
    refused = renamed(rival, name)
    assert refused.outcome == (409, "name_taken")
    assert refused.body["suggestions"]
    after = Player.objects.get(pk=before.pk)
    assert (after.name, after.look, after.shape) == (before.name, before.look, before.shape)


def test_nobody_looks_like_what_another_is_called_in_a_contest_with_them(owner, rival, stranger):
    event = owner.create()
    entry = rival.join(event).body["id"]
    stranger.join(event)
    owner.post(
        f"/competitions/{event['id']}/entries/{entry}/rename", {"name": "Table 7", "reason": "So they asked."}
    )
    assert renamed(stranger, "table 7").outcome == (409, "name_taken")
    assert renamed(owner, "table 7").status == 200, "they are in no contest together"


def test_ones_own_name_may_be_written_in_another_way(rival):
    assert renamed(rival, "RAY RIVAL").body["name"] == "RAY RIVAL"
    assert renamed(rival, "RAY RIVAL").status == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "x"}, "name"),
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"name": 7}, "name"),
        ({"name": "x" * 25}, "name"),
        ({"name": "\u200b\u200b\u200b"}, "name"),
        ({"profile": "secret"}, "profile"),
        ({"profile": None}, "profile"),
        ({"name": "Ray Renamed", "profile": 7}, "profile"),
    ],
)
def test_what_is_no_name_and_no_profile(rival, body, field):
    before = rival.get("/me").body
    assert rival.patch("/me", body).refused_for(field)
    assert rival.get("/me").body == before


def test_a_profile_is_public_until_it_is_made_private(owner, rival):
    assert rival.get("/me").body["profile"] == "public"
    assert rival.patch("/me", {"profile": "private"}).body["profile"] == "private"
    assert rival.patch("/me", {"colour": "red"}).body["profile"] == "private"
    assert rival.patch("/me", {"name": "Olga Owner", "profile": "public"}).outcome == (409, "name_taken")
    assert rival.get("/me").body["profile"] == "private"
    assert owner.get("/me").body["profile"] == "public"


def test_of_names_that_are_taken_at_once_each_is_given_once(committed):
    players = [committed.guest(f"Player {n}") for n in range(4)]
    event = players[0].create()
    for player in players:
        player.join(event)
    answers = at_once(
        *(lambda player=player, n=n: renamed(player, "AnN"[: 2 + n % 2]) for n, player in enumerate(players))
    )
    assert sorted(answer.status for answer in answers) == [200, 200, 409, 409]
    shown = sorted(row["player"]["name"] for row in players[0].standings(event)["results"])
    assert shown == sorted(Player.objects.values_list("name", flat=True))


def test_who_joins_while_they_are_renamed_is_shown_by_the_new_name(owner, rival, remembered, monkeypatch):
    """What was joined after the first look at the entries is found by the second."""
    event = owner.create()
    rival.join(event)
    assert owner.standings(event)["results"][0]["player"]["name"] == "Ray Rival"
    look, looks = renaming._held, []

    def held(entries):
        looks.append(look(entries) if looks else ([], {}))
        return looks[-1]

    monkeypatch.setattr(renaming, "_held", held)
    assert renamed(rival, "Ray Renamed").status == 200
    assert len(looks) == 2
    assert owner.standings(event)["results"][0]["player"]["name"] == "Ray Renamed"


def test_nothing_is_written_where_nothing_changes(rival):
    before = row_counts()
    assert rival.patch("/me", {}).status == 200
    assert row_counts() == before
