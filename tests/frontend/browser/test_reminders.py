"""A guest ends a game on the third day: an account by a passkey in place, and reminders by a press."""

import random

import pytest
from playwright.sync_api import expect

from tests.waiting import until

from .axe import expect_accessible
from .moved import PHONE, dailies, get, play
from .pictures import picture
from .players import sending
from .test_passkeys import keeping_passkeys
from .test_playing import give_up
from .test_two_weeks import become_player

PUSH_SERVICE = """PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
    toJSON: () => ({
        endpoint: 'https://push.example.org/' + applicationServerKey,
        keys: { p256dh: '%s', auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
    }),
})"""
"""No push service can be asked here: the browser has an address of one all the same."""

POINT = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
"""The generator of the curve P-256, which is a point as good as others."""

SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, data }) => [title, body, data])"""


@pytest.mark.extra
@pytest.mark.long
def test_a_guest_is_an_account_in_place_and_is_reminded(moved, calendar, open_page):
    site, chance = moved, random.Random(7)
    page = open_page(f"{site}/", **PHONE, whole=True, service_workers="allow", permissions=["notifications"])
    page.context.add_init_script(PUSH_SERVICE % POINT)
    become_player(page, site, "Gwen Guest")
    keeping_passkeys(page)
    send = sending(page)
    for day in range(3):
        today = dailies(page, site, day, "running")
        play(send, today["wish"], "wish", 2, chance, gives_up=day < 2)
        if day < 2:
            calendar.next_noon()
    page.goto(f"{site}/c/{today['wish']}/rounds/1")
    give_up(page)
    offer = page.get_by_role("region", name="Don't lose your 3 days in a row")
    expect(offer.get_by_role("textbox")).to_be_hidden()
    offer.get_by_text("Don't lose").click()
    expect_accessible(page)
    picture(page, "offer-on-the-table", full_page=False)

    page.goto(f"{site}/c/{today['wish']}/rounds/1")
    page.set_viewport_size({"width": 320, "height": 740})
    offer.get_by_text("Don't lose").click()
    expect(offer.get_by_label("Make an account with your e-mail address")).to_be_visible()
    expect_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    picture(page, "offer")
    offer.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.get_by_text("You have an account now.")).to_be_visible()
    assert get(page, site, "me")["account"]

    page.get_by_role("button", name="Remind me of new deals").click()
    expect(page.get_by_text("We remind you in this browser")).to_be_visible()
    picture(page, "reminded")
    page.reload()
    expect(page.get_by_role("button", name="Remind me of new deals")).to_have_count(0)
    page.goto(f"{site}/me#notices")
    expect(page.get_by_text("You get reminders in 1 browser.")).to_be_visible()
    picture(page, "reminders-on-my-page")

    worker = page.context.new_cdp_session(page)
    versions = []
    worker.on("ServiceWorker.workerRegistrationUpdated", lambda told: versions.extend(told["registrations"]))
    worker.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    message = '{"title": "New deals", "body": "Play.", "path": "/daily", "tag": "x"}'
    found = {"origin": site, "registrationId": versions[-1]["registrationId"], "data": message}
    worker.send("ServiceWorker.deliverPushMessage", found)
    shown = until(lambda: page.evaluate(SHOWN), "the message does not show")
    assert shown == [["New deals", "Play.", "/daily"]]
    page.get_by_role("button", name="Stop the reminders").click()
    expect(page.get_by_text("We no longer remind you.")).to_be_visible()
