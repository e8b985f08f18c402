"""A guest lives through two weeks and becomes somebody: an account, with a rating, a rival and a new name.

Each day, and after everything that is done about a player, what the site tells of standings and ratings is
what `two_weeks` counts.
"""

import json
import random
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.frontend.two_weeks import DAYS, NAMES, PLAN, Book, Event
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import managed
from tests.servers.running import PATIENCE_S

from .axe import expect_accessible
from .moved import PHONE, dailies, get, play
from .pictures import picture
from .players import Api, sending
from .test_passkeys import keeping_passkeys

PASSKEY_DAY, CONTEST_DAY, REPORT_DAY, BAN_DAY = 2, 4, 7, 9


def agree(told, expected, about):
    """What is told is as expected, once jobs have done their work."""
    until = time.monotonic() + PATIENCE_S
    while (said := told()) != expected and time.monotonic() < until:
        time.sleep(0.1)
    assert said == expected, about


def become_player(page, site, name):
    """By the form of a circle: a name, and nothing else."""
    page.goto(f"{site}/circles")
    page.get_by_label("Its name").fill("A circle")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Start the circle").click()
    expect(page.locator(".who")).to_contain_text(name)


def add_passkey(page, site):
    """Become an account by a passkey; it is given back, with what speaks to the passkeys of the device."""
    keys, device = keeping_passkeys(page)
    page.goto(f"{site}/me")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Your passkey is saved. Sign in with it")).to_be_visible()
    (kept,) = keys.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    return kept


def sign_in_elsewhere(open_page, site, passkey):
    """A computer that signs in with the passkey."""
    page = open_page(f"{site}/sign-in", alone=True)
    keys, device = keeping_passkeys(page)
    keys.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": passkey})
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".who")).to_contain_text("Ada Rude")
    page.goto(f"{site}/me")
    return page


def make_staff(name, database):
    log = Path(database["DATA_DIR"], "make_staff.log")
    with managed(["make_staff", name], log, cwd=ROOT, env=environment(database)) as process:
        assert process.wait() == 0, log.read_text()


class TwoWeeks:
    """Those who play, and what is known of them: their ids by the names of the plan, and the book."""

    def __init__(self, site, ids):
        self.site, self.ids, self.book = site, ids, Book()
        self.named = {player: name for name, player in ids.items()}

    def standings(self, page, event):
        rows = get(page, self.site, f"competitions/{event.id}/standings")["results"]
        return {self.named[row["player"]["id"]]: (row["rank"], row["total"]) for row in rows if row["rank"]}

    def history(self, page, name, slug):
        found = get(page, self.site, f"players/{self.ids[name]}/ratings/{slug}?limit=200")
        told = ("competition", "rank", "field", "rating", "change")
        return [tuple(change[each] for each in told) for change in found["results"]]

    def leaders(self, page, slug):
        rows = get(page, self.site, f"leaderboards/{slug}")["results"]
        return {self.named[row["player"]["id"]]: (row["rank"], row["rating"]) for row in rows}

    def check(self, page, events, names=NAMES):
        """Standings of these events, and all ratings, as this page's viewer is told them."""
        for event in events:
            agree(lambda event=event: self.standings(page, event), self.book.standings(event), event)
        for slug in PLAN:
            for name in names:
                if name not in self.book.banned:
                    history = self.book.history(name, slug)
                    agree(lambda name=name, slug=slug: self.history(page, name, slug), history, (name, slug))
            agree(lambda slug=slug: self.leaders(page, slug), self.book.leaders(slug), slug)


