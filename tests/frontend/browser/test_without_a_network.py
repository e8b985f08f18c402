"""Practice where there is no network: the rules run in the page, which a service worker keeps."""

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import play
from games.teaching import describe

from .hands import fact, make_moves

FETCHED_MS = 120_000
"""Enough to load thirteen megabytes on a busy machine."""

KEPT = """async () => {
    const paths = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
}"""


@pytest.mark.extra
def test_practice_goes_on_by_the_same_rules(site, open_page):
    game = GAMES["wish"]
    before = game.open("train")
    page = open_page(
        f"{site}/practice/wish?seed=train",
        alone=True,
        faults="ERR_INTERNET_DISCONNECTED|ERR_FAILED",
        service_workers="allow",
        viewport={"width": 390, "height": 844},
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(page.locator(".table [data-pile]")).to_have_count(9)
    assert not [url for url in asked if "python" in url or url.endswith("games.zip")]

    page.get_by_role("button", name="Play offline").click()
    expect(page.get_by_text("The rules are here.")).to_be_visible(timeout=FETCHED_MS)
    page.context.set_offline(True)
    for made in range(3):
        move = sorted(each.text for each in before.table.legal())[0]
        make_moves(page, [move], made)
        before = play(before, move)
    moves, score = fact(page, "Moves"), fact(page, "Score")
    expect(score).to_have_text(str(before.table.score))
    assert not [url for url in asked if "/api/" in url]

    # The worker has kept it: the page comes back as it was, and other cards of this game.
    page.reload()
    expect(moves).to_have_text("3", timeout=FETCHED_MS)
    expect(score).to_have_text(str(before.table.score))
    page.goto(f"{site}/practice/wish?seed=plane")
    plane = describe(game.open("plane"))
    for pile in "12345678":
        card = page.locator(f'[data-pile="{pile}"] [data-index]').last
        expect(card).to_have_attribute("data-card", plane["piles"][pile][-1], timeout=FETCHED_MS)
    for address in ("/practice/well?seed=train", "/contests"):
        page.goto(f"{site}{address}")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert [path for path in kept if not path.startswith("/static/")] == [
        "/games.zip",
        "/offline",
        "/practice/wish",
    ]
    page.context.set_offline(False)
    page.goto(f"{site}/contests")
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
