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

from .accounts import ADDRESS, PASSWORD, become_account, mails, me, shown_by_app, sign_in, status_of, text
from .conftest import PAGES
from .reading import press, read, refused, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hashed_in_no_time")]
NOT_RIGHT = "This is wrong"
RECOVERY = r"<li><code>(\d{8})</code>"


def begin_app(browser):
    """Ask for an app's secret, which is shown."""
    asked = press(browser, browser.get("/me/app").headers["Location"], password=PASSWORD)
    page = read(browser, asked)
    return page, re.search(r'class="secret"><code>([A-Z2-7 ]+)<', page).group(1).replace(" ", "")


def with_an_app(browser):
    """Have an account's password ask for codes; return its app's secret, and the recovery codes."""
    assert browser.get("/me/app").headers["Location"].startswith("/me/again?"), "say once more who you are"
    page, secret = begin_app(browser)
    says(page, "<svg")
    assert secret not in str(browser.session.items()), "before it is confirmed, too"
    says(text(browser.post("/me/app", {"code": "١٢٣"})), NOT_RIGHT)
    assert press(browser, "/me/app", code=shown_by_app(secret)) == "/me/codes"
    assert browser.head("/me/codes").status_code == 302
    codes = re.findall(RECOVERY, read(browser, "/me/codes"))
    assert len(codes) == 10
    return secret, codes


@pytest.mark.extra
def test_a_password_asks_for_a_code_of_the_app_and_a_recovery_code_does_once(
    mine, rival, django_capture_on_commit_callbacks
):
    become_account(mine)
    with django_capture_on_commit_callbacks(execute=True):
        secret, (recovery, *_) = with_an_app(mine)
    assert recovery not in read(mine, "/me/codes"), "they are shown once"
    assert mails()[-1].subject == "Signing in now needs a code"
    shown = shown_by_app(secret, 1)  # each is good once
    for code in (shown, recovery):
        device = Client()
        assert sign_in(device).headers["Location"] == "/sign-in/code"
        says(read(device, "/sign-in/code"), lacks=["passkey"])
        assert status_of(device) == 401
        says(text(device.post("/sign-in/code", {"code": "000000"})), NOT_RIGHT)
        assert press(device, "/sign-in/code", code=code) == "/"
        assert me(device)["id"] == rival.pk
    sign_in(third := Client())
    for used in (shown, recovery):
        says(text(third.post("/sign-in/code", {"code": used})), NOT_RIGHT)
    assert press(mine, "/me/app/remove") == "/me?did=app_removed#account"
    assert not Authenticator.objects.exists()
    assert sign_in(Client()).headers["Location"] == "/"


@pytest.fixture
def with_codes(mine):
    """An account's app secret, and a recovery code that is not used yet."""
    become_account(mine)
    sign_in(browser := Client())
    secret, (recovery, *_) = with_an_app(browser)
    return secret, recovery


def test_codes_are_guessed_no_oftener_than_passwords(with_codes):
    cache.clear()
    sign_in(device := Client())
    for code in ["000000"] * 5 + [shown_by_app(with_codes[0])]:
        answer = device.post("/sign-in/code", {"code": code})
    says(text(answer), "wrong too often")


def lets_in(code):
    cache.clear()  # a minute later
    sign_in(device := Client())
    answer = device.post("/sign-in/code", {"code": code})
    assert answer.status_code == 302 or NOT_RIGHT in text(answer)
    return status_of(device) == 200


def test_what_codes_are_made_of_is_stored_for_the_sites_secret_alone(with_codes, settings):
    secret, recovery = with_codes
    stored = str(Authenticator.objects.values_list("data", flat=True))
    assert secret not in stored
    assert not re.search("[0-9a-f]{80}", stored)
    before = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" + before, [before]
    assert lets_in(shown_by_app(secret))
    assert [encipher_anew(), encipher_anew()] == [2, 0]
    settings.SECRET_KEY_FALLBACKS = []
    assert [lets_in(code) for code in (shown_by_app(secret), recovery, recovery)] == [True, True, False]


def test_a_secret_that_waits_for_its_first_code_is_good_through_a_change_of_the_sites(mine, settings):
    become_account(mine)
    _, secret = begin_app(mine)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 5, [settings.SECRET_KEY]
    for wrong in ("000000", "000001"):
        says(text(mine.post("/me/app", {"code": wrong})), NOT_RIGHT)
        assert secret not in str(mine.session.items())
    assert press(mine, "/me/app", code=shown_by_app(secret)) == "/me/codes"


