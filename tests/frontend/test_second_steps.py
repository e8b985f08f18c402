"""Codes of an app that a password asks for, recovery codes, and what is no passkey."""

import base64
import json
import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from competitions.accounts.become_account import settle_account
from competitions.accounts.second_factors import PARTS, deciphered, encipher_anew
from competitions.accounts.sign_in_ways import may_go
from competitions.models import Player

from .accounts import ADDRESS, PASSWORD, become_account, mails, shown_by_app, sign_in, text
from .conftest import PAGES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hashed_in_no_time")]


def with_an_app(browser):
    """Have an account's password ask for codes; its app's secret, and the recovery codes."""
    asked = browser.get("/me/app")
    assert asked.headers["Location"].startswith("/me/again?"), "who changes it says once more who they are"
    browser.post(asked.headers["Location"], {"password": PASSWORD})
    page = text(browser.get("/me/app"))
    secret = re.search(r'class="secret"><code>([A-Z2-7 ]+)<', page).group(1).replace(" ", "")
    assert "<svg" in page
    assert secret not in str(browser.session.items()), "before it is confirmed, too"
    assert "That is not right" in text(browser.post("/me/app", {"code": "١٢٣"}))
    assert browser.post("/me/app", {"code": shown_by_app(secret)}).headers["Location"] == "/me/codes"
    assert browser.head("/me/codes").status_code == 302
    codes = re.findall(r"<li><code>(\d{8})</code>", text(browser.get("/me/codes")))
    assert len(codes) == 10
    return secret, codes


@pytest.mark.extra
def test_a_password_asks_for_a_code_of_the_app_and_a_recovery_code_does_once(
    browser_of, rival, django_capture_on_commit_callbacks
):
    browser = browser_of(rival)
    become_account(browser)
    with django_capture_on_commit_callbacks(execute=True):
        secret, (recovery, *_) = with_an_app(browser)
    assert recovery not in text(browser.get("/me/codes")), "they are shown once"
    assert mails()[-1].subject == "Signing in now takes a code"
    first, second, third = Client(), Client(), Client()
    shown = shown_by_app(secret, 1)  # each is good once
    for device, code in ((first, shown), (second, recovery)):
        assert sign_in(device).headers["Location"] == "/sign-in/code"
        assert "passkey" not in text(device.get("/sign-in/code"))
        assert device.get("/api/v1/me").status_code == 401
        assert "That is not right" in text(device.post("/sign-in/code", {"code": "000000"}))
        assert device.post("/sign-in/code", {"code": code}).headers["Location"] == "/"
        assert device.get("/api/v1/me").json()["id"] == rival.pk
    sign_in(third)
    for used in (shown, recovery):
        assert "That is not right" in text(third.post("/sign-in/code", {"code": used}))
    assert browser.post("/me/app/remove").headers["Location"] == "/me?did=app_removed#account"
    assert not Authenticator.objects.exists()
    assert sign_in(Client()).headers["Location"] == "/"


@pytest.fixture
def with_codes(browser_of, rival):
    """What an account's app knows, and a recovery code that is not used yet."""
    become_account(browser_of(rival))
    browser = Client()
    sign_in(browser)
    secret, (recovery, *_) = with_an_app(browser)
    return secret, recovery


def test_codes_are_guessed_no_oftener_than_passwords(with_codes):
    secret, _ = with_codes
    cache.clear()
    device = Client()
    sign_in(device)
    for _ in range(5):
        device.post("/sign-in/code", {"code": "000000"})
    assert "wrong too often" in text(device.post("/sign-in/code", {"code": shown_by_app(secret)}))


def lets_in(code):
    cache.clear()  # a minute later
    device = Client()
    sign_in(device)
    answer = device.post("/sign-in/code", {"code": code})
    assert answer.status_code == 302 or "That is not right" in text(answer)
    return device.get("/api/v1/me").status_code == 200


