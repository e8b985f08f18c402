"""A German phone of 320 px: from the link of a contest through a game, its ending, the deals of the next day
and an account to a mail. No text is in English, and none is cut."""

import json
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from functools import partial
from pathlib import Path
from random import Random

import polib
import pytest
from playwright.sync_api import expect

from competitions.endings.account_offer import LEAST_DAYS
from config.catalogues import LOCALE
from games import catalogue
from tests.frontend.plain_words import PlainWords
from tests.waiting import until

from .hands import Finger, make
from .moved import dailies, play, site_by
from .pictures import picture
from .players import Api, call_unseen
from .test_screen import FAULTS
from .test_whole_games import views_of, whole_game

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "locale": "de-DE", "alone": True}

CUT = """() => {
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    const told = 'button, .button, .action > span, summary, nav a, th, .board-scroll';
    for (const text of document.querySelectorAll(told))
        if (text.checkVisibility() && text.clientWidth > 0 && text.scrollWidth > text.clientWidth + 1)
            faults.push(`${text.textContent.trim()} is cut`);
    return faults;
}"""
"""What is cut or too wide on a page, in words."""


def pairs() -> Iterator[tuple[str, str]]:
    """Each text in English and in German."""
    for file in (LOCALE / "de" / "LC_MESSAGES").glob("*.po"):
        for entry in polib.pofile(str(file)):
            german = entry.msgstr_plural or {0: entry.msgstr, 1: ""}
            yield entry.msgid, german[0]
            yield entry.msgid_plural, german[1]
    for file in Path(catalogue.__file__).parent.glob("**/en.json"):
        german_texts = json.loads(file.with_name("de.json").read_text())
        for code, text in json.loads(file.read_text()).items():
            if isinstance(text, str) and isinstance(german_texts[code], str):
                yield text, german_texts[code]


def shapes() -> Iterator[str]:
    """A pattern of each English text, in which its facts are anything. A text with facts has two words beside
    them at least, by which it is known."""
    for english, german in pairs():
        parts = re.split(r"%\(\w+\)[ds]|\{[^}]*\}", re.sub(r"<[^>]*>", "", english).replace("%%", "%"))
        words = re.findall(r"[A-Za-z]{3,}", " ".join(parts))
        if english != german and len(words) >= min(2, len(parts)):
            yield ".+?".join(re.escape(" ".join(part.split(" "))) for part in parts)


ENGLISH = re.compile("|".join({*shapes()}), re.I)


def english_in(page: str) -> list[str]:
    """The texts of a page that are English ones of which there is a German one."""
    parser = PlainWords()
    parser.feed(page)
    said = {" ".join(each.split()) for each in parser.said}
    return [text for text in said if ENGLISH.fullmatch(text)]


@pytest.fixture
def german_site(calendar, own_database, tmp_path):
    """A site by a clock, and the folder of its mails."""
    mails = tmp_path / "mails"
    mails.mkdir()
    with site_by(calendar, own_database | {"EMAIL_URL": f"filemail://{mails}"}, tmp_path) as url:
        yield url, mails


def test_english_texts_are_found():
    page = "<p>Your cards are waiting</p><b title='Deal the cards'>Karten</b><p>3 games are left</p>"
    assert sorted(english_in(page)) == ["Deal the cards", "Your cards are waiting"]
    assert not english_in("<p>Karten geben</p><p>3 Karten übrig</p><p>Wish for tea</p>")


@pytest.mark.extra
@pytest.mark.long
def test_a_german_phone_reads_no_english_and_nothing_is_cut(german_site, calendar, open_page):
    site, mails = german_site
    found = {}

    def look(at, faults="[]"):
        picture(page, f"in-german-{at}")
        wrong = [*english_in(page.content()), *page.evaluate(CUT), *page.evaluate(faults)]
        if wrong:
            found[at] = wrong

    def press(name):
        page.get_by_role("button", name=name, exact=True).first.tap()

    log = whole_game("wish")
    round = {key: log[key] for key in ("game", "seed", "rules")}
    settings = {"name": "Clubabend", "play": "open", "attempts": None, "rounds": [round]}
    contest = Api(site).guest("Olga").call("competitions", settings)["id"]
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
    [file] = until(lambda: [*mails.iterdir()], "no mail has come")
    mail = message_from_bytes(file.read_bytes(), policy=default)
    lines = [mail["Subject"], *mail.get_content().splitlines()]
    assert not [line for line in lines if ENGLISH.fullmatch(line)]
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
