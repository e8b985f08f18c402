"""Three guests live through three weeks of the dailies, by the pages and by what their scripts send.

On each day, before and after midnight, everything that tells how they do tells what `three_weeks` reckons.
"""

import random
import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.test import Client as Browser

from competitions.contests.dailies import calendar
from competitions.contests.dailies.calendar import make_dailies
from competitions.play.deadlines import do_what_is_due
from games import GAMES
from tests.clients.rest import Client, through_django
from tests.competitions.conftest import Clock, clock
from tests.jobs.work import do_all_due

from .browser.moved import play
from .reading import press, read
from .three_weeks import DAYS, NAMES, PLAN, Diary, day_of, monday_of, moves_of

__all__ = ["clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@dataclass
class Phone:
    """A guest's browser, and what its scripts send."""

    browser: Browser

    @property
    def rest(self) -> Client:
        send = through_django(self.browser)
        token = {"X-CSRFToken": self.browser.cookies["csrftoken"].value}
        return Client(lambda method, path, data, headers: send(method, path, data, headers | token))

    def read(self, path: str) -> str:
        return unescape(read(self.browser, path))

    def press(self, path: str, **form: str) -> str:
        """Where a form leads to."""
        return press(self.browser, path, form)

    def send(self, path: str, body: Any) -> Any:
        """Send as its scripts do; the body of the answer."""
        answer = self.rest.post(f"/{path}", body)
        assert answer.status < 300, answer.raw
        return answer.body


PAGES_SAY = {game.title.words(): slug for slug, game in GAMES.items()}


def by_name(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["player"]["name"]: row for row in rows}


def ranked(phone: Phone, contest: str) -> dict[str, tuple[int | None, int]]:
    rows = by_name(phone.rest.standings({"id": contest})["results"])
    return {name: (row["rank"], row["total"]) for name, row in rows.items()}


class Site:
    """The dailies from day to day, and what is told of them."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.today, self.diary = clock, 0, Diary()
        self.dailies: dict[tuple[int, str], str] = {}
        make_dailies(clock.now)

    def midnight(self) -> None:
        """The next day has begun a second ago."""
        self.clock.forward(hours=12, seconds=1)
        self.today += 1
        make_dailies(self.clock.now)
        do_what_is_due(self.clock.now, since=None)
        do_all_due()

    def noon(self) -> None:
        self.clock.forward(hours=12, seconds=-1)

    def daily(self, phone: Phone, slug: str) -> str:
        if (self.today, slug) in self.dailies:
            return self.dailies[self.today, slug]
        found = phone.rest.get("/daily").body
        assert found["date"] == day_of(self.today).isoformat()
        for each in found["competitions"]:
            game = each["rounds"][0]["game"]
            assert each["daily"]["number"] == self.today + 1
            self.dailies[self.today, game] = each["id"]
        return self.dailies[self.today, slug]

    def check_standings(self, viewer: str, phone: Phone, day: int, slug: str) -> None:
        rows = by_name(phone.rest.standings({"id": self.dailies[day, slug]})["results"])
        if not self.diary.knows(viewer, day, slug, self.today):
            assert {row["rounds"][0]["score"] for row in rows.values()} <= {None}
            return
        told = {name: (row["rank"], row["total"]) for name, row in rows.items() if row["rank"]}
        assert told == self.diary.standings(day, slug, self.today)

    def check_board(self, viewer: str, phone: Phone, circle: str) -> None:
        for monday in {monday_of(day_of(self.today)), monday_of(day_of(self.today - 1))}:
            year, number, _ = monday.isocalendar()
            for games in ({"game": "wish"}, {}):
                answer = phone.rest.get(f"{circle}/board", week=f"{year}-W{number:02}", **games)
                told = {
                    name: (row["rank"], row["points"], row["played"])
                    for name, row in by_name(answer.body["results"]).items()
                }
                slugs = games.values() or PLAN
                assert told == self.diary.board(viewer, monday, slugs, self.today), (monday, games)

    def check_streaks(self, viewer: str, phone: Phone) -> None:
        page = phone.read("/daily")
        games = [PAGES_SAY[name] for name in re.findall(r'<th scope="col">(.*?)</th>', page) if name != "Day"]
        for words, reckoned in (("In a row", self.diary.streak), ("Longest", self.diary.longest)):
            row = re.search(rf'<th scope="row">{words}</th>(.*?)</tr>', page)[1]
            told = dict(zip(games, map(int, re.findall(r"<td>(\d+)</td>", row)), strict=True))
            assert told == {
                slug: reckoned(viewer, slug, self.today) if slug in PLAN else 0 for slug in GAMES
            }, words


@pytest.mark.long
@pytest.mark.extra
def test_three_weeks_of_three_guests(clock, monkeypatch):
    # Of the other games, one has deals of the day that nobody plays.
    monkeypatch.setattr(calendar, "GAMES", {slug: GAMES[slug] for slug in (*PLAN, "well")})
    site, chance = Site(clock), random.Random(21)
    phones = {name: Phone(Browser()) for name in NAMES}
    phones["Ada"].read("/circles")
    circle = phones["Ada"].press("/circles", circle="Us three", name="Ada", number="1")
    [link] = set(re.findall(rf"{circle}\?invite=\w+", phones["Ada"].read(circle)))
    for name in ("Ben", "Cleo"):
        assert "Us three" in phones[name].read(link)
        invite = link.partition("=")[2]
        assert phones[name].press(f"{circle}/join", invite=invite, name=name) == circle
    for day in DAYS:
        assert site.today == day
        for slug, plan in PLAN.items():
            for name, phone in phones.items():
                if (mark := plan[name][day]) != ".":
                    contest = site.daily(phone, slug)
                    game = play(phone.send, contest, slug, moves_of(mark), chance, gives_up=mark != "~")
                    site.diary.games[day, slug, name] = game
        if day == 4:
            a_stranger_plays_what_was_shared(site, phones["Ada"], chance)
        check_all(site, phones, circle, day)
        site.midnight()
        check_all(site, phones, circle, day)
        site.noon()
    assert site.diary.streak("Ada", "wish", 21) == 19, "two rests, and none of them ends the run"
    assert [site.diary.streak("Ben", "wish", day) for day in (2, 3, 4, 11, 13, 14)] == [2, 1, 1, 7, 7, 1]
    a_duel_and_its_rematch(phones["Ada"], phones["Ben"], circle, clock, chance)


def check_all(site, phones, circle, day):
    for name, phone in phones.items():
        site.check_streaks(name, phone)
        site.check_board(name, phone, circle)
        for slug, plan in PLAN.items():
            if any(plan[who][day] != "." for who in NAMES):
                site.check_standings(name, phone, day, slug)


def a_stranger_plays_what_was_shared(site, ada, chance):
    """From the result's page to the very deal, and into its standings; the circle has no row for them."""
    contest = site.dailies[site.today, "wish"]
    page = read(ada.browser, f"/c/{contest}/rounds/1")
    [(words, link)] = re.findall(r'data-share="(.*?)" data-link="(.*?)"', page, re.S)
    score = site.diary.games[4, "wish", "Ada"].score
    day = day_of(site.today)
    assert unescape(words).splitlines()[0] == f"Evendeal · Wish · {day.day} {day:%b} · {score} left"
    assert link == f"/c/{contest}"
    stranger = Phone(Browser())
    assert "Join" in stranger.read(link)
    stranger.press(f"/c/{contest}/join", name="Sam", then="play")
    site.diary.games[4, "wish", "Sam"] = play(stranger.send, contest, "wish", 3, chance)
    site.check_standings("Sam", stranger, 4, "wish")


def a_duel_and_its_rematch(ada, ben, circle, clock, chance):
    """Ada challenges Ben on the circle's page; both press for a rematch, which is one."""
    against = next(
        each["player"]["id"]
        for each in ada.rest.get(f"{circle}/board").body["results"]
        if each["player"]["name"] == "Ben"
    )
    assert f'value="{against}"' in ada.read(circle)
    duel = ada.press("/duels", game="wish", against=against, number="1")
    contest = duel.removeprefix("/c/")
    assert duel in ben.read("/")
    ben.press(f"{duel}/join")
    scores = {
        name: play(phone.send, contest, "wish", moves, chance).score
        for name, phone, moves in (("Ada", ada, 4), ("Ben", ben, 2))
    }
    clock.forward(minutes=1)
    do_all_due()
    assert ranked(ben, contest) == {"Ada": (1, scores["Ada"]), "Ben": (2, scores["Ben"])}
    assert scores["Ada"] < scores["Ben"]
    assert {"Rematch" in phone.read(duel) for phone in (ada, ben)} == {True}
    again = {phone.press(f"{duel}/rematch") for phone in (ada, ben, ada)}
    assert len(again) == 1
    assert again != {duel}
    assert ranked(ada, again.pop().removeprefix("/c/")).keys() == {"Ada", "Ben"}
