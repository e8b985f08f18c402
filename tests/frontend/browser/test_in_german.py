"""A German phone of 320 px: from the link of a contest through a game, its ending, the deals of the next day
and an account to a mail. No text is in English, and none is cut."""

import re
from email import message_from_bytes
from email.policy import default
from functools import partial
from random import Random

import pytest
from playwright.sync_api import expect

from competitions.endings.account_offer import LEAST_DAYS
from tests.frontend.plain_words import english_in
from tests.waiting import until

from .hands import Finger, make
from .moved import dailies, play, site_by
from .pictures import picture
from .players import Api, call_unseen
from .test_screen import FAULTS
from .test_whole_games import SMALL, views_of, whole_game, wrong_in_german

PHONE = SMALL | {"has_touch": True, "alone": True}


@pytest.fixture
def german_site(calendar, own_database, tmp_path):
    """A site by a clock, and the folder of its mails."""
    mails = tmp_path / "mails"
    mails.mkdir()
    with site_by(calendar, own_database | {"EMAIL_URL": f"filemail://{mails}"}, tmp_path) as url:
        yield url, mails


@pytest.mark.extra
@pytest.mark.long
def test_a_german_phone_reads_no_english_and_nothing_is_cut(german_site, calendar, open_page):
    site, mails = german_site
    found = {}

    def look(at, faults="[]"):
        picture(page, f"in-german-{at}")
        if wrong := [*wrong_in_german(page), *page.evaluate(faults)]:
            found[at] = wrong

    def press(name):
        page.get_by_role("button", name=name, exact=True).first.tap()

    log = whole_game("wish")
    round = {key: log[key] for key in ("game", "seed", "rules")}
    settings = {"name": "Clubabend", "play": "open", "attempts": None, "rounds": [round]}
    contest = Api(site).guest("Olga").call("competitions", settings)["id"]
    Api(site).guest("Guest").join(contest)  # as the site calls those who have chosen no name
    page = open_page(f"{site}/c/{contest}", **PHONE)
    look("link")
    page.get_by_label("Dein Name").fill("Greta")
    press("Spielen")
    page.wait_for_url(re.compile("/rounds/1$"))
    for seen, move in views_of(log):
        make(Finger(page), seen, move)
        if seen["ply"] % 4 == 0 or seen["ply"] == len(log["moves"]) - 2:  # the rest is certain then
            look(f"table-{seen['ply']}", FAULTS)
    expect(page.locator(".over .primary")).to_be_visible()
    look("ending")
    page.goto(f"{site}/c/{contest}")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()  # a script has drawn the names
    expect(page.get_by_text("Gast", exact=True)).to_be_visible()
    look("contest-played")

    for _ in range(LEAST_DAYS):  # then an account is offered
        calendar.next_noon()
        daily = dailies(page, site, calendar.today, "running")["wish"]
        play(partial(call_unseen, page.context, site), daily, "wish", 1, Random(0))
    for at, path in (("home", "/"), ("daily", f"/c/{daily}"), ("daily-ending", f"/c/{daily}/rounds/1")):
        page.goto(site + path)
        look(at)
    page.locator("summary", has_text="Tage in Folge").tap()
    look("offer")
    page.get_by_label("Konto mit E-Mail anlegen").fill("greta@example.org")
    press("Code senden")
    expect(page.get_by_label("Passwort")).to_be_visible()
    look("code")

    def written():
        """The mails whose files are whole: a file is there before its mail, which ends with a line."""
        return [mail for file in mails.iterdir() if (mail := file.read_bytes()).endswith(b"---\n")]

    [sent] = until(written, "no mail has come")
    mail = message_from_bytes(sent, policy=default)
    lines = [mail["Subject"], *mail.get_content().splitlines()]
    assert not english_in(lines)
    page.get_by_label("Code").fill(mail["Subject"].split()[0])
    page.get_by_label("Passwort").fill("Ein ganzer Satz ist gut")
    press("Bestätigen")
    expect(page.get_by_label("Passwort")).to_have_count(0)
    page.wait_for_load_state()
    look("account")
    for at in ("me", "notices", "circles"):
        page.goto(f"{site}/{at}")
        look(at)
    assert not found
