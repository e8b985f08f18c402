"""The press that makes a guest an account, or changes a password, ends all keys for apps."""

import pytest
from allauth.mfa.models import Authenticator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.test import Client
from django.utils import timezone

from competitions.models import Handle, Player
from competitions.people.tokens import live_tokens, make_token
from frontend.accounts import passkeys

from .accounts import NEW, PASSWORD, ask_for_code, become_account, forget, status_of, text
from .forms import shown_in
from .reading import says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hashed_in_no_time")]


@pytest.fixture
def key(rival):
    """Makes the key that a stranger may have."""
    return lambda: make_token(player=rival, name="Old <bot>", scopes=("read",), now=timezone.now())[1]


def first_password(mine, rival):
    return mine, "/me/address/code", {"code": ask_for_code(mine), "password1": PASSWORD}


def other_password(mine, rival):
    become_account(mine)
    return mine, "/me/password", {"oldpassword": PASSWORD, "password1": NEW}


def forgotten_password(mine, rival):
    become_account(mine)
    forget(elsewhere := Client())
    return elsewhere, "/forgotten/password", {"password1": NEW}


def code_after_a_password(mine, rival):
    sent = ask_for_code(mine)
    mine.post("/me/password/first", {"password1": PASSWORD})
    return mine, "/me/address/code", {"code": sent}


def name_of_ones_own(mine, rival):
    Handle.objects.create(player=Player.objects.get(name="Olga Owner"), look=rival.look, shape=rival.shape)
    become_account(mine)
    assert not Player.objects.get(pk=rival.pk).account
    return mine, "/me", {"name": "Ray Renamed"}


WAYS = [first_password, other_password, forgotten_password, code_after_a_password, name_of_ones_own]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ends", [True, False])
def test_the_page_lists_the_keys_and_ends_them_unless_it_is_unticked(mine, rival, owner, key, way, ends):
    asked, path, form = way(mine, rival)
    assert "end_keys" not in text(asked.get(path)), "there is none"
    secret = key()
    shown = text(asked.get(path))
    assert '<bdi lang="">Old &lt;bot&gt;</bdi>' in shown
    ticked = {name: value for name, value in shown_in(shown).items() if name == "end_keys"}
    assert ticked, "it is ticked"
    assert asked.post(path, form | (ticked if ends else {})).status_code == 302
    assert status_of(Client(), secret) == (401 if ends else 200)
    assert Player.objects.get(pk=rival.pk).account


@pytest.mark.parametrize("ends", [True, False])
def test_so_does_a_first_passkey(mine, rival, key, monkeypatch, ends):
    key()

    def added(request):
        if request.method == "POST":
            Authenticator.objects.create(user=rival, type="webauthn", data={"name": "A phone"})
            return redirect("me")
        return HttpResponse()

    assert shown_in(text(mine.get("/me/passkeys")))["end_keys"]
    monkeypatch.setattr(passkeys.views, "add_webauthn", added)
    monkeypatch.setattr(passkeys.NewPasskey, "clean_credential", lambda form: {})
    mine.post("/me/passkeys", {"name": "", "credential": "[1]"} | ({"end_keys": "on"} if ends else {}))
    assert Player.objects.get(pk=rival.pk).account
    assert live_tokens(rival).exists() is not ends


def test_what_makes_nobody_an_account_offers_nothing(mine, rival, key):
    key()
    for path in ("/me/address", "/me"):
        assert "end_keys" not in text(mine.get(path)).split('id="keys"')[0]
    become_account(mine)
    assert live_tokens(rival).exists()
    for path in ("/me", "/me/passkeys"):
        assert "end_keys" not in text(mine.get(path))


def test_who_still_has_to_show_a_code_is_told_no_names(mine, rival, key):
    become_account(mine)
    key()
    Authenticator.objects.create(user=rival, type="totp", data={"secret": ""})
    forget(elsewhere := Client())
    says(text(elsewhere.get("/forgotten/password")), "Keys that work now: 1.", lacks=["Old"])
