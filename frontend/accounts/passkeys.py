"""Passkeys: adding one, and signing in with one. Imported when one is first asked for: what speaks to them
takes long to import."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.base import views as mfa
from allauth.mfa.webauthn import views
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from competitions.accounts.become_account import settle_account
from competitions.accounts.sign_in_ways import forget_codes_without_an_app, passkeys_of
from competitions.models import Player
from competitions.outages import is_outage
from competitions.people.clean_text import clean
from competitions.refusals import Refusal

from ..forms.end_keys import OffersToEndKeys, end_keys_if_ticked

MOST: Final = 20
LONGEST_NAME: Final = 60

UNREADABLE: Final = "Your device has sent nothing that can be read. It takes a browser with scripts."
ENOUGH: Final = f"You have {MOST} passkeys. Remove one to add another."

ENCODED: Final = re.compile(r"[A-Za-z0-9_-]{1,20000}")
"""Bytes, as the script writes them."""


@contextmanager
def read_by_the_library() -> Iterator[None]:
    """Refuses what fido2 cannot read: its decoders raise whatever they stumble over."""
    try:
        yield
    except Exception as error:
        if isinstance(error, ValidationError | ReauthenticationRequired) or is_outage(error):
            raise
        raise ValidationError(UNREADABLE, code="unreadable") from None


class AnswerOfDevice(forms.HiddenInput):
    """It is good once, so it is not shown again."""

    def format_value(self, value: Any) -> None:
        return None


class NamedPasskey(forms.Form):
    """What a passkey is to be called; empty leaves that to us."""

    name = forms.CharField(required=False)

    def clean_name(self) -> str:
        if not (name := self.cleaned_data["name"]):
            return ""
        try:
            return clean(name, field="name", shortest=1, longest=LONGEST_NAME)
        except Refusal as refusal:
            raise ValidationError(refusal.facts["errors"]["name"]) from None


class OtherNameForm(NamedPasskey):
    name = forms.CharField(
        label="Name",
        help_text="So that you know it again: My phone, say.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_NAME}),
    )


class NewPasskey(NamedPasskey):
    """What a device has sent, checked before allauth reads it: of what is stored nothing is left that nobody
    reads."""

    credential = forms.JSONField(error_messages={"required": UNREADABLE, "invalid": UNREADABLE})

    def clean_credential(self) -> dict[str, Any]:
        with read_by_the_library():
            sent = self.cleaned_data["credential"]
            response = {part: sent["response"][part] for part in ("clientDataJSON", "attestationObject")}
            encoded = {"id": sent["id"], "rawId": sent["rawId"]}
            if not all(ENCODED.fullmatch(text) for text in (*encoded.values(), *response.values())):
                raise ValueError
        return {**encoded, "type": "public-key", "response": response, "clientExtensionResults": {}}


class PasskeyForm(OffersToEndKeys, AddWebAuthnForm):
    """A new passkey, as allauth reads it."""

    def offers_to_end_keys(self) -> bool:
        """Only where it makes a guest an account."""
        return not self.user.account


class PasskeyStepForm(AuthenticateWebAuthnForm):
    """After a password, in place of a code."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["credential"].widget = AnswerOfDevice()

    def clean_credential(self) -> Any:
        with read_by_the_library():
            return super().clean_credential()


class PasskeyAgainForm(PasskeyStepForm):
    """To say once more that it is them."""

    reauthenticated = True


class PasskeySignInForm(PasskeyStepForm):
    """Of whomever the passkey names."""

    passwordless = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, user=None, **options)


def add_passkey(request: HttpRequest) -> HttpResponse:
    """A player with a passkey can sign in, so a guest becomes an account by one."""
    player = request.user
    if not isinstance(player, Player) or request.method != "POST":
        return _added(request)
    before = passkeys_of(player).count()
    form = NewPasskey(request.POST)
    if before >= MOST or not form.is_valid():
        wrong = [ENOUGH] if before >= MOST else [each for some in form.errors.values() for each in some]
        messages.error(request, str(wrong[0]))
        return redirect("mfa_add_webauthn")
    sent = request.POST.copy()
    sent["name"], sent["credential"] = form.cleaned_data["name"], json.dumps(form.cleaned_data["credential"])
    sent["passwordless"] = "on"  # it signs in by itself: so the device must have asked who it is
    request.POST = sent  # type: ignore[assignment]  # a copy that can be written is one, too
    try:
        with read_by_the_library():
            answer = _added(request)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("mfa_add_webauthn")
    if passkeys_of(player).count() == before:
        return answer
    forget_codes_without_an_app(player)
    settle_account(player=player, now=timezone.now())
    end_keys_if_ticked(request, player)
    return redirect(f"{reverse('me')}?did=passkey#account")


def _added(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = views.add_webauthn(request)
    return answer


def rename_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks for another name of a passkey; with POST it is called so."""
    player = request.user
    assert isinstance(player, Player)
    with transaction.atomic():
        passkey = get_object_or_404(passkeys_of(player).select_for_update(), pk=pk)
        sent = request.POST if request.method == "POST" else None
        form = OtherNameForm(sent, initial={"name": str(passkey)})
        if form.is_valid():
            passkey.data["name"] = form.cleaned_data["name"]
            passkey.save(update_fields=["data"])
            return redirect(f"{reverse('me')}?did=passkey_name#account")
    context = {"passkey": passkey, "form": form}
    return render(request, "account/rename_passkey.html", context, status=422 if form.is_bound else 200)


def ask_for_passkey(request: HttpRequest) -> HttpResponse:
    """Who has none is asked for what they have."""
    player = request.user
    if isinstance(player, Player) and not passkeys_of(player).exists():
        return redirect("account_reauthenticate")
    answer: HttpResponse = views.reauthenticate_webauthn(request)
    if answer.headers.get("Location") == reverse("account_login"):  # what is wrong is told there
        return redirect(request.get_full_path())
    return answer


sign_in = views.login_webauthn
code_step = mfa.authenticate