def test_what_codes_are_made_of_is_stored_for_the_sites_secret_alone(with_codes, settings):
    secret, recovery = with_codes
    stored = str(Authenticator.objects.values_list("data", flat=True))
    assert secret not in stored
    assert not re.search("[0-9a-f]{80}", stored)
    before = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" + before, [before]
    assert lets_in(shown_by_app(secret))
    assert encipher_anew() == 2
    assert encipher_anew() == 0
    settings.SECRET_KEY_FALLBACKS = []
    assert lets_in(shown_by_app(secret))
    assert lets_in(recovery)
    assert not lets_in(recovery)


def test_a_secret_that_waits_for_its_first_code_is_good_through_a_change_of_the_sites(
    browser_of, rival, settings
):
    browser = browser_of(rival)
    become_account(browser)
    browser.post(browser.get("/me/app").headers["Location"], {"password": PASSWORD})
    page = text(browser.get("/me/app"))
    secret = re.search(r'class="secret"><code>([A-Z2-7 ]+)<', page).group(1).replace(" ", "")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 5, [settings.SECRET_KEY]
    for wrong in ("000000", "000001"):
        assert "That is not right" in text(browser.post("/me/app", {"code": wrong}))
        assert secret not in str(browser.session.items())
    assert browser.post("/me/app", {"code": shown_by_app(secret)}).headers["Location"] == "/me/codes"


def test_codes_whose_secret_is_not_listed_any_more_let_nobody_in(with_codes, settings):
    secret, recovery = with_codes
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another-" + settings.SECRET_KEY
    nothing = base64.b32encode(b"").decode()
    for code in (shown_by_app(secret), recovery, shown_by_app(nothing)):
        assert not lets_in(code)
    assert encipher_anew() == 0
    settings.SECRET_KEY_FALLBACKS = [before]
    assert lets_in(shown_by_app(secret)), "it may come back"


def test_who_has_lost_codes_with_the_sites_secret_is_told_to_make_new_ones(with_codes, settings):
    settings.SECRET_KEY = "another-" + settings.SECRET_KEY
    browser = Client()
    browser.force_login(Player.objects.get(), backend=PAGES)
    assert "no code works" in text(browser.get("/me"))
    page = text(browser.get("/me/codes"))
    assert "recovery codes no longer work" in page, "they are not shown as good, nor counted"
    assert 'href="/me/codes/new"' in page
    browser.post(browser.get("/me/codes/new").headers["Location"], {"password": PASSWORD})
    assert "You have" not in text(browser.get("/me/codes/new"))
    assert browser.post("/me/codes/new").headers["Location"] == "/me/codes"
    assert len(re.findall(r"<li><code>(\d{8})</code>", text(browser.get("/me/codes")))) == 10


def test_what_was_stored_in_clear_is_good_and_does_not_stay_so(with_codes):
    secret, recovery = with_codes
    for factor in Authenticator.objects.all():
        part = PARTS[factor.type]
        factor.data[part] = deciphered(factor.data[part])
        factor.save()
    assert lets_in(shown_by_app(secret))
    assert encipher_anew() == 2
    assert lets_in(shown_by_app(secret))
    assert lets_in(recovery)


def test_who_has_no_password_is_asked_for_no_codes(browser_of, rival):
    assert browser_of(rival).get("/me/app").headers["Location"] == "/me"
    assert browser_of(rival).get("/me/codes").headers["Location"] == "/me#account"


def passkey_of(player, name="A phone"):
    return Authenticator.objects.create(
        user=player, type=Authenticator.Type.WEBAUTHN, data={"name": name, "credential": {}}
    )


def test_an_account_keeps_its_only_way_to_sign_in(browser_of, rival):
    passkey = passkey_of(rival)
    assert may_go(passkey, rival), "a guest needs none"
    assert settle_account(player=rival, now=timezone.now())
    assert not may_go(passkey, rival)
    other = passkey_of(rival)
    assert may_go(passkey, rival)
    other.delete()
    rival.set_password(PASSWORD)
    EmailAddress.objects.create(user=rival, email=ADDRESS, verified=True)
    rival.save()
    assert may_go(passkey, rival)
    rival.set_unusable_password()
    rival.save()
    browser = browser_of(rival)
    asked = browser.post(f"/me/passkeys/{passkey.pk}/remove").headers["Location"]
    assert asked.startswith("/me/again/passkey?")
    assert browser.get("/me/again").headers["Location"].startswith("/me/again/passkey")
    assert "A phone" in text(browser.get("/me"))


