"""Everyone asks everything while rounds are open, and nobody finds what is hidden."""

import re

import pytest

from competitions.models import Hook
from competitions.outbound.webhooks import delivery
from competitions.outbound.webhooks.http_post import ReceiversAnswer
from tests.jobs.work import do_all_due

from .records import everything_logged
from .routes import OF_THE_CARDS, OF_THE_DEAL, ROUTES, SOCKETS, routes, socket_routes
from .test_left_out import hold_the_same_to_the_embargo
from .walk import THOROUGH, Walk


def test_every_route_is_one_that_the_walk_knows():
    assert routes() == sorted(ROUTES), "decide in routes.py how the walk asks the new route"


def test_every_socket_is_one_that_the_walk_knows():
    assert socket_routes() == sorted(SOCKETS), "decide in routes.py how the walk opens the new socket"


@pytest.mark.extra
@pytest.mark.long
def test_nobody_finds_anything_of_a_sealed_round_nor_in_what_was_logged(sealed):
    with everything_logged() as records:
        scene = sealed()
        hold_the_same_to_the_embargo(scene)
        reading = ("Joined", "Playing organiser", "Invited and done")
        walk = Walk(scene, thorough=THOROUGH, reading=reading).as_one_of_each()
    assert records.lines
    walk.search(scene.viewers[0], "the log", records.text)
    assert b"Exception while resolving variable" not in records.text, "a template asks for what is not there"
    silent = [
        route
        for route, statuses in walk.answered.items()
        if not statuses[200]
        and not any(asked_elsewhere in route for asked_elsewhere in ("circles/", "series/<", "me.ics"))
        and not route.startswith(("staff/", "<at_name:"))
    ]
    only_written = {route for route in ROUTES if route.endswith(ENDS_THAT_ARE_ONLY_WRITTEN)}
    assert set(silent) <= only_written | {"api/v1/"} | FOR_NOBODY_IN_AN_OPEN_SEALED_ROUND
    assert walk.received["piles"]
    assert walk.received["moves"]
    assert not walk.received["seed"]
    kept = [path for path in walk.kept.public if not path.startswith(FOR_EVERYBODY)]
    assert all(re.fullmatch(r"/api/v1/competitions/\w+/standings\?.*", path) for path in kept), kept


FOR_EVERYBODY = (
    *("/api/v1/games", "/api/v1/keys", "/api/v1/dumps", "/api/v1/schema", "/api/v1/asyncapi"),
    *("/sw.js", "/manifest.webmanifest", "/games.zip", "/rules.zip", "/evendeal.zip"),
)
"""What caches may keep for all, besides standings that every viewer sees alike (`test_standings_for_all`): no
viewer is told of anything there that another is not."""

FOR_NOBODY_IN_AN_OPEN_SEALED_ROUND = {
    "api/v1/deals/played",
    "api/v1/attempts/<public_id:attempt_id>/standings",
    "api/v1/logs/<public_id:log_id>/receipt",
    "api/v1/logs/<public_id:log_id>/analysis",
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/tree",
    "api/v1/competitions/<public_id:competition_id>/rounds/<round_number:number>/luck",
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/ghost",
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/ghost/ending",
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/tree",
    "c/<competition_id:competition_id>/rounds/<competition_round:number>/luck",
    "results/<slug:log_id>/review",
}