@pytest.mark.long
@pytest.mark.extra
@pytest.mark.timeout(1800)  # three minutes on a quiet machine
def test_a_guest_lives_through_two_weeks_and_becomes_somebody(moved, calendar, own_database, open_page):
    site, chance = moved, random.Random(11)
    ada = open_page(f"{site}/", **PHONE)
    ben = open_page(f"{site}/", alone=True)
    # Django's pages for staff have styles written inline, which the policy leaves out and Axe stumbles over.
    rita = open_page(f"{site}/", alone=True, faults="Applying inline style|preload assets")
    for page, name in ((ada, "Ada Rude"), (ben, "Ben"), (rita, "Rita Referee")):
        become_player(page, site, name)
    max_ = Api(site).guest("Max")
    send = {"Ada": sending(ada), "Ben": sending(ben), "Max": max_.call}
    ids = {"Ada": get(ada, site, "me")["id"], "Ben": get(ben, site, "me")["id"], "Max": max_.call("me")["id"]}
    weeks = TwoWeeks(site, ids)
    add_passkey(rita, site)
    make_staff("Rita Referee", own_database)

    today = dailies(ada, site, 0, "running")
    for day in DAYS:
        if day == PASSKEY_DAY:
            computer = sign_in_elsewhere(open_page, site, add_passkey(ada, site))
            send["Ada"] = sending(computer)
        if day == CONTEST_DAY:
            weekend = a_contest_in_which_ada_is_overtaken(rita, ada, send, calendar, site, chance)
        if day == REPORT_DAY:
            sending(rita)(f"competitions/{weekend.id}/certify", {})
            weeks.book.events.append(weekend)
            ada_is_renamed(ada, ben, rita, weeks)
            weeks.check(ada, weeks.book.events)
        games = {
            slug: {
                name: play(send[name], today[slug], slug, int(plan[name][day]), chance)
                for name in NAMES
                if plan[name][day] != "."
            }
            for slug, plan in PLAN.items()
        }
        scores = {slug: {name: game.score for name, game in of.items()} for slug, of in games.items()}
        if day == BAN_DAY:
            max_is_banned(rita, max_, weeks, today["wish"])
            weeks.check(ada, [*weeks.book.events, Event(today["wish"], "wish", scores["wish"])])
        calendar.next_noon()
        dailies(ada, site, day, "final")
        certified = [Event(today[slug], slug, scores[slug]) for slug in PLAN]
        weeks.book.events += certified
        weeks.check(ada, certified)
        today = dailies(ada, site, day + 1, "running")
    assert weeks.book.leaders("wish").keys() == {"Ada", "Ben"}
    ada.goto(f"{site}/leaderboards/wish")
    picture(ada, "two-weeks-leaderboard")
    ada_leaves(ada, computer, ben, weeks)


def a_contest_in_which_ada_is_overtaken(rita, ada, send, calendar, site, chance):
    """A public contest of two days. Ada's phone tells her that she is passed, once for both of the others."""
    settings = {"name": "The long weekend", "rounds": [{"game": "wish"}], "play": "sealed"}
    ends = calendar.noon + timedelta(days=2)
    contest = sending(rita)("competitions", settings | {"closes_at": ends.isoformat()})["id"]
    scores = {}
    with ada.expect_websocket(lambda socket: socket.url.endswith("/notices")):
        ada.goto(f"{site}/")
    count = ada.locator("[data-unread]")
    before = int(count.text_content())
    for name, moves in (("Ada", 3), ("Ben", 6), ("Max", 7)):
        send[name](f"competitions/{contest}/entries", {})
        scores[name] = play(send[name], contest, "wish", moves, chance).score
    passed = "The long weekend"  # beside it, a daily of yesterday may just have become final
    agree(
        lambda: [each["type"] for each in get(ada, site, "notices")["results"]].count("overtaken"), 1, passed
    )
    expect(count).not_to_have_text(f"{before}")
    ada.locator("[data-bell] a").tap()
    expect(ada.locator(".notices .unread").filter(has_text=passed)).to_have_count(1)
    picture(ada, "two-weeks-overtaken")
    return Event(contest, "wish", scores)