def test_a_passkey_has_another_name_if_its_player_says_so(browser_of, rival, owner):
    passkey = passkey_of(rival)
    path, browser = f"/me/passkeys/{passkey.pk}/name", browser_of(rival)
    assert 'value="A phone"' in text(browser.get(path))
    for nothing in ("", "\u200b", "x" * 61):
        assert browser.post(path, {"name": nothing}).status_code == 422
    assert browser_of(owner).post(path, {"name": "Mine"}).status_code == 404
    assert browser.post(path, {"name": " My  ring "}).headers["Location"] == "/me?did=passkey_name#account"
    passkey.refresh_from_db()
    assert passkey.data == {"name": "My ring", "credential": {}}


def test_a_passkey_asks_whoever_signs_in_with_a_password_for_nothing(browser_of, rival):
    become_account(browser_of(rival))
    passkey_of(rival)
    assert sign_in(Client()).headers["Location"] == "/"


DEEP = '{"response":' * 500 + "{}" + "}" * 500
KEY = {"id": "eA", "rawId": "eA", "type": "public-key", "clientExtensionResults": {}}


@pytest.mark.extra
@pytest.mark.parametrize(
    "sent",
    [
        *("", "x", "7", "[]", "null", "{}", '{"response": []}', '{"response": {"userHandle": 7}}', DEEP),
        *(json.dumps(KEY | {"response": response}) for response in ({}, None, [], {"clientDataJSON": "e30"})),
        json.dumps(KEY | {"response": {"clientDataJSON": "e30", "attestationObject": "n" * 999}}),
        json.dumps(KEY | {"response": {"clientDataJSON": "\0", "attestationObject": "\ud800"}}),
        json.dumps(
            KEY
            | {
                "response": {
                    "clientDataJSON": "e30",
                    "authenticatorData": "AA",
                    "signature": "AA",
                    "userHandle": "MjIyMjIyMjIyMjIyMjIyMg",
                }
            }
        ),
    ],
)
def test_what_is_no_passkey_is_refused(browser_of, rival, sent):
    known, stranger = browser_of(rival), Client()
    known.get("/me/passkeys")
    for name in ("", "\0", "x" * 61):
        assert known.post("/me/passkeys", {"name": name, "credential": sent}).status_code in (200, 302)
    assert stranger.get("/sign-in/passkey", headers={"Accept": "application/json"}).status_code == 200
    assert stranger.session.get_expiry_age() <= 600
    assert stranger.post("/sign-in/passkey", {"credential": sent}).headers["Location"] == "/sign-in"
    assert not Authenticator.objects.exists()


def test_nothing_is_sent_before_there_is_a_script_that_asks_the_device(browser_of, rival):
    assert " disabled>Add a passkey</button>" in text(browser_of(rival).get("/me/passkeys"))


@pytest.mark.usefixtures("moment")
def test_a_stranger_is_asked_for_passkeys_only_so_often(settings):
    settings.LIMITS = {**settings.LIMITS, "codes": {"player": 2, "address": 2}}
    asking = {"Accept": "application/json"}
    answers = [Client().get("/sign-in/passkey", headers=asking).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_who_has_a_passkey_uses_it_before_their_first_password_and_no_typed_one_is_kept(browser_of, rival):
    passkey_of(rival)
    assert settle_account(player=rival, now=timezone.now())
    browser = browser_of(rival)
    assert browser.post("/me/password/first", {"password1": PASSWORD}).headers["Location"] == (
        "/me/password/first"
    )
    assert browser.get("/me/password/first").headers["Location"].startswith("/me/again/passkey?")
    assert not Player.objects.get(pk=rival.pk).has_usable_password()
    assert PASSWORD not in str(browser.session.items())