ENDS_THAT_ARE_ONLY_WRITTEN = (
    # What leads on, but for who has an account or is on the way to one.
    *("sign-out", "sign-up", "forgotten/code", "forgotten/password", "forgotten/done"),
    *("me/address/code", "me/password", "me/again", "me/again/passkey", "me/guest"),
    *("sign-in/passkey", "sign-in/code", "me/account", "me/passkeys/<int:pk>/remove"),
    *("me/passkeys/<int:pk>/name", "me/app", "me/app/remove", "me/codes", "me/codes/new"),
    "/players/<entry_id:entry_id>/rounds/<competition_round:number>",  # leads on to a result
    "beat/<slug:slug>/<slug:seed>",  # leads on to practice
    "practice/<slug:slug>/ending",
    "dumps/<slug:month>/<path:name>",  # nothing is published: see `tests/dumps`
    "me/calendar",  # its address opens one's own calendar
    "notices/stop/<slug:word>",  # for whoever has one's mail: see tests/notices/test_mailing.py
    "me/staff/<measure_id:measure_id>",  # for whom the staff did something about: see `test_staff`
    "me/reminders",  # for a script
    *("me/offer", "language"),
    *("me/notices", "notices/read", "me/profile", "me/preferences", "me/keys", "/revoke", "continue/code"),
    *("api/v1/guests", "api/v1/replays", "api/v1/tickets", "/challenges", "duels"),
    *("play", "play/<slug:slug>"),
    "/tokens/<public_id:token_id>",
    *("/entries", "/logs", "/attempts", "/done", "/moves", "/undo", "/finish", "/join", "/deal", "/token"),
    *("/publish", "/close", "/cancel", "/certify", "/copy", "/rematch", "/invite", "/end"),
    *("/organisers/<public_id:player_id>", "/disqualify", "/reinstate", "/rename", "/grants", "/messages"),
    "/desk/certificates",  # leads to the desk while results are not final
    # No badge is there: `tests/badges` asks for some.
    *("/badges/<public_id:badge_id>", "/badges/<public_id:badge_id>/renew"),
    "/desk/badges/<badge_id:badge_id>/<slug:act>",
    *("/webhooks/<public_id:hook_id>", "/desk/webhooks/<hook_id:hook_id>/remove"),
    *("/again", "/deliveries", "/resend", "/ping"),
)


@pytest.mark.parametrize(
    ("game", "rules", "ply", "settings"),
    [
        ("winabit", {"scoring": "5b"}, 30, {"access": "unlisted"}),
        ("pyramid", {"draw": "three"}, 9, {"others": "closed"}),
        pytest.param("wish", {}, 2, {}, marks=pytest.mark.extra),
        pytest.param("well", {}, 6, {}, marks=pytest.mark.extra),
        pytest.param("three-by-three", {}, 0, {}, marks=pytest.mark.extra),
        pytest.param("three-by-three", {}, 14, {"others": "closed"}, marks=pytest.mark.extra),
    ],
)
def test_nobody_finds_anything_of_any_game(sealed, game, rules, ply, settings):
    """What each viewer may see is the same in every game: the walk above asks as every viewer, everywhere."""
    scene = sealed(game, ply, rules=rules, small=True, **settings)
    walk = Walk(scene, OF_THE_CARDS).as_those("stranger", "In the middle", "Finished")
    assert walk.received["piles"]
    assert walk.received["moves"]


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize("names", [("stranger", "One left"), ("Organiser", "In the second", "Through")])
def test_in_open_play_seeds_and_logs_are_for_whom_section_2_says(opened, names):
    """Who has nothing to do with a contest, and who organises it, walk through the sealed one; whoever has
    joined knows the seed, and nothing of others' games while an attempt is left: `test_in_an_open_round`
    says it of everybody."""
    scene = opened("three-by-three", 5)
    hold_the_same_to_the_embargo(scene)
    walk = Walk(scene, OF_THE_DEAL, reading=["One left"]).as_those(*names)
    assert walk.received["seed"]
    assert walk.received["moves"]


@pytest.mark.extra
def test_in_open_play_longer_games_are_for_whom_section_2_says(opened):
    scene = opened("winabit", 12)
    walk = Walk(scene, OF_THE_CARDS).as_those("stranger", "In the middle", "One left", "Through")
    assert walk.received["seed"]
    assert walk.received["moves"]


# Webhooks


@pytest.mark.extra
@pytest.mark.parametrize("kind", ["sealed", "open"])
def test_no_webhook_is_sent_what_a_stranger_may_not_know(sealed, opened, monkeypatch, kind):
    """What it is sent goes on to anybody. It is told of all that happened, from the beginning."""
    bodies: list[bytes] = []

    def post(target, body, headers, private):
        bodies.append(body)
        return ReceiversAnswer(200, "")

    monkeypatch.setattr(delivery, "post", post)
    scene = sealed() if kind == "sealed" else opened("three-by-three", 5)
    for event in scene.events:
        organiser = next(viewer for viewer in scene.viewers if event.id in viewer.organises)
        scene.ask(organiser, "POST", f"/competitions/{event.id}/webhooks", {"url": "https://hooks.example/"})
    Hook.objects.update(cursor="0-0-0")
    do_all_due()
    assert sum(b'"type":"result"' in body for body in bodies) >= (3 if kind == "sealed" else 4)
    walk = Walk(scene)
    for body in bodies:
        walk.search(scene.viewers[0], "a webhook", body)
