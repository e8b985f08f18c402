"""How long a stranger's slow phone waits for its first card: from asking for a page to the frame with cards.

One Daphne on SQLite, and a Chromium that the developer tools slow down: a processor four times slower, 1.6
Mbit/s, 150 ms for every answer, and nothing in its cache. The table of a running attempt of each game is
opened, and a practice deal. The floor is the same page without scripts: the frame that first shows anything
of it.

    python -m benchmarks.first_card
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

from benchmarks.screen import FLAGS, ask
from games import GAMES
from tests.servers.daphne import migrate, serving

TIMES: Final = 5
SLOWER: Final = 4
BYTES_PER_S: Final = 1.6e6 / 8
LATENCY_MS: Final = 150
MOST_S: Final = 3.0

WATCHED: Final = """
new MutationObserver((_, seen) => {
    if (!document.querySelector('[data-card]')) return;
    seen.disconnect();
    // The second callback comes when the frame of the first has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => (window.firstCard = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes in the page when its first card was drawn."""
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def deal_all(page: Page, url: str) -> list[str]:
    """The addresses of a table of each game with the cards dealt, and of a practice deal."""
    token = ask(url, "guests", {"name": "Organiser"})["token"]
    rounds = [{"game": game, "seed": "pub"} for game in GAMES]
    plan = {"name": "Benchmark", "play": "open", "ranking": "matchpoints", "attempts": None, "rounds": rounds}
    contest = ask(url, "competitions", plan, token)["id"]
    tables = [f"{url}/c/{contest}/rounds/{number + 1}" for number in range(len(rounds))]
    for number, table in enumerate(tables):
        page.goto(table)
        if number == 0:
            page.get_by_label("Your name").fill("Player")
            page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Deal the cards").click()
        page.wait_for_selector("[data-card]")
    return [*tables, f"{url}/practice/three-by-three?seed=pub"]


def opened(browser: Browser, known: StorageState, url: str, *, scripts: bool) -> float:
    """The seconds until the first card, or without scripts until anything is there."""
    context = browser.new_context(
        storage_state=known,
        viewport={"width": 390, "height": 844},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
        service_workers="block",
    )
    page = context.new_page()
    page.add_init_script(WATCHED)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    network = {"downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S, "latency": LATENCY_MS}
    tools.send("Network.emulateNetworkConditions", {"offline": False, **network})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if not scripts:
        tools.send("Network.setBlockedURLs", {"urls": ["*.js"]})
    page.goto(url, wait_until="commit")
    shown = page.wait_for_function("() => window.firstCard" if scripts else PAINTED, timeout=60_000)
    ms: float = shown.json_value()
    context.close()
    return ms / 1000


def main() -> int:
    """Print the figures; the exit status is 1 if a card comes too late."""
    chromium = shutil.which("chromium") or sys.exit("There is no chromium on the PATH.")
    missed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{folder}/evendeal.sqlite3"
        migrate(database)
        with serving({"DATABASE_URL": database, "DATA_DIR": folder}, Path(folder)) as site:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            context = browser.new_context()
            pages = deal_all(context.new_page(), site.url)
            known = context.storage_state()
            print(f"{'s':40}{'card':>8}{'least':>8}{'most':>8}{'floor':>8}{'ratio':>8}")
            for url in pages:
                cards, floor = [], []
                for _ in range(TIMES):  # in turns, so that the ratio means the same on a busy machine
                    cards.append(opened(browser, known, url, scripts=True))
                    floor.append(opened(browser, known, url, scripts=False))
                missed |= median(cards) > MOST_S
                name = url.removeprefix(site.url).partition("?")[0]
                low, high, ratio = min(cards), max(cards), median(cards) / median(floor)
                print(
                    f"{name:40}{median(cards):8.2f}{low:8.2f}{high:8.2f}{median(floor):8.2f}{ratio:8.2f}",
                    flush=True,
                )
            browser.close()
    print(f"median of {TIMES}; at most {MOST_S} s until the first card")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
