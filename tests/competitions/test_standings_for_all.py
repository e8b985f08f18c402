"""An answer with standings that caches may give to everybody is what every viewer gets. Where two viewers
differ, no cache keeps any."""

import json

import pytest
from django.test import Client as DjangoClient
from django.utils import timezone

from competitions.models import Player
from competitions.moderation.measures import ban, hide_name
from tests.clients.contests import golden_round, moves_scoring, sealed
from tests.clients.rest import Client, through_django
from tests.moderation.staffing import make_account_staff

FOR_ALL, FOR_ONE, FOR_NOBODY = (
    "public, max-age=1",
    "private, no-cache",
    "private, no-store",
)
TWO_ROUNDS = [golden_round(closes_in=2), golden_round(n=1, opens_in=3)]


@pytest.fixture
def cast(owner, rival, stranger, anyone, crowd):
    """Everybody who looks: by a token, by the session of a page, or without either."""
    banned, joined, staff = crowd(["Barred", "Joined", "Staff"])
    players = {each: Player.objects.get(pk=each.player["id"]) for each in (banned, staff)}
    make_account_staff(players[staff])
    playing = rival.post("/tokens", {"name": "bot", "scopes": ["play"]}).body["token"]
    cast = {"nobody": anyone, "a token that may only play": Client(anyone.send, playing)}
    some = {"owner": owner, "rival": rival, "stranger": stranger, "joined": joined, "staff": staff}
    for name, player in {**some, "banned": banned}.items():
        browser = DjangoClient()
        browser.force_login(Player.objects.get(pk=player.player["id"]))
        cast[f"{name} in a browser"] = Client(through_django(browser))
    ban(player=players[banned], staff=players[staff], reason="Enough.", now=timezone.now())
    return cast | some


def kept_for_all(cast, event, thorough=False):
    """Whether the answers are kept for all; raises AssertionError if some are that are not every viewer's.
    All viewers ask for the standings over all rounds, and some for a round: all if this is `thorough`."""
    found = set()
    path = f"/api/v1/competitions/{event['id']}/standings"
    shown = cast["owner"].standings(event)["version"]
    for query in ("", f"?version={shown + 1}", f"?version={10**18 - 1}"):
        assert read(cast["nobody"], path + query)[1]["cache-control"] in (FOR_ONE, FOR_NOBODY), query
    some = {name: viewer for name, viewer in cast.items() if name.startswith(("nobody", "owner", "rival"))}
    of_a_round = "?round=1&limit=1&version=0"
    for query, viewers in ((f"?version={shown}", cast), (of_a_round, cast if thorough else some)):
        got = {name: read(viewer, path + query) for name, viewer in viewers.items()}
        kept = {name: head["cache-control"] for name, (_, head, _) in got.items()}
        shared = {name for name, how in kept.items() if how == FOR_ALL}
        assert shared in (set(), {name for name, viewer in viewers.items() if viewer.token is None})
        assert {*kept.values()} <= {FOR_ALL, FOR_ONE, FOR_NOBODY}
        if shared:
            told = {(status, head["etag"], raw) for status, head, raw in got.values()}
            assert len(told) == 1
            assert not any("set-cookie" in head for _, head, _ in got.values())
        found.add(bool(shared))
    for name in ("rival", "rival in a browser"):
        around = read(cast[name], f"{path}?around=me&version={shown}")[1]["cache-control"]
        assert around in (FOR_ONE, FOR_NOBODY)
    (all_alike,) = found
    return all_alike


def read(viewer, path):
    return viewer.send("GET", path, b"", {"Authorization": f"Bearer {viewer.token}"} if viewer.token else {})


@pytest.mark.parametrize(
    ("settings", "at_first", "with_results", "two_hours_later", "closed"),
    [
        ({}, True, True, True, True),
        pytest.param({"access": "unlisted"}, True, True, True, True, marks=pytest.mark.extra),
        ({"access": "invite"}, False, False, False, False),
        ({"standings": "own"}, False, False, False, True),
        ({"standings": "final"}, False, False, False, True),
        ({"freeze_in": 1}, True, True, False, True),
        pytest.param({"rounds": TWO_ROUNDS}, True, True, True, True, marks=pytest.mark.extra),
        pytest.param(
            {"rounds": TWO_ROUNDS, "standings": "own"}, False, False, True, True, marks=pytest.mark.extra
        ),
        ({"rounds": TWO_ROUNDS, "standings": "final"}, False, False, True, True),
        pytest.param(
            {"rounds": TWO_ROUNDS, "standings": "final", "freeze_in": 1},
            False,
            False,
            False,
            True,
            marks=pytest.mark.extra,
        ),
        ({"opens_in": 1, "standings": "final"}, True, None, False, True),
    ],
    ids=json.dumps,
)
def test_answers_for_all_are_those_that_all_get(
    cast, owner, rival, clock, settings, at_first, with_results, two_hours_later, closed
):
    event = owner.create_for(rival, cast["joined"], **at(clock, settings))
    assert kept_for_all(cast, event) is at_first
    if with_results is not None:
        assert rival.submit(event, moves_scoring(25)).status == 201
        assert kept_for_all(cast, event) is with_results
    clock.forward(hours=2)
    assert rival.submit(event, [], round=len(event["rounds"])).status in (201, 409)
    assert kept_for_all(cast, event) is two_hours_later
    clock.forward(hours=4)
    assert kept_for_all(cast, event) is closed


def at(clock, settings):
    """Settings, with times for `opens_in` and alike, which are hours from now; it closes in five hours."""
    if not isinstance(settings, dict):
        return settings
    timed = with_times(clock, settings)
    if "rounds" in timed:
        timed["rounds"] = [with_times(clock, each) for each in timed["rounds"]]
    return {"attempts": 9, "closes_at": clock.after(hours=5), **timed}


def with_times(clock, settings):
    times = {name: clock.after(hours=value) for name, value in settings.items() if name.endswith("_in")}
    rest = {name: value for name, value in settings.items() if name not in times}
    return rest | {f"{name.removesuffix('_in')}_at": value for name, value in times.items()}


def test_a_game_that_still_runs_when_its_round_is_over_keeps_it_for_each(cast, owner, rival, clock):
    event = owner.create_for(rival, standings="final", closes_at=clock.after(hours=1), **sealed())
    attempt = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    clock.forward(hours=2)
    assert kept_for_all(cast, event) is False
    assert rival.post(f"/attempts/{attempt}/finish", {}).status == 200
    assert kept_for_all(cast, event) is True


def test_drafts_and_duels_of_two_are_kept_for_nobody_else(cast, owner, rival):
    draft = owner.create(draft=True)
    duel = owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).body
    assert [kept_for_all(cast, event) for event in (draft, duel)] == [False, False]


def test_what_organisers_and_the_staff_do_is_seen_alike_by_all(cast, owner, rival):
    event = owner.create_for(rival, cast["joined"])
    rival.submit(event, moves_scoring(25))
    hide_name(
        player=Player.objects.get(pk=rival.player["id"]),
        staff=Player.objects.get(pk=cast["staff"].player["id"]),
        reason="Rude.",
        now=timezone.now(),
    )
    entry = cast["nobody"].standings(event)["results"][1]["entry"]
    assert kept_for_all(cast, event) is True
    owner.act(event, f"entries/{entry}/disqualify", reason="so")
    assert kept_for_all(cast, event, thorough=True) is True
