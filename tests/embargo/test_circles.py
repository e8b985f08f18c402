"""What is in a circle: its members know it, and nobody else, whatever they ask of every route; and a member
knows of a daily's results what they may know of them anywhere."""

import json

import pytest
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Attempt, Competition, Deal, Member
from tests.embargo.routes import views

from .stage import Stage

HIDDEN = ("Sunday club", "Olga Owner", "Ray Rival")
A_SCORE = -27182
METHODS = ("GET", "POST", "PATCH", "DELETE")


@pytest.fixture
def scene(send):
    """Olga's circle, in which Ray is; Rita was removed from it, and Sam is a stranger."""
    stage = Stage(send)
    olga, ray, rita, _ = (stage.enlist(name) for name in ("Olga Owner", "Ray Rival", "Rita Removed", "Sam"))
    stage.circle = stage.ask(olga, "POST", "/circles", {"name": "Sunday club"})
    for viewer in (ray, rita):
        join = f"/circles/{stage.circle['id']}/members"
        stage.ask(viewer, "POST", join, {"invite": stage.circle["invite"]})
    removed = f"/api/v1/circles/{stage.circle['id']}/members/{rita.player.pk}"
    assert send("DELETE", removed, b"", olga.headers).status == 204
    return stage


def paths(circle, player):
    """Every route in circles, filled in."""
    for route, _ in views():
        if "circles/" in route:
            for part, id in (("<public_id:circle_id>", circle), ("<circle_id:circle_id>", circle)):
                route = route.replace(part, id)
            yield "/" + route.replace("<public_id:player_id>", player).replace("<slug:act>", "leave")


def asked(scene, viewer, circle, methods=METHODS, query=""):
    """Every answer to the viewer, by what was asked: with each method, and a body that would do."""
    ray = scene.named("Ray Rival").player.pk
    for path in (path + query for path in paths(circle, ray)):
        for method in methods:
            headers = {**viewer.headers, "Content-Type": "application/json"}
            if not path.startswith("/api"):
                headers.pop("Authorization", None)
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = (
                b"" if method in ("GET", "DELETE") else json.dumps({"name": "Mine", "invite": "x"}).encode()
            )
            yield f"{method} {path}", scene.send(method, path, body, headers)


@pytest.mark.extra
def test_to_all_but_its_members_every_route_answers_as_if_there_were_no_circle(scene, subtests):
    before = Member.objects.count()
    for viewer in (scene.viewers[0], scene.named("Sam"), scene.named("Rita Removed")):
        with subtests.test(viewer.name):
            real = dict(asked(scene, viewer, scene.circle["id"]))
            none = dict(asked(scene, viewer, "2" * 16))
            for (what, got), nothing in zip(real.items(), none.values(), strict=True):
                told = got.head + got.body
                assert not [text for text in (*HIDDEN, scene.circle["invite"]) if text.encode() in told], what
                tried = what.startswith("POST /api") and what.endswith("/members") and viewer.player
                assert (got.status, nothing.status) == ((403, 404) if tried else 2 * (nothing.status,)), what
                assert nothing.status in (401, 404, 405), what
    assert Member.objects.count() == before


def _shows_score(got):
    """As pages or the API write it: without the sign it may stand in the random number of a form."""
    return any(f"{sign}{-A_SCORE}".encode() in got.body for sign in ("\N{MINUS SIGN}", "-"))


def test_a_member_is_told_of_it_by_every_page_and_no_card_by_any(scene):
    """Ray has not played: Olga's result shows nowhere, and no seed. To her it shows in the week of Wish."""
    circle = f"/circles/{scene.circle['id']}"
    make_dailies(timezone.now())
    event = Competition.objects.get(daily__game_slug="wish", opens_at__lte=timezone.now())
    begun = scene.ask(scene.named("Olga Owner"), "POST", f"/competitions/{event.pk}/rounds/1/attempts")
    scene.ask(
        scene.named("Olga Owner"),
        "POST",
        f"/attempts/{begun['id']}/moves",
        {"ply": 0, "moves": begun["view"]["legal"][:1]},
    )
    scene.ask(scene.named("Olga Owner"), "POST", f"/attempts/{begun['id']}/finish")
    Attempt.objects.update(score=A_SCORE)
    seeds = [seed.encode() for seed in Deal.objects.values_list("seed", flat=True)]
    for_olga, told = (
        {
            what: got
            for query in ("", "?game=wish")
            for what, got in asked(scene, scene.named(name), scene.circle["id"], ["GET"], query)
        }
        for name in ("Olga Owner", "Ray Rival")
    )
    of_wish = {f"GET {at}?game=wish" for at in (circle, f"/api/v1{circle}/board")}
    assert {what for what, got in for_olga.items() if _shows_score(got)} == of_wish
    page = told[f"GET {circle}"]
    assert b"Sunday club" in page.body
    for what, got in told.items():
        assert not [seed for seed in seeds if seed in got.body], what
        assert not _shows_score(got), what
    board = told[f"GET /api/v1{circle}/board"].json["results"]
    assert [(row["rank"], row["points"], row["played"]) for row in board] == [(None, 0, 0)] * 2