def test_codes_whose_secret_is_not_listed_any_more_let_nobody_in(with_codes, settings, mine):
    """Their player is told to make new ones."""
    secret, recovery = with_codes
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another-" + settings.SECRET_KEY
    nothing = base64.b32encode(b"").decode()
    for code in (shown_by_app(secret), recovery, shown_by_app(nothing)):
        assert not lets_in(code)
    assert encipher_anew() == 0
    settings.SECRET_KEY_FALLBACKS = [before]
    assert lets_in(shown_by_app(secret)), "it may come back"
    settings.SECRET_KEY_FALLBACKS = []
    browser = Client()
    browser.force_login(Player.objects.get(), backend=PAGES)
    says(read(browser, "/me"), "no code works")
    says(read(browser, "/me/codes"), "recovery codes no longer work", 'href="/me/codes/new"')
    press(browser, browser.get("/me/codes/new").headers["Location"], password=PASSWORD)
    says(read(browser, "/me/codes/new"), lacks=["You have"])
    assert press(browser, "/me/codes/new") == "/me/codes"
    assert len(re.findall(RECOVERY, read(browser, "/me/codes"))) == 10


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


def test_who_has_no_password_is_asked_for_no_codes(mine):
    assert mine.get("/me/app").headers["Location"] == "/me"
    assert mine.get("/me/codes").headers["Location"] == "/me#account"


def passkey_of(player, name="A phone"):
    return Authenticator.objects.create(
        user=player, type=Authenticator.Type.WEBAUTHN, data={"name": name, "credential": {}}
    )


def test_an_account_keeps_its_only_way_to_sign_in(mine, rival):
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
    mine.force_login(rival, backend=PAGES)
    assert press(mine, f"/me/passkeys/{passkey.pk}/remove").startswith("/me/again/passkey?")
    assert mine.get("/me/again").headers["Location"].startswith("/me/again/passkey")
    says(read(mine, "/me"), "A phone")


def test_a_passkey_has_another_name_if_its_player_says_so(mine, desk, rival):
    passkey = passkey_of(rival)
    path = f"/me/passkeys/{passkey.pk}/name"
    says(read(mine, path), 'value="A phone"')
    for nothing in ("", "\u200b", "x" * 61):
        refused(mine, path, name=nothing)
    refused(desk, path, status=404, name="Mine")
    assert press(mine, path, name=" My  ring ") == "/me?did=passkey_name#account"
    passkey.refresh_from_db()
    assert passkey.data == {"name": "My ring", "credential": {}}


DEEP = '{"response":' * 500 + "{}" + "}" * 500
KEY = {"id": "eA", "rawId": "eA", "type": "public-key", "clientExtensionResults": {}}
SIGNED = {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA"}
RESPONSES = (
    *({}, None, [], {"clientDataJSON": "e30"}, {"clientDataJSON": "e30", "attestationObject": "n" * 999}),
    *(
        {"clientDataJSON": "\0", "attestationObject": "\ud800"},
        SIGNED | {"userHandle": "MjIyMjIyMjIyMjIyMjIyMg"},
    ),
)


@pytest.mark.extra
@pytest.mark.parametrize(
    "sent",
    [
        *("", "x", "7", "[]", "null", "{}", '{"response": []}', '{"response": {"userHandle": 7}}', DEEP),
        *(json.dumps(KEY | {"response": response}) for response in RESPONSES),
    ],
)
def test_what_is_no_passkey_is_refused(mine, stranger, sent):
    says(read(mine, "/me/passkeys"), " disabled>Add a passkey</button>")  # until a script asks the device
    for name in ("", "\0", "x" * 61):
        assert mine.post("/me/passkeys", {"name": name, "credential": sent}).status_code in (200, 302)
    assert stranger.get("/sign-in/passkey", headers={"Accept": "application/json"}).status_code == 200
    assert stranger.session.get_expiry_age() <= 600
    assert press(stranger, "/sign-in/passkey", credential=sent) == "/sign-in"
    assert not Authenticator.objects.exists()


@pytest.mark.usefixtures("moment")
def test_a_stranger_is_asked_for_passkeys_only_so_often(settings):
    settings.LIMITS = {**settings.LIMITS, "codes": {"player": 2, "address": 2}}
    asking = {"Accept": "application/json"}
    answers = [Client().get("/sign-in/passkey", headers=asking).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_who_has_a_passkey_uses_it_before_their_first_password_and_no_typed_one_is_kept(mine, rival):
    passkey_of(rival)
    assert settle_account(player=rival, now=timezone.now())
    assert press(mine, "/me/password/first", password1=PASSWORD) == "/me/password/first"
    assert mine.get("/me/password/first").headers["Location"].startswith("/me/again/passkey?")
    assert not Player.objects.get(pk=rival.pk).has_usable_password()
    assert PASSWORD not in str(mine.session.items())


def test_a_passkey_asks_whoever_signs_in_with_a_password_for_nothing(mine, rival):
    become_account(mine)
    passkey_of(rival)
    assert sign_in(Client()).headers["Location"] == "/"
