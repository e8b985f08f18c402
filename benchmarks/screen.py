"""How long a player waits for a move on the screen: from the click in a real Chromium to the next picture.

One Daphne on SQLite, a round of WinABit, and a page as it is played. The stock is clicked; the page itself
notes when that was and when the frame that shows the new view was drawn. The floor is what the page does
alone: the frame after a card was chosen, which needs no server.

    python -m benchmarks.screen
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from tests.servers.daphne import migrate, serving

MOVES = 200
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

TIMED = """async ([pile, watched, attribute]) => {
    const spot = [...document.querySelectorAll(`[data-pile="${pile}"] [data-index]`)].at(-1);
    const shown = new Promise((resolve) => {
        const seen = new MutationObserver(() => {
            seen.disconnect();
            // The second callback comes when the frame of the first has been drawn.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        });
        const what = { attributes: true, subtree: true, attributeFilter: [attribute] };
        seen.observe(document.querySelector(watched), what);
    });
    const began = performance.now();
    spot.click();
    return (await shown) - began;
}"""
"""Milliseconds from a click on a pile to the frame after an attribute changed."""


def ask(url: str, path: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def sit_down(page: Page, url: str) -> None:
    """A page with the cards dealt: seven stacks, and a stock that can be turned without end."""
    token = ask(url, "guests", {"name": "Organiser"})["token"]
    rounds = [{"game": "winabit", "seed": "pub"}]
    plan = {"name": "Benchmark", "play": "open", "attempts": None, "rounds": rounds}
    contest = ask(url, "competitions", plan, token)["id"]
    page.goto(f"{url}/c/{contest}/rounds/1")
    page.get_by_label("Your name").fill("Player")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("[data-card]")


def measure(page: Page) -> tuple[list[float], list[float]]:
    """The waits for moves, and for what needs no server, in turns."""
    moves, floor = [], []
    held = "[data-card][aria-pressed]"
    for n in range(MOVES):
        moves.append(page.evaluate(TIMED, ["stock", "[data-ply]", "data-ply"]))
        if n >= 1 and page.locator(held).count():
            pile = page.locator(held).first.evaluate("spot => spot.closest('[data-pile]').dataset.pile")
            floor += [page.evaluate(TIMED, [pile, f'[data-pile="{pile}"]', "aria-pressed"]) for _ in range(2)]
    return moves[5:], floor


def main() -> None:
    chromium = shutil.which("chromium") or sys.exit("There is no chromium on the PATH.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{folder}/evendeal.sqlite3"
        migrate(database)
        with serving({"DATABASE_URL": database, "DATA_DIR": folder}, Path(folder)) as site:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page()
            sit_down(page, site.url)
            moves, floor = measure(page)
            browser.close()
    print(f"{'ms':22}{'p50':>8}{'p99':>8}")
    for name, waits in (("a move on the screen", moves), ("floor: a card chosen", floor)):
        print(f"{name:22}{median(waits):8.1f}{quantiles(waits, n=100)[-1]:8.1f}")
    print(f"ratio {median(moves) / median(floor):.2f}; the promise is 100 ms")


if __name__ == "__main__":
    main()
