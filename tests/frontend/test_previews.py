"""What is shown of a link before anybody opens it."""

import random
import re
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image

from competitions.models import Competition, Log
from frontend.previews import draw_preview, letters, pictures, preview_tables
from games import GAMES

from .playing import close, enter, play

pytestmark = pytest.mark.django_db
NOINDEX = '<meta name="robots" content="noindex">'
NAMES = ("Ada", "Łukasz Ñ", "Ольга", "Ελένη", "שלום", "مرحبا", "नमस्ते", "สวัสดี", "ქართ", "Հայ", "தமிழ்")


def said_of(page):
    """The words that go with the link of a page, by their names."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="(.*?)">', page)
    assert len(dict(found)) == len(found)
    return dict(found)


def picture_of(browser, path):
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert "public" in answer.headers["Cache-Control"]
    return Image.open(BytesIO(answer.content))


@pytest.mark.extra
def test_every_link_that_may_be_shared_has_words_and_a_picture(stranger, contest, rival):
    busy, invited, seen = contest(), contest(access="invite"), set()
    log = play(busy, rival, [])
    for path in (
        "/",
        "/games/well",
        "/practice/wish?seed=axe",
        f"/c/{busy.pk}",
        f"/c/{busy.pk}/room",
        f"/c/{busy.pk}/rounds/1",
        f"/c/{invited.pk}",
        f"/results/{log.pk}",
    ):
        said = said_of(stranger.get(path).content.decode())
        assert said["twitter:card"] == "summary_large_image"
        assert said["og:title"]
        assert said["og:url"] == "http://testserver" + path.partition("?")[0]
        image = picture_of(stranger, said["og:image"].removeprefix("http://testserver"))
        assert image.size == (1200, 630) == (int(said["og:image:width"]), int(said["og:image:height"]))
        seen.add(said["og:image"])
    assert len(seen) == 6


def test_no_link_is_made_for_what_is_not_there(stranger):
    page = stranger.get("/c/2222222222222222").content.decode()
    assert said_of(page) == {}


def test_a_picture_shows_what_a_stranger_may_know_whoever_asks(stranger, browser_of, contest, rival, owner):
    """The result of an invite-only contest, and its standings, are for those who are in it."""
    invited = contest("wish", access="invite", name="Behind the curtain")
    log = play(invited, rival, [])
    for browser in (stranger, browser_of(rival), browser_of(owner)):
        assert browser.get(f"/previews/results/{log.pk}.png").status_code == 404
    invited.refresh_from_db()
    assert pictures.of_competition(invited, timezone.now()).leaders == ()
    assert pictures.of_table(invited, timezone.now()).rows == ()
    public = contest("wish")
    play(public, rival, [])
    enter(public, owner)
    public.refresh_from_db()
    assert pictures.of_competition(public, timezone.now()).leaders == (("Ray Rival", "32"),)


def test_a_picture_tells_no_card_and_no_seed(contest, rival, player):
    """Two contests that differ in their deals alone have the same picture, and so have two games."""
    seeds = ("one-deal", "another-deal")
    contests = [contest("winabit", seed=seed, name="The same") for seed in seeds]
    logs = [play(one, player(name), []) for one, name in zip(contests, ("Ann", "Bob"), strict=True)]
    made = [pictures.of_competition(each, timezone.now()) for each in contests]
    assert replace(made[0], leaders=()) == replace(made[1], leaders=())
    results = [pictures.of_result(Log.objects.with_deal().get(pk=log.pk)) for log in logs]
    assert {result.name for result in results} == {"Ann", "Bob"}
    assert len({(result.below, result.figure, result.game) for result in results}) == 1


@pytest.mark.extra
def test_what_is_found_by_its_link_alone_is_listed_nowhere(stranger, contest, rival):
    for access in ("public", "unlisted", "invite"):
        competition = contest("wish", access=access)
        log = play(competition, rival, [])
        for path in (f"/c/{competition.pk}", f"/c/{competition.pk}/room", f"/c/{competition.pk}/rounds/1"):
            assert (NOINDEX in stranger.get(path).content.decode()) == (access != "public"), path
        close(competition)
        for path in (
            f"/c/{competition.pk}/players/{log.entry_id}",
            f"/results/{log.pk}",
            f"/verify?log={log.pk}",
        ):
            page = stranger.get(path).content.decode()
            assert access == "invite" or (NOINDEX in page) == (access == "unlisted"), path
    for path, hidden in (("/practice/wish?seed=axe", True), ("/games/wish", False)):
        assert (NOINDEX in stranger.get(path).content.decode()) == hidden


def test_a_scheduled_contest_says_when_it_opens(stranger, contest):
    competition = contest("wish", opens_at=timezone.now() + timedelta(days=1))
    said = said_of(stranger.get(f"/c/{competition.pk}").content.decode())
    assert (
        "One deal of Wish: fewest points win. Everyone gets the same cards. Opens " in said["og:description"]
    )


@pytest.mark.usefixtures("moment")
def test_pictures_are_work_that_is_counted(stranger, settings):
    settings.LIMITS = {**settings.LIMITS, "work": {"player": 100, "address": 100, "at_once_s": 60}}
    statuses = [stranger.get("/previews/site.png").status_code for _ in range(4)]
    assert statuses == [200, 200, 429, 429]


# Drawing


def test_every_game_has_its_own_picture():
    drawn = {slug: draw_preview.draw(pictures.of_deal(game)) for slug, game in GAMES.items()}
    assert len(set(drawn.values())) == len(GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_in_its_own_script(name):
    assert letters.drawable(name)
    assert letters.length(name, 32, 400) > 10


@pytest.mark.parametrize("name", ["日本", "Ada 日", "\U00013000"])
def test_a_name_without_letters_for_it_is_replaced(name):
    def picture(name):
        return pictures.PreviewPicture("wish", "Wish", name, "A player", ("16 moves",))

    assert not letters.drawable(name)
    assert draw_preview.draw(picture(name)) == draw_preview.draw(picture("A player"))


@pytest.mark.parametrize("weight", [400, 700])
def test_text_stays_in_its_place_whatever_it_is(weight):
    chooser = random.Random(3)
    for _ in range(15):
        chars = chooser.choice(("ab c", "W", "שלום ", "नमस्ते ", "Wi \u0301"))
        text = " ".join("".join(chooser.choices(chars, k=chooser.randint(1, 80))).split()) or "x"
        block = letters.fit(text, 610, sizes=(76, 60, 48), most=2, weight=weight)
        assert len(block.lines) <= 2
        assert all(letters.length(line, block.size, weight) <= 610 for line in block.lines), text
        whole = "".join(block.lines).replace(" ", "")
        assert whole == text.replace(" ", "") or block.lines[-1].endswith("…")


def test_the_colours_are_those_of_the_pages():
    tokens = (Path(draw_preview.__file__).parents[1] / "src" / "style" / "tokens.css").read_text()
    named = re.findall(r'"(#\w{6})"', Path(draw_preview.__file__).read_text())
    assert len(named) >= 8
    assert [colour for colour in named if f" {colour};" not in tokens] == []


# The standings of a contest that is over


@pytest.mark.extra
def test_a_contest_that_is_over_is_shared_with_its_table(stranger, contest, player, rival):
    competition = contest("wish", "wish", ranking="matchpoints", name="Club night")
    for number in range(12):
        play(competition, player(f"Player {number}"), [])
    play(competition, rival, [], number=2)
    enter(competition, player("Never"))
    before = said_of(stranger.get(f"/c/{competition.pk}").content.decode())["og:image"]
    close(competition)
    after = said_of(stranger.get(f"/c/{competition.pk}").content.decode())["og:image"]
    assert before.endswith(f"/previews/contests/{competition.pk}.png")
    assert after.endswith(f"/previews/contests/{competition.pk}/table.png")
    assert picture_of(stranger, after.removeprefix("http://testserver")).size == (1200, 630)
    table = pictures.of_table(Competition.objects.with_rounds().get(pk=competition.pk), timezone.now())
    assert (table.name, table.below) == ("Club night", "Wish · 14 players")
    assert len(table.rows) == 10
    assert {(row.rank, row.total) for row in table.rows} == {("1=", "25.00")}


def test_a_table_shows_what_a_stranger_may_know(stranger, browser_of, contest, rival, owner):
    hidden, invited = contest("wish", standings="final"), contest("wish", access="invite")
    for competition in (hidden, invited):
        play(competition, rival, [])
        competition.refresh_from_db()
        assert pictures.of_table(competition, timezone.now()).rows == ()
        seen = {
            browser.get(f"/previews/contests/{competition.pk}/table.png").content
            for browser in (stranger, browser_of(rival), browser_of(owner))
        }
        assert len(seen) == 1
        close(competition)
    assert "/table.png" not in stranger.get(f"/c/{invited.pk}").content.decode()
    assert "/table.png" in stranger.get(f"/c/{hidden.pk}").content.decode()


def test_a_table_holds_the_longest_names(tmp_path):
    rows = tuple(
        pictures.TableRow(f"{n}=", name * 24, "\N{MINUS SIGN}100.00")
        for n, name in enumerate("WשñЖg日", start=1)
    )
    drawn = preview_tables.draw_table(
        pictures.PreviewTable("W" * 80, "A contest", "x" * 200, "Matchpoints, %", rows)
    )
    image = Image.open(BytesIO(drawn))
    felt = image.convert("RGB").getpixel((2, 2))
    edges = [image.convert("RGB").getpixel((x, y)) for x in (40, 1160) for y in range(0, 630, 3)]
    assert set(edges) == {felt}
    assert len(drawn) < 120_000