def measure(rita, weeks, who, kind, *, reason, **fields):
    """What the staff do about a player at their desk, where they are asked once more who they are."""
    page = f"{weeks.site}/staff/competitions/player/{weeks.ids[who]}/measure"
    rita.goto(page)
    if "/again" in rita.url:
        rita.get_by_role("button", name="Use a passkey").click()
        rita.wait_for_url(page)
    expect_accessible(rita)
    rita.locator(f"input[name=kind][value={kind}]").check()
    rita.locator("[name=reason]").fill(reason)
    for field, value in fields.items():
        rita.locator(f"[name={field}]").fill(value)
    rita.get_by_role("button", name="Do it").click()
    rita.wait_for_url(re.compile(r"/change/$"))


def ada_is_renamed(ada, ben, rita, weeks):
    """Ben reports her name; the staff give her another, everywhere; she reads why and answers once."""
    ben.goto(f"{weeks.site}/report/player/{weeks.ids['Ada']}")
    ben.locator("input[name=ground]").first.check()
    ben.get_by_role("button", name="Report it").click()
    expect(ben.get_by_text("Thank you. The staff of this site will read your report.")).to_be_visible()
    measure(rita, weeks, "Ada", "rename", reason="That name is rude.", name="Ada")
    for page in (
        "",
        "competitions/report/",
        "competitions/measure/",
        f"competitions/player/{weeks.ids['Ada']}/change/",
    ):
        rita.goto(f"{weeks.site}/staff/{page}")
        expect_accessible(rita)
        picture(rita, f"two-weeks-staff-{page.strip('/').replace('/', '-')[:22]}")

    def names():
        found = [get(ada, weeks.site, f"competitions/{each.id}/standings") for each in weeks.book.events]
        return {row["player"]["name"] for each in found for row in each["results"]}

    agree(names, {"Ada", "Ben", "Max"}, "everywhere at once")
    ada.goto(f"{weeks.site}/me")
    expect(ada.locator("#staff + *, section:has(#staff)").first).to_contain_text("That name is rude.")
    picture(ada, "two-weeks-renamed")
    ada.get_by_role("link", name="Answer once").click()
    expect_accessible(ada)
    ada.get_by_label("Your answer").fill("I did not know.")
    ada.get_by_role("button", name="Send it").click()
    expect(ada.get_by_text("You answered: I did not know.")).to_be_visible()
    expect(ada.get_by_role("link", name="Answer once")).to_have_count(0)


def max_is_banned(rita, max_, weeks, contest):
    measure(rita, weeks, "Max", "ban", reason="A program played.")
    weeks.book.banned.add("Max")
    with pytest.raises(AssertionError, match=r'"code": ?"(unauthorized|banned)"'):
        max_.call(f"competitions/{contest}/rounds/1/attempts", {})


def ada_leaves(ada, computer, ben, weeks):
    """She takes her file with her; nobody's place moves, and no device knows her."""
    ada.goto(f"{weeks.site}/me#file")
    with ada.expect_download() as downloading:
        ada.get_by_role("link", name="Download the file").click()
    file = json.loads(downloading.value.path().read_text())
    played = sum("Ada" in each.scores for each in weeks.book.events)
    assert len(file["attempts"]) == played
    ada.get_by_role("heading", name="Delete me").click()
    ada.get_by_role("link", name="Delete me").click()
    ada.get_by_role("button", name="Use a passkey").click()
    picture(ada, "two-weeks-delete")
    ada.get_by_role("button", name="Delete me for good").click()
    expect(ada.locator(".who")).to_have_count(0)
    computer.goto(f"{weeks.site}/me")
    expect(computer.get_by_role("heading", name="You have no name here yet")).to_be_visible()

    def names():
        found = [get(ben, weeks.site, f"competitions/{each.id}/standings") for each in weeks.book.events]
        shown = {
            weeks.named[row["player"]["id"]]: row["player"]["name"]
            for each in found
            for row in each["results"]
        }
        return [shown["Ben"], bool(re.fullmatch(r"deleted-\w{4}", shown["Ada"]))]

    agree(names, ["Ben", True], "under another name")
    weeks.book.deleted.add("Ada")
    weeks.check(ben, weeks.book.events, names=["Ben"])
