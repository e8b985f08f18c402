"""The staff's desk: the staff are shown nothing of an open sealed round there, whatever was reported; and to
everybody else there is no such place."""

import pytest
from django.apps import apps
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from competitions.models import Attempt, Competition, Entry, Measure, Player, Report, Sign
from competitions.moderation import measures
from competitions.moderation.reports_to_staff import about_of, name_of_entry, report_to_staff, result_of
from frontend.staff.staff_site import STAFF_SITE
from tests.moderation.staffing import has_just_shown_who_they_are, make_account_staff, pages_of_desk

from .walk import Walk


@pytest.fixture
def desk(sealed):
    """A sealed round in full swing, of which everything is reported, with a sign at every result, though
    none should be there yet; and one of the staff who has seen no card."""
    stage = sealed(small=True, about="Bring your own tea.")
    staff, now = stage.named("Joined"), timezone.now()
    session = SessionStore(staff.cookie.partition("=")[2].partition(";")[0])
    player = make_account_staff(Player.objects.get(pk=staff.player.pk))
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    has_just_shown_who_they_are(session, player)
    competition = Competition.objects.get(pk=stage.events[0].id)
    reporter = stage.named("Organiser").player
    found = [name_of_entry(entry) for entry in Entry.objects.filter(competition=competition)]
    for attempt in Attempt.objects.filter(entry__competition=competition):
        found.append(result_of(attempt))
        for kind in Sign.Kind:
            Sign.objects.create(attempt=attempt, kind=kind, round=attempt.round, other=attempt, at=now)
    for reported in found:
        made = report_to_staff(reporter=reporter, reported=reported, ground="other", text="", now=now)
    about = report_to_staff(
        reporter=stage.named("Finished").player,
        reported=about_of(competition),
        ground="other",
        text="",
        now=now,
    )
    assert made.attempt is not None
    assert about.said
    measures.warn(player=stage.named("Finished").player, staff=player, reason="Be kind.", now=now)
    return stage


@pytest.mark.extra
def test_the_staff_are_shown_nothing_of_an_open_sealed_round(desk):
    staff, walk = desk.named("Joined"), Walk(desk)
    asked = list(pages_of_desk())
    for path in [
        *asked,
        "/staff/competitions/player/?q=Finished",
        f"{asked[-1]}?report={Report.objects.latest('pk').pk}",
    ]:
        got = desk.send("GET", path, b"", {"Cookie": staff.cookie})
        assert got.status == 200, path
        walk.search(staff, path, got.head, got.body)
        walk.kept.hold(staff, "GET", path, got)
        if "jsi18n" not in path:
            assert b"desk" in got.body


def test_it_answers_no_question_about_what_it_does_not_show(desk):
    staff = desk.named("Joined")
    for query in (
        "player/?password__startswith=a",
        "player/?sessions_end=a",
        "report/?attempt__score=3",
        "report/?player__password__startswith=a",
        "sign/?attempt__score__gte=3",
        "sign/?round__deal__seed__startswith=a",
    ):
        got = desk.send("GET", f"/staff/competitions/{query}", b"", {"Cookie": staff.cookie})
        assert got.status == 400, query
    for path in ("report/%00/change/", "report/?q=%00"):
        assert desk.send("GET", f"/staff/competitions/{path}", b"", {"Cookie": staff.cookie}).status == 404


@pytest.mark.extra
def test_to_everybody_else_there_is_no_such_place(desk):
    every = list(pages_of_desk())
    for viewer in [viewer for viewer in desk.viewers if viewer.name != "Joined"]:
        for path in every[:: 1 if viewer.player is None else 7]:
            for method in ("GET", "POST"):
                headers = {"Cookie": viewer.cookie, "X-CSRFToken": "c" * 32}
                assert desk.send(method, path, b"", headers).status == 404, (viewer.name, path)


def test_only_what_moderation_is_about_stands_there():
    registered = {model for model in apps.get_models() if STAFF_SITE.is_registered(model)}
    assert registered == {Report, Measure, Sign, Player}
