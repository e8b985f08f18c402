"""The pages that the guides show, as pages of another site."""

import re
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from frontend.guides.guide import FOLDER, GUIDES, PICTURES, SITE

from .draw_guides import draw
from .pictures import picture


@pytest.fixture
def club(tmp_path):
    """The address of another site, and the folder of its pages."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}", tmp_path
        server.shutdown()


@pytest.mark.extra
def test_pages_of_another_site_play_follow_and_frame_a_contest(site, open_page, api, names, club):
    contest = api.guest(names("Olga")).contest(play="sealed", attempts=1, rounds=[{"game": "wish"}])
    address, folder = club
    for file in FOLDER.glob("*.html"):
        (folder / file.name).write_text(file.read_text().replace(SITE, site).replace("CONTEST", contest))

    def club_page(name):
        return open_page(f"{address}/{name}", alone=True, faults="404", color_scheme="dark")

    board, frame = club_page(f"board.html?contest={contest}"), club_page("frame.html")
    inside = frame.frame_locator("iframe")
    expect(inside.get_by_text("Nobody has joined yet.")).to_be_visible()

    bot, robby = club_page("bot.html"), names("Robby")
    bot.get_by_label("Contest").fill(f"{site}/c/{contest}")
    bot.get_by_label("Name").fill(robby)
    bot.get_by_role("button", name="Play").click()
    expect(bot.locator("pre")).to_have_text(re.compile(r"^Round 1, wish: \d+\nDone\.\s*$"))
    score = bot.locator("pre").inner_text().split()[3]

    expect(board.get_by_role("listitem")).to_have_text([f"{robby}: {score}"])
    expect(inside.get_by_role("row", name=robby)).to_contain_text(score)
    picture(frame, "guide-frame")
    with frame.context.expect_page() as opened:
        inside.get_by_role("link", name="Friday evening").click()
    assert opened.value.url == f"{site}/c/{contest}"


@pytest.mark.extra
def test_guides_are_read_on_a_phone(site, open_page):
    page = open_page(f"{site}/guides", viewport={"width": 320, "height": 568})
    for slug in GUIDES:
        page.goto(f"{site}/guides/{slug}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, slug
        steps = page.locator(".step > div").evaluate_all("steps => steps.map((step) => step.clientHeight)")
        assert max(steps, default=0) <= 2 * 844, "a step is at most two screens of a phone"
        picture(page, f"guide-{slug}-320")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site}/guides/first-bot")
    page.get_by_role("button", name="Copy").first.wait_for()
    picture(page, "guide-first-bot-1280")


@pytest.mark.long
@pytest.mark.extra
def test_every_picture_of_the_guides_is_drawn_from_real_pages(playwright, tmp_path, migrated_sqlite):
    folder = tmp_path / "drawn"
    folder.mkdir()
    draw(playwright, folder, Path(shutil.copy(migrated_sqlite, tmp_path / "evendeal.sqlite3")), "de")
    for drawn in (PICTURES, PICTURES / "de"):
        assert {file.name for file in folder.iterdir()} == {file.name for file in drawn.glob("*.webp")}
