"""A guest adds a passkey, signs in with it on another device, and has an address confirmed there."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from .axe import expect_accessible
from .mails import code_mailed
from .pictures import picture

OWN_KEYS = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device that keeps passkeys, and whose owner is at hand."""


def keeping_passkeys(page: Page) -> tuple[CDPSession, str]:
    """What speaks to the passkeys of the page's device, and the name by which it knows them."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    return device, device.send("WebAuthn.addVirtualAuthenticator", {"options": OWN_KEYS})["authenticatorId"]


@pytest.mark.extra
def test_a_guest_is_an_account_by_a_passkey_that_signs_in_on_another_device(
    site, mail_folder, open_page, names
):
    site = site.replace("127.0.0.1", "localhost")  # no passkey is for an address of numbers
    name = names("Paula Passkey")
    first = open_page(f"{site}/circles", alone=True, viewport={"width": 320, "height": 740})
    first.get_by_label("Its name").fill("Keyholders")
    first.get_by_label("Your name").fill(name)
    first.get_by_role("button", name="Start the circle").click()
    keys, of_first = keeping_passkeys(first)
    first.goto(f"{site}/me")
    first.get_by_role("link", name="Add a passkey").click()
    expect_accessible(first)
    first.get_by_role("button", name="Add a passkey").click()
    expect(first.get_by_text("Your passkey is saved. Sign in with it")).to_be_visible()
    assert first.evaluate("document.documentElement.scrollWidth") <= 320
    picture(first, "passkey-added")
    (kept,) = keys.send("WebAuthn.getCredentials", {"authenticatorId": of_first})["credentials"]

    second = open_page(f"{site}/sign-in", alone=True, color_scheme="dark")
    keys, of_second = keeping_passkeys(second)
    expect_accessible(second)
    second.get_by_role("button", name="Sign in with a passkey").click()
    expect(second.locator("[data-passkey-status]")).to_contain_text("Nothing was changed")
    # What keeps passkeys for all devices of a person brings it there.
    keys.send("WebAuthn.addCredential", {"authenticatorId": of_second, "credential": kept})
    second.get_by_role("button", name="Sign in with a passkey").click()
    second.wait_for_url(f"{site}/")
    second.goto(f"{site}/me")
    expect(second.get_by_role("heading", level=1, name=name)).to_be_visible()

    address = "paula@example.org"
    second.goto(f"{site}/me/address")
    second.get_by_label("E-mail address").fill(address)
    second.get_by_role("button", name="Send me a code").click()
    expect(second.get_by_role("heading", name="Is it you?")).to_be_visible()
    expect_accessible(second)
    second.get_by_role("button", name="Use a passkey").click()
    second.get_by_label("Code").fill(code_mailed(mail_folder, address))
    second.get_by_role("button", name="Confirm").click()
    second.goto(f"{site}/me")
    expect(second.get_by_text(f"{address} · Change")).to_be_visible()
    second.get_by_role("link", name="Rename").click()
    second.get_by_label("Name").fill("Paula's ring")
    expect_accessible(second)
    picture(second, "passkey-rename")
    second.get_by_role("button", name="Change the name").click()
    expect(second.get_by_text("The passkey has its new name.")).to_be_visible()
    second.get_by_role("link", name="Remove Paula's ring").click()
    expect(second.get_by_text("This passkey is your only way to sign in.")).to_be_visible()
    expect_accessible(second)
