"""Going on with another phone by a code that is good once, for a minute."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import KnownBrowser, Pass, Player
from competitions.people.last_uses import write_uses
from competitions.people.tickets import issue_ticket, redeem_ticket
from competitions.people.tokens import make_token

from .accounts import status_of
from .forms import shown_in
from .reading import press, read, refused, says

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"


def shown_code(browser):
    """The page with a new code, and the code in groups of four."""
    answer = browser.post("/continue/code")
    assert answer.headers["Cache-Control"] == "private, no-store"
    page = answer.content.decode()
    return page, re.search(r'class="pass-code"><code>([\w ]+)</code>', page).group(1)


def plays_as(browser):
    found = re.search(r'class="who">.*?<bdi lang="">(.*?)</bdi>', read(browser, "/continue"), re.S)
    return found and found.group(1)


def test_the_other_phone_is_the_same_player_and_the_first_one_stays(mine):
    second = Client()
    second.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page, code = shown_code(mine)
    says(page, "testserver/continue</strong>")
    addresses = re.findall(r'(?:href|src|action)="(.*?)"', page)
    assert not [path for path in addresses if code.replace(" ", "") in path], "the code is in no address"
    for _ in range(2):  # whoever fetches a link before it is opened uses nothing up
        read(second, "/continue")
    assert press(second, "/continue", code=code) == "/"
    assert plays_as(second) == plays_as(mine) == "Ray Rival"
    assert not Player.objects.get(name="Ray Rival").language, "others may use the second phone, too"
    assert second.cookies["sessionid"].value != mine.cookies["sessionid"].value
    answer = Client().post("/continue", {"code": code})
    says(answer.content.decode(), "This code does not work now.")
    assert (answer.status_code, "sessionid" in answer.cookies) == (422, False), "it is good once"


def test_a_phone_that_was_another_guest_is_shown_what_that_guest_has(mine, browser_of, player, contest):
    second = browser_of(player("Gwen Guest"))
    press(second, f"/c/{contest().pk}/join")
    says(read(second, "/continue"), 'this browser forgets <bdi lang="">Gwen Guest</bdi>')
    assert press(second, "/continue", code=shown_code(mine)[1]) == "/me/guest"
    assert plays_as(second) == "Ray Rival"
    says(
        read(second, "/me/guest"),
        "<li>1 contest</li><li>0 finished games</li><li>0 circles</li>",
    )
    assert press(second, "/me/guest", leave="1") == "/"


def test_a_button_that_is_pressed_twice_is_pressed_once(mine):
    _, code = shown_code(mine)
    shown = shown_in(read(Client(), "/continue"))
    for _ in range(2):  # the first answer was lost, and with it the session
        press(again := Client(), "/continue", {**shown, "code": code})
        assert plays_as(again) == "Ray Rival"


def test_a_code_is_over_after_a_minute(mine):
    _, code = shown_code(mine)
    Pass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    refused(Client(), "/continue", code=code)


@pytest.mark.parametrize("code", ["", " ", "x", "\0", "2222 2222 2222", "x" * 65, "x" * 10_000, "\ud800"])
def test_what_is_no_code_is_refused(stranger, code):
    body = f"code={quote(code, errors='surrogatepass')}"
    answer = stranger.post("/continue", body, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, "sessionid" in stranger.cookies) == (422, False)


def test_strangers_are_shown_no_code_and_asked_for_one(stranger):
    assert press(stranger, "/continue/code") == "/continue"
    says(read(stranger, "/continue"), "data-from-address", lacks=["Show a code"])
    assert not Pass.objects.exists()


def test_an_account_is_not_told_that_nobody_can_play_as_them_again(mine, rival):
    sentences = ["nobody can play as", "until you sign in again"]
    for account in (False, True):
        Player.objects.filter(pk=rival.pk).update(account=account)
        says(read(mine, "/continue"), sentences[account], lacks=[sentences[not account]])


def test_who_uses_the_own_code_where_it_was_made_stays_who_they_are(mine):
    session = mine.cookies["sessionid"].value
    press(mine, "/continue", code=shown_code(mine)[1])
    assert (mine.cookies["sessionid"].value, plays_as(mine)) == (session, "Ray Rival")


def test_the_page_lists_the_devices_that_know_a_player_and_each_is_made_to_forget_them(
    mine, desk, browser_of, rival
):
    second, third = browser_of(rival), browser_of(rival)
    second.get("/", headers={"User-Agent": FIREFOX})
    third.get("/")
    page = read(mine, "/continue")
    assert (page.count("Sign out<"), page.count("this one")) == (2, 1)
    says(page, "Firefox on Android")
    lost = KnownBrowser.objects.get(browser="Firefox/|Android")
    assert press(third, f"/continue/devices/{lost.pk}/end") == "/continue?did=end#devices"
    assert [status_of(each) for each in (second, mine, third)] == [401, 200, 200]
    own = KnownBrowser.objects.get(session=mine.session.session_key)
    for browser in (mine, desk):  # nobody ends the one that they hold, or another player's
        refused(browser, f"/continue/devices/{own.pk}/end", status=404)
    assert plays_as(mine) == "Ray Rival"


def test_all_others_are_made_to_forget_a_player_at_once_even_those_that_were_never_seen(
    mine, browser_of, rival
):
    unseen = browser_of(rival)
    ticket, _ = issue_ticket(player=rival, session=unseen.session.session_key, now=timezone.now())
    _, made = shown_code(unseen)
    assert press(mine, "/continue/others/end") == "/continue?did=others#devices"
    assert (plays_as(mine), status_of(unseen)) == ("Ray Rival", 401)
    assert redeem_ticket(secret=ticket, now=timezone.now()) is None
    refused(Client(), "/continue", code=made)
    assert read(mine, "/continue").count("last used") == 1


def test_a_device_that_was_made_to_forget_a_player_sends_no_form_again(mine):
    lost, form = Client(), {"code": shown_code(mine)[1], "number": "f" * 32}
    press(lost, "/continue", form)
    lost.get("/")
    mine.get("/continue")
    browser = KnownBrowser.objects.exclude(session=mine.session.session_key).get()
    press(mine, f"/continue/devices/{browser.pk}/end")
    refused(lost, "/continue", form)
    assert status_of(lost) == 401


def test_what_is_used_all_the_time_is_written_once_in_some_minutes(mine, rival, monkeypatch):
    began = timezone.now()
    token, secret = make_token(player=rival, name="bot", scopes=["read"], now=began)

    def used(minutes):
        monkeypatch.setattr(timezone, "now", lambda: began + timedelta(minutes=minutes))
        for _ in range(2):
            mine.get("/contests")
            status_of(Client(), secret)
        with CaptureQueriesContext(connection) as captured:
            write_uses()
        token.refresh_from_db()
        return len(captured) > 0, {KnownBrowser.objects.get().used_at, token.used_at}

    assert used(minutes=0) == (True, {began})
    assert used(minutes=9) == (False, {began})
    assert used(minutes=11) == (True, {began + timedelta(minutes=11)})
    assert KnownBrowser.objects.get().begun_at == began
    says(read(mine, "/me"), "last used")
