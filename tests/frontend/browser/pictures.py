"""Screenshots for people to look at."""

from pathlib import Path

from playwright.sync_api import Page

SCREENSHOTS = Path(__file__).parents[3] / "screenshots"
taken = True
"""Whether pictures are taken: not in a run of all tests."""


def picture(page: Page, name: str, *, full_page: bool = True) -> None:
    """Take a screenshot, into a folder that git ignores."""
    if taken:
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)


def printed(page: Page, name: str, paper: str) -> bytes:
    """Return the page as a PDF on a paper like "A4". Keep a copy, as of a screenshot."""
    document = page.pdf(format=paper)
    if taken:
        SCREENSHOTS.mkdir(exist_ok=True)
        (SCREENSHOTS / f"{name}.pdf").write_bytes(document)
    return document
