"""The page of the API, in a real browser."""

import pytest
from playwright.sync_api import expect

from .pictures import picture


@pytest.mark.extra
def test_the_api_is_read_and_tried_on_its_page(site, api, names, open_page):
    player = api.guest(name := names("Dora Docs"))
    page = open_page(f"{site}/api/v1/docs", viewport={"width": 390, "height": 844})
    operation = page.locator("#operations-me-get_me")
    expect(operation).to_be_visible()
    picture(page, "docs-phone", full_page=False)
    page.get_by_role("button", name="Authorize").click()
    asked = page.locator(".auth-container", has=page.get_by_label("auth-bearer-value"))
    asked.get_by_label("auth-bearer-value").fill(player.token)
    asked.get_by_role("button", name="Apply credentials").click()
    page.locator(".close-modal").click()
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text(name)
    picture(page, "docs-tried-phone")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(color_scheme="dark")
    picture(page, "docs-dark", full_page=False)
