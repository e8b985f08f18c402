"""An account from its beginning to a forgotten password, by the keyboard alone; axe looks at what is met."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.frontend.accounts import shown_by_app

from .axe import expect_accessible
from .mails import code_mailed
from .pictures import picture

ADDRESS, PASSWORD, ANOTHER = "kay@example.org", "three of clubs on two", "four of hearts on five"

IN_FOCUS = """() => {
    const at = document.activeElement;
    const drawn = at && at !== document.body && getComputedStyle(at).outlineStyle !== 'none';
    const labels = [...(at?.labels ?? [])].map(each => each.innerText);
    const named = [at?.getAttribute('aria-label'), ...labels, at?.innerText].filter(Boolean).join(' ');
    return drawn ? named.replace(/\\s+/g, ' ') : '';
}"""
"""What the element is called that has the focus, if that can be seen."""

FARTHEST = 90
"""How many presses of Tab anything on a page may be away."""


class Keyboard:
    """Hands at a page that have no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, name: str) -> None:
        """Press Tab until the focus is on what is called so."""
        met = []
        for _ in range(FARTHEST):
            self.page.keyboard.press("Tab")
            met.append(self.page.evaluate(IN_FOCUS))
            if name in met[-1]:
                return
        raise AssertionError(f"no way to {name!r}, but to {met}")

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.reach(name)
            self.page.keyboard.press("Enter")

    def fill_in(self, **fields: str) -> None:
        """Type into the fields whose labels begin so, in their order, and send the form with Enter."""
        for label, text in fields.items():
            self.reach(label.replace("_", " "))
            self.page.keyboard.type(text)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def expect(self, heading: str) -> None:
        """This page is open, and axe finds nothing."""
        expect(self.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        expect_accessible(self.page)
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 320
        picture(self.page, f"keyboard-{heading.lower().replace(' ', '-').rstrip('?')}")


@pytest.mark.extra
def test_an_account_needs_no_mouse(site: str, mail_folder: Path, open_page: Any, names: Any) -> None:
    name = names("Kay Keys")
    page = open_page(f"{site}/circles", alone=True, viewport={"width": 320, "height": 740})
    by_keyboard = Keyboard(page)
    by_keyboard.fill_in(Its_name="Typists", Your_name=name)
    page.goto(f"{site}/me")

    by_keyboard.press("Add an address and a password")
    by_keyboard.fill_in(**{"E-mail_address": ADDRESS})
    by_keyboard.expect("Type the code")
    by_keyboard.fill_in(Code=code_mailed(mail_folder, ADDRESS, "for Evendeal"), Password=PASSWORD)
    expect(page.get_by_text("You have an account now.")).to_be_visible()
    page.goto(f"{site}/me")

    by_keyboard.press("Turn on")
    by_keyboard.expect("Is it you?")
    by_keyboard.fill_in(Password=PASSWORD)
    by_keyboard.expect("Codes from an app")
    secret = page.locator(".secret").inner_text().replace(" ", "")
    by_keyboard.fill_in(Code=shown_by_app(secret))
    by_keyboard.expect("Recovery codes")
    by_keyboard.press("I have them")
    by_keyboard.press("Recovery codes")
    by_keyboard.press("Make new codes")
    by_keyboard.expect("New recovery codes?")
    by_keyboard.press("Keep the old codes")
    by_keyboard.press("Sign out")
    by_keyboard.expect("Sign out")
    by_keyboard.press("Sign out")

    by_keyboard.press("Sign in")
    by_keyboard.fill_in(**{"E-mail_address": ADDRESS}, Password=PASSWORD)
    by_keyboard.expect("A code")
    by_keyboard.fill_in(Code=shown_by_app(secret, 1))  # each is good once
    expect(page.locator(".who")).to_contain_text(name)
    page.goto(f"{site}/me")
    by_keyboard.press("Turn off")
    by_keyboard.fill_in(Password=PASSWORD)
    by_keyboard.expect("Turn codes off?")
    by_keyboard.press("Turn codes off")
    by_keyboard.press("Change your password")
    by_keyboard.expect("Change your password")

    second = open_page(
        f"{site}/circles", alone=True, viewport={"width": 320, "height": 740}, color_scheme="dark"
    )
    at_second = Keyboard(second)
    at_second.fill_in(Its_name="Guests", Your_name=names("Gus Guest"))
    second.goto(f"{site}/forgotten")
    at_second.fill_in(**{"E-mail_address": ADDRESS})
    at_second.fill_in(Code=code_mailed(mail_folder, ADDRESS, "for a new password"))
    at_second.expect("A new password")
    at_second.fill_in(New_password=ANOTHER)
    at_second.expect("Sign in")
    at_second.fill_in(**{"E-mail_address": ADDRESS}, Password=ANOTHER)
    at_second.expect(f"You are {name} here now")
    at_second.press("Leave Gus")
    expect(second.locator(".who")).to_contain_text(name)
