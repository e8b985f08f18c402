"""Going on with another phone by a code that is good once, for a minute."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import KnownBrowser, Pass, Player
from competitions.people.last_uses import write_uses
from competitions.people.tickets import issue_ticket, redeem_ticket
from competitions.people.tokens import make_token

from .forms import shown_in

pytestmark = pytest.mark.django_db


def code_on(page):
    """The code that is shown, in groups of four."""
    return re.search(r'class="pass-code"><code>([\w ]+)</code>', page).group(1)


def make_code(browser):
    answer = browser.post("/continue/code")
    assert answer.headers["Cache-Control"] == "private, no-store"
    return code_on(answer.content.decode())


def plays_as(browser):
    found = re.search(r'class="who">.*?<bdi>(.*?)</bdi>', browser.get("/continue").content.decode(), re.S)
    return found and found.group(1)


def test_the_other_phone_is_the_same_player_and_the_first_one_stays(browser_of, rival, contest):
    first, second = browser_of(rival), Client()
    code = make_code(first)
    answer = second.post("/continue", {"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert plays_as(second) == plays_as(first) == "Ray Rival"
    assert second.cookies["sessionid"].value != first.cookies["sessionid"].value


def test_reading_the_link_uses_nothing_up_and_the_code_is_in_no_address(browser_of, rival):
    first = browser_of(rival)
    page = first.post("/continue/code").content.decode()
    code = code_on(page)
    assert "testserver/continue</strong>" in page
    assert not [
        path for path in re.findall(r'(?:href|src|action)="(.*?)"', page) if code.replace(" ", "") in path
    ]
    second = Client()
    for _ in range(2):  # whoever fetches a link before it is opened
        assert second.get("/continue").status_code == 200
    assert second.post("/continue", {"code": code}).status_code == 302


def test_a_code_is_used_once_and_whoever_comes_later_is_told_so(browser_of, rival):
    code = make_code(browser_of(rival))
    assert Client().post("/continue", {"code": code}).status_code == 302
    answer = Client().post("/continue", {"code": code})
    assert answer.status_code == 422
    assert "This code does not work now." in answer.content.decode()
    assert "sessionid" not in answer.cookies


def test_a_phone_that_was_another_guest_is_shown_what_that_guest_has(browser_of, rival, player, contest):
    guest = player("Gwen Guest")
    second = browser_of(guest)
    second.post(f"/c/{contest().pk}/join")
    assert "this browser forgets <bdi>Gwen Guest</bdi>" in second.get("/continue").content.decode()
    answer = second.post("/continue", {"code": make_code(browser_of(rival))})
    assert answer.headers["Location"] == "/me/guest"
    assert plays_as(second) == "Ray Rival"
    assert "1 contest, 0 finished games and 0 circles" in second.get("/me/guest").content.decode()
    assert second.post("/me/guest", {"leave": "1"}).headers["Location"] == "/"


def test_a_button_that_is_pressed_twice_is_pressed_once(browser_of, rival):
    code = make_code(browser_of(rival))
    shown = shown_in(Client().get("/continue").content.decode())
    for _ in range(2):  # the first answer was lost, and with it the session
        again = Client()
        assert again.post("/continue", {**shown, "code": code}).status_code == 302
        assert plays_as(again) == "Ray Rival"


def test_a_code_is_over_after_a_minute(browser_of, rival):
    code = make_code(browser_of(rival))
    Pass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post("/continue", {"code": code}).status_code == 422


@pytest.mark.parametrize("code", ["", " ", "x", "\0", "2222 2222 2222", "x" * 65, "x" * 10_000, "\ud800"])
def test_what_is_no_code_is_refused(stranger, code):
    body = f"code={quote(code, errors='surrogatepass')}"
    answer = stranger.post("/continue", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert "sessionid" not in stranger.cookies


def test_strangers_are_shown_no_code_and_asked_for_one(stranger):
    assert stranger.post("/continue/code").headers["Location"] == "/continue"
    page = stranger.get("/continue").content.decode()
    assert "data-from-address" in page
    assert "Show a code" not in page
    assert not Pass.objects.exists()


def test_an_account_is_not_told_that_nobody_can_play_as_them_again(browser_of, rival):
    browser = browser_of(rival)
    for account in (False, True):
        Player.objects.filter(pk=rival.pk).update(account=account)
        page = browser.get("/continue").content.decode()
        assert ("nobody can play as" in page) is not account
        assert ("until you sign in again" in page) is account


def test_who_uses_the_own_code_where_it_was_made_stays_who_they_are(browser_of, rival):
    browser = browser_of(rival)
    session = browser.cookies["sessionid"].value
    assert browser.post("/continue", {"code": make_code(browser)}).status_code == 302
    assert (browser.cookies["sessionid"].value, plays_as(browser)) == (session, "Ray Rival")


FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"


def test_the_page_lists_the_devices_that_know_a_player_and_each_is_made_to_forget_them(browser_of, rival):
    first, second, third = (browser_of(rival) for _ in range(3))
    second.get("/", headers={"User-Agent": FIREFOX})
    third.get("/")
    page = first.get("/continue").content.decode()
    assert page.count("Forget me<") == 2
    assert page.count("this one") == 1
    assert "Firefox on Android" in page
    lost = KnownBrowser.objects.get(browser="Firefox on Android")
    assert third.post(f"/continue/devices/{lost.pk}/end").headers["Location"] == "/continue?did=end#devices"
    assert second.get("/api/v1/me").status_code == 401
    assert first.get("/api/v1/me").status_code == third.get("/api/v1/me").status_code == 200


def test_all_others_are_made_to_forget_a_player_at_once_even_those_that_were_never_seen(browser_of, rival):
    first, unseen = browser_of(rival), browser_of(rival)
    ticket, _ = issue_ticket(player=rival, session=unseen.session.session_key, now=timezone.now())
    made = make_code(unseen)
    assert first.post("/continue/others/end").headers["Location"] == "/continue?did=others#devices"
    assert plays_as(first) == "Ray Rival"
    assert unseen.get("/api/v1/me").status_code == 401
    assert redeem_ticket(secret=ticket, now=timezone.now()) is None
    assert Client().post("/continue", {"code": made}).status_code == 422
    assert first.get("/continue").content.decode().count("last used") == 1


def test_a_device_that_was_made_to_forget_a_player_sends_no_form_again(browser_of, rival):
    first, lost = browser_of(rival), Client()
    form = {"code": make_code(first), "number": "f" * 32}
    lost.post("/continue", form)
    lost.get("/")
    first.get("/continue")
    browser = KnownBrowser.objects.exclude(session=first.session.session_key).get()
    first.post(f"/continue/devices/{browser.pk}/end")
    assert lost.post("/continue", form).status_code == 422
    assert lost.get("/api/v1/me").status_code == 401


def test_nobody_ends_the_device_of_another_or_the_one_that_they_hold(browser_of, rival, owner):
    first, other = browser_of(rival), browser_of(owner)
    first.get("/continue")
    mine = KnownBrowser.objects.get()
    for browser in (first, other):
        assert browser.post(f"/continue/devices/{mine.pk}/end").status_code == 404
    assert plays_as(first) == "Ray Rival"


def test_what_is_used_all_the_time_is_written_once_in_some_minutes(browser_of, rival, monkeypatch):
    browser, began = browser_of(rival), timezone.now()
    token, secret = make_token(player=rival, name="bot", scopes=["read"], now=began)
    bearer = {"Authorization": f"Bearer {secret}"}

    def used(minutes):
        monkeypatch.setattr(timezone, "now", lambda: began + timedelta(minutes=minutes))
        for _ in range(2):
            browser.get("/contests")
            Client().get("/api/v1/me", headers=bearer)
        with CaptureQueriesContext(connection) as captured:
            write_uses()
        token.refresh_from_db()
        times = {KnownBrowser.objects.get().used_at, token.used_at}
        return len(captured) > 0, times

    assert used(minutes=0) == (True, {began})
    assert used(minutes=9) == (False, {began})
    assert used(minutes=11) == (True, {began + timedelta(minutes=11)})
    assert KnownBrowser.objects.get().begun_at == began
    assert "last used" in browser.get("/me").content.decode()
