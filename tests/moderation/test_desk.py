"""The staff's desk: who is asked once more who they are, and what can be done there."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client as Browser
from django.utils import timezone

from competitions.models import Measure, Report
from competitions.moderation.reports_to_staff import name_of_player, report_to_staff
from competitions.people.register import register_guest
from tests.frontend.accounts import PASSWORD, become_account
from tests.frontend.conftest import PAGES

from .staffing import browser_of_staff

pytestmark = pytest.mark.django_db


def guest(name):
    return register_guest(name=name, bot=False, now=timezone.now())


def report(reporter, about, ground="other", now=None):
    what = {"reporter": guest(reporter), "reported": name_of_player(about), "ground": ground, "text": ""}
    return report_to_staff(**what, now=now or timezone.now())


@pytest.fixture
def staff():
    """The browser of one of the staff who has just shown who they are, and their player."""
    player = guest("Stella Staff")
    return browser_of_staff(player), player


@pytest.mark.extra
def test_the_staff_sign_in_and_are_asked_once_more_who_they_are():
    player, browser = guest("Stella Staff"), Browser()
    browser.force_login(player, backend=PAGES)
    become_account(browser)
    assert browser.get("/staff/").status_code == 404
    call_command("make_staff", player.pk)
    assert browser.get("/staff/").headers["Location"] == "/me/again?next=%2Fstaff%2F"
    again = browser.post("/me/again", {"password": PASSWORD, "next": "/staff/"})
    assert again.headers["Location"] == "/staff/"
    page = browser.get("/staff/")
    assert page.status_code == 200
    assert "Reports" in page.content.decode()
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert b"".join(browser.get("/static/admin/css/base.css"))
    call_command("make_staff", player.pk, "--remove")
    assert browser.get("/staff/").status_code == 404


def test_a_report_leads_to_a_measure_which_settles_all_of_its_kind(staff):
    browser, player = staff
    rude = guest("Rude Rudi")
    _, made = (report(name, rude, "offensive") for name in ("Rena", "Rolf"))
    page = browser.get(f"/staff/competitions/report/{made.pk}/change/").content.decode()
    address = f"/staff/competitions/player/{rude.pk}/measure?report={made.pk}"
    assert f'href="{address}"' in page
    assert "Lift" not in browser.get(address).content.decode()
    for wrong in ({}, {"kind": "rename", "reason": "Rude.", "days": "3", "name": ""}, {"kind": "lift"}):
        assert browser.post(address, wrong).status_code == 422
    assert not Measure.objects.exists()
    done = browser.post(address, {"kind": "suspend", "reason": "Rude.", "days": "7", "name": ""})
    assert done.headers["Location"] == f"/staff/competitions/player/{rude.pk}/change/"
    measure = Measure.objects.get()
    assert (measure.kind, measure.reason, measure.staff) == ("suspend", "Rude.", player)
    assert (measure.until - measure.at).days == 7
    assert not Report.objects.filter(settled_at=None).exists()
    lifted = browser.post(address, {"kind": "lift", "reason": "Kind again.", "days": "3"}, follow=True)
    assert f': <bdi lang="">{rude.name}</bdi></li>' in lifted.content.decode()


def test_reports_are_settled_from_the_list_but_for_those_about_oneself(staff):
    browser, player = staff
    about_staff, made = report("Rena", player), report("Rolf", guest("Kim"))
    form = {"action": "settle_them", "_selected_action": [made.pk, about_staff.pk]}
    said = browser.post("/staff/competitions/report/", form, follow=True).content.decode()
    assert "1 report settled." in said
    assert "Another member of the staff settles reports about you." in said
    made.refresh_from_db()
    assert made.settled_by == player
    about_staff.refresh_from_db()
    assert about_staff.settled_at is None
    still_open = report("Rita", guest("Lea"), now=timezone.now() - timedelta(days=1))
    page = browser.get("/staff/competitions/report/").content.decode()
    assert page.index(still_open.pk) < page.index(made.pk)
    for settled, there in (
        ("no", {still_open, about_staff}),
        ("yes", {made}),
        ("x", {still_open, about_staff, made}),
    ):
        page = browser.get(f"/staff/competitions/report/?settled_at={settled}").content.decode()
        assert {each for each in (still_open, about_staff, made) if each.pk in page} == there


def test_nothing_is_added_changed_or_deleted_there(staff):
    browser, _ = staff
    other = guest("Kim")
    for page in ("add/", f"{other.pk}/delete/", f"{other.pk}/history/"):
        assert browser.get(f"/staff/competitions/player/{page}").status_code == 404
    assert browser.post(f"/staff/competitions/player/{other.pk}/change/", {"name": "x"}).status_code == 403
