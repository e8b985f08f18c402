"""Three guests on phones live through three weeks: a circle, deals of the day, a shared result and a duel."""

import random
import re

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import open_deal
from games.replay import play as step
from games.views import view
from tests.frontend.three_weeks import DAYS, NAMES, PLAN, Diary, Game, Known, day_of, monday_of, moves_of

from .hands import Finger, make
from .moved import PHONE, SEED, dailies, get, play, score
from .pictures import picture
from .players import sending


def play_by_finger(page, moves):
    """Make so many moves of Wish, the first that there is each time, and give up."""
    position, made = open_deal("wish", SEED, {}), []
    for _ in range(moves):
        made.append(view(position)["legal"][0])
        make(Finger(page), view(position), made[-1])
        position = step(position, made[-1])
    page.get_by_role("button", name="Give up").tap()
    page.get_by_role("dialog").get_by_role("button", name="Give up").tap()
    expect(page.locator(".ending, .result, [class*=ending]").first).to_be_visible()
    return Game(moves, score("wish", made), given_up=True)


def check(diary, name, page, site, circle, day):
    """What home says of the streak and the circle of the week, as the guest sees them in the evening."""
    page.goto(f"{site}/")
    said = page.locator(".game-card", has_text="Wish").locator(".streak").all_inner_texts()
    streak = diary.streak(name, "wish", day)
    assert said == ([f"{streak} in a row"] if streak > 1 else []), (name, day)
    page.goto(f"{site}{circle}")
    told = {}
    for row in page.locator(".week-row").all():
        rank, who, played, points = (
            row.locator(each).inner_text()
            for each in (".week-rank", ".week-name bdi", ".week-played", ".week-total strong")
        )
        place = re.sub(r"\D", "", rank)
        told[who] = Known(int(place) if place else None, float(points), int(played.split()[0]))
    assert told == diary.board(name, monday_of(day_of(day)), PLAN, day), (name, day)


@pytest.mark.long
@pytest.mark.extra
@pytest.mark.timeout(1800)  # three minutes on a quiet machine
def test_three_guests_on_phones_live_through_three_weeks(moved, calendar, open_page):
    site, chance, diary = moved, random.Random(7), Diary()
    practised = {"name": "practised", "value": ".".join(GAMES), "url": site}
    phones = {
        name: open_page(f"{site}/", before=lambda phone: phone.add_cookies([practised]), **PHONE)
        for name in NAMES
    }
    ada, ben, cleo = phones.values()
    today = dailies(ada, site, 0, "running")

    ada.reload()
    ada.locator(".game-card", has_text="Wish").get_by_role("button").tap()  # a name is asked for at the end
    diary.games[0, "wish", "Ada"] = play_by_finger(ada, moves_of(PLAN["wish"]["Ada"][0]))
    ada.get_by_label("What shall we call you?").fill("Ada")
    ada.get_by_role("button", name="That's me").tap()
    expect(ada.locator(".who")).to_contain_text("Ada")

    ada.goto(f"{site}/circles")
    ada.locator("[name=circle]").fill("Us three")
    ada.get_by_role("button", name="Start the circle").tap()
    link = ada.locator(".share code").inner_text().strip()
    circle = re.search(r"/circles/\w+", link)[0]
    for name, page in (("Ben", ben), ("Cleo", cleo)):
        page.goto(link)
        page.locator("[name=name]").fill(name)
        page.get_by_role("button", name="Join").tap()
        expect(page.locator("body")).to_contain_text(f"You are {name} here")
    picture(ben, "three-weeks-circle-begun")

    for day in DAYS:
        for slug, plan in PLAN.items():
            for name, page in phones.items():
                if (mark := plan[name][day]) != "." and (day, slug, name) not in diary.games:
                    gives_up = mark != "~"
                    diary.games[day, slug, name] = play(
                        sending(page), today[slug], slug, moves_of(mark), chance, gives_up=gives_up
                    )
        if day == 4:
            diary.games[day, "wish", "Sam"] = a_stranger_plays(ada, open_page, site, today["wish"])
        for name, page in phones.items():
            check(diary, name, page, site, circle, day)
        if day in (8, 20):
            picture(ada, f"three-weeks-circle-{day}")
        standings = get(cleo, site, f"competitions/{today['wish']}/standings")["results"]
        if diary.knows("Cleo", day, "wish", day):
            told = {row["player"]["name"]: (row["rank"], row["total"]) for row in standings if row["rank"]}
            assert told == diary.standings(day, "wish", day)
        calendar.next_noon()
        dailies(ada, site, day, "final")
        today = dailies(ada, site, day + 1, "running")
    assert diary.streak("Ada", "wish", 21) == 19, "after two rests"
    duel_twice(ada, ben, site, circle, chance)


def a_stranger_plays(ada, open_page, site, contest):
    """Share a result from its page; whoever opens the link plays the same cards."""
    ada.add_init_script("navigator.share = async what => { window.shared = what; }")
    ada.goto(f"{site}/c/{contest}/rounds/1")
    ada.get_by_role("button", name="Share").first.tap()
    ada.wait_for_function("() => window.shared !== undefined")
    shared = ada.evaluate("window.shared")
    assert shared["text"].startswith("Wish #5")
    stranger = open_page(shared["url"], **PHONE)
    picture(stranger, "three-weeks-shared")
    stranger.get_by_label("Your name").fill("Sam")
    stranger.get_by_role("button", name=re.compile("^(Join and play|Play)")).first.tap()
    stranger.get_by_role("button", name="Deal the cards").tap()  # it is their first game here
    return play_by_finger(stranger, 1)


def duel_twice(ada, ben, site, circle, chance):
    """A duel from the circle's page; then both press for a rematch at once, and meet in the same one."""
    ada.goto(f"{site}{circle}")
    ada.locator(".circle-members > summary").tap()
    ada.get_by_label("A duel: which game?").select_option("wish")
    ada.get_by_role("button", name="Duel Ben").tap()
    ada.wait_for_url(re.compile(r"/c/\w+$"))
    duel = ada.url
    contest = duel.rpartition("/")[2]
    ada.locator(".share").evaluate("element => element.dataset.first = ''")
    expect(ada.locator(".share[data-first]")).to_have_count(0)  # a moment later the server has drawn it anew
    expect(ada.get_by_role("button", name="Copy")).to_be_visible()
    ben.goto(f"{site}/")
    ben.locator(f'a[href="/c/{contest}"]').first.tap()
    with ben.expect_navigation():  # he has joined once it is answered
        ben.get_by_role("button", name=re.compile("^(Join|Play)")).first.tap()
    scores = {
        page: play(sending(page), contest, "wish", moves, chance).score
        for page, moves in ((ada, 4), (ben, 2))
    }
    assert scores[ada] < scores[ben]
    for page in (ada, ben):
        page.goto(duel)
        expect(page.locator(".match-table .better").first).to_contain_text(str(scores[ada]))
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    picture(ben, "three-weeks-duel")
    for page in (ada, ben):  # neither waits for the other's page
        page.evaluate("document.querySelector('form[action$=rematch]').submit()")
    for page in (ada, ben):
        page.wait_for_url(lambda url: "/c/" in url and contest not in url)
        expect(page.locator(".match-table")).to_contain_text("to play")
    assert ada.url == ben.url
