"""Reporting something to the staff, and what a player is shown of what the staff did."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Reply, Report
from competitions.moderation import measures, reports_to_staff
from competitions.moderation.reports_to_staff import settle
from tests.jobs.work import do_all_ready
from tests.moderation.staffing import make_account_staff

from .playing import enter, play
from .reading import read, refused, says

pytestmark = pytest.mark.django_db
REASON = {"ground": "offensive", "text": "Look at it."}


@pytest.fixture
def staff(player):
    return make_account_staff(player("Stella Staff"))


@pytest.fixture
def seen(contest, owner, rival):
    """A contest that says something, with a result of the rival's: each thing with the page that leads on."""
    made = contest(about="Buy at bad.example!")
    log, entry = play(made, rival, []), enter(made, rival)
    return {
        f"/report/about/{made.pk}": (f"/c/{made.pk}", owner, made.about),
        f"/report/entry/{entry.pk}": (f"/c/{made.pk}/players/{entry.pk}", rival, rival.name),
        f"/report/result/{log.pk}": (f"/results/{log.pk}", rival, ""),
    }


def test_what_others_wrote_and_played_is_reported_from_its_page_once(seen, browser_of, player):
    browser = browser_of(player("Rena Reports"))
    for address, (page, whose, said) in seen.items():
        assert f'href="{address}"' in read(browser, page)
        for _ in range(2):
            assert browser.post(address, REASON).headers["Location"] == f"{address}?did=report"
        made = Report.objects.latest("at")
        assert (made.player, made.said, made.ground, made.text) == (whose, said, *REASON.values())
    assert Report.objects.count() == 3
    assert "Thank you" in read(browser, f"{address}?did=report")


def test_a_name_is_one_thing_wherever_it_is_reported(seen, browser_of, player, rival):
    browser = browser_of(player("Rena Reports"))
    entry = next(address for address in seen if "/entry/" in address)
    for address in (entry, f"/report/player/{rival.pk}"):
        assert browser.post(address, REASON).status_code == 302
    assert Report.objects.count() == 1


def test_nobody_reports_their_own_nor_without_a_name_or_a_reason(seen, browser_of, desk, player, stranger):
    about = next(iter(seen))
    assert "You cannot report what is your own." in desk.post(about, REASON).content.decode()
    assert 'class="button primary" href="/sign-in"' in stranger.post(about, REASON).content.decode()
    assert "Please choose one." in browser_of(player("Rena Reports")).post(about, {}).content.decode()
    assert not Report.objects.exists()


def test_what_may_not_be_known_is_not_there_to_be_reported(contest, browser_of, rival, player):
    made = contest(access="invite", about="For few.")
    entry = enter(made, rival)
    assert browser_of(player("Rena Reports")).get(f"/report/entry/{entry.pk}").status_code == 404


def test_how_many_are_open_has_a_bound(seen, browser_of, player, staff, monkeypatch):
    monkeypatch.setattr(reports_to_staff, "MOST_OPEN", 1)
    monkeypatch.setattr(reports_to_staff, "MOST_ABOUT_ONE", 1)
    about, entry, _ = seen
    one, other = browser_of(player("Rena Reports")), browser_of(player("Rolf Reports"))
    assert one.post(about, REASON).status_code == 302
    assert "not read your other reports" in one.post(entry, REASON).content.decode()
    assert "Many have reported this" in other.post(about, REASON).content.decode()
    assert settle(reports=Report.objects.all(), staff=staff, now=timezone.now()) == 1
    assert one.post(entry, REASON).status_code == 302
    assert other.post(about, REASON).status_code == 302


def test_a_player_is_shown_what_the_staff_did_and_answers_once(browser_of, mine, rival, staff, stranger):
    now = timezone.now()
    assert 'id="staff"' not in read(mine, "/me")
    warned = measures.warn(player=rival, staff=staff, reason="Please be kind.", now=now)
    page = read(mine, "/me")
    says(page, "Please be kind.", lacks=["Stella"])
    address = f"/me/staff/{warned.pk}"
    assert address in page
    assert browser_of(staff).get(address).status_code == stranger.get(address).status_code == 404
    assert mine.post(address, {"text": "I am sorry."}).headers["Location"] == "/me?did=reply#staff"
    assert "answered this already" in mine.post(address, {"text": "Not."}).content.decode()
    assert Reply.objects.get().text == "I am sorry."
    says(read(mine, "/me"), "I am sorry.", lacks=[address])


@pytest.mark.extra
@pytest.mark.parametrize("kind", ["suspend", "ban"])
def test_whoever_is_barred_reads_and_sends_no_form_that_others_see(
    seen, contest, mine, rival, player, staff, kind
):
    now = timezone.now()
    more = {"until": now + timedelta(days=1)} if kind == "suspend" else {}
    getattr(measures, kind)(player=rival, staff=staff, reason="Enough.", now=now, **more)
    other = contest()
    mine.cookies["practised"] = "wish"
    for path, form in {
        f"/c/{other.pk}/join": {},
        "/new": {"name": "Mine"},
        "/duels": {"game": "wish"},
        "/circles": {"circle": "Mine"},
        "/beat/wish/axe": {},
        "/me": {"name": "Somebody Else"},
        next(iter(seen)): REASON,
        f"/c/{other.pk}/rounds/1/deal": {},
    }.items():
        says(refused(mine, path, form, status=403), 'href="/me"')
    for path in (f"/c/{other.pk}", "/"):
        read(mine, path)
    assert "Enough." in read(mine, "/me")


def test_a_ban_is_told_where_one_played_and_no_organiser_takes_it_back(contest, desk, mine, rival, staff):
    made = contest("wish", play="sealed")
    entry = enter(made, rival)
    measures.ban(player=rival, staff=staff, reason="Enough.", now=timezone.now())
    do_all_ready()
    says(read(mine, f"/c/{made.pk}/rounds/1"), "You are banned from this site")
    assert "Reinstate" not in read(desk, f"/c/{made.pk}/desk")
    refused(desk, f"/c/{made.pk}/desk/players/{entry.pk}/reinstate", status=403, reason="A friend.")
