"""What a scoreboard shows."""

from playwright.sync_api import Page, expect


def names_on(page: Page) -> list[str]:
    """The players of the scoreboard from the top."""
    return page.locator(".board tbody .name bdi").all_inner_texts()


def expect_live(page: Page) -> None:
    expect(page.locator(".link-state")).to_have_text("Live")
