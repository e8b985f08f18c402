"""Adding a passkey, and signing in with one. This module is imported at its first use, because its library
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
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.accounts.become_account import settle_account
from competitions.accounts.sign_in_ways import forget_codes_without_an_app, passkeys_of
from competitions.models import Player
from competitions.outages import is_outage
from competitions.people.clean_text import clean
from competitions.refusals import Refusal

from ..forms.end_keys import OffersToEndKeys, end_keys_if_ticked
from .mfa_adapter import LONGEST_PASSKEY_NAME

MOST: Final = 20

UNREADABLE: Final = _("We cannot read what your device sent. Use a browser with JavaScript.")
ENOUGH: Final = format_lazy(
    ngettext_lazy(
        "You have {most} passkey. Remove it to add another.",
        "You have {most} passkeys. Remove one to add another.",
        MOST,
    ),
    most=MOST,
)

ENCODED: Final = re.compile(r"[A-Za-z0-9_-]{1,20000}")
"""The pattern of base64url without padding, in which our script writes bytes."""


@contextmanager
def read_by_the_library() -> Iterator[None]:
    """Turn any error in the `with` block into a ValidationError, because the decoders of the fido2 library
    raise errors of many kinds. A ValidationError, ReauthenticationRequired and an outage stay as they are."""
    try:
        yield
    except Exception as error:
        if isinstance(error, ValidationError | ReauthenticationRequired) or is_outage(error):
            raise
        raise ValidationError(UNREADABLE, code="unreadable") from None


class AnswerOfDevice(forms.HiddenInput):
    """A hidden input for a device's answer, which proves that the device has a passkey. If the form is shown
    again, the input is empty, because each answer is valid only one time."""

    def format_value(self, value: Any) -> None:
        return None


class NamedPasskey(forms.Form):
    """The name of a passkey; empty for a default name."""

    name = forms.CharField(required=False)

    def clean_name(self) -> str:
        if not (name := self.cleaned_data["name"]):
            return ""
        try:
            return clean(name, field="name", shortest=1, longest=LONGEST_PASSKEY_NAME)
        except Refusal as refusal:
            raise ValidationError(refusal.facts["errors"]["name"]) from None


class OtherNameForm(NamedPasskey):
    name = forms.CharField(
        label=_("Name"),
        help_text=_("A name that you will recognise, such as: My phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_PASSKEY_NAME}),
    )


class NewPasskey(NamedPasskey):
    """A new passkey's form. It checks the device's answer before allauth reads it, so that nothing unexpected
    is stored."""

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
    """allauth's form for a new passkey. For a guest with API tokens, it has a checkbox that also ends
    them."""

    def offers_to_end_keys(self) -> bool:
        """Whether to offer to end all keys of apps and bots (API tokens): only to a guest, whom the passkey
        turns into an account."""
        return not self.user.account


class PasskeyStepForm(AuthenticateWebAuthnForm):
    """The form of the step after the password, for a passkey in place of an app's code."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["credential"].widget = AnswerOfDevice()

    def clean_credential(self) -> Any:
        with read_by_the_library():
            return super().clean_credential()


class PasskeyAgainForm(PasskeyStepForm):
    """The form that asks for the passkey again, to confirm who the player is."""

    reauthenticated = True


class PasskeySignInForm(PasskeyStepForm):
    """The form that signs in as the player whom the passkey names."""

    passwordless = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, user=None, **options)


def add_passkey(request: HttpRequest) -> HttpResponse:
    """Add a passkey; it turns a guest into an account. A script that asks for JSON gets JSON, so that it can
    stay on its page."""
    player = request.user
    if not isinstance(player, Player) or request.method != "POST":
        return _options_in(_added(request)) if _asks_for_json(request) else _added(request)
    before = passkeys_of(player).count()
    form = NewPasskey(request.POST)
    if before >= MOST or not form.is_valid():
        wrong = [ENOUGH] if before >= MOST else [each for some in form.errors.values() for each in some]
        return _refused(request, str(wrong[0]))
    sent = request.POST.copy()
    sent["name"], sent["credential"] = form.cleaned_data["name"], json.dumps(form.cleaned_data["credential"])
    # the passkey replaces the password, so the device must have verified its user
    sent["passwordless"] = "on"
    request.POST = sent  # type: ignore[assignment]  # a writable copy has the same attributes
    try:
        with read_by_the_library():
            answer = _added(request)
    except ValidationError as refusal:
        return _refused(request, refusal.messages[0])
    if passkeys_of(player).count() == before:
        return _refused(request, UNREADABLE) if _asks_for_json(request) else answer
    forget_codes_without_an_app(player)
    settle_account(player=player, now=timezone.now())
    end_keys_if_ticked(request, player)
    if _asks_for_json(request):
        return JsonResponse({"account": player.account})
    return redirect(f"{reverse('me')}?did=passkey#account")


def _asks_for_json(request: HttpRequest) -> bool:
    return not request.accepts("text/html")


def _options_in(page: HttpResponse) -> HttpResponse:
    """The options with which the device makes a passkey, taken from allauth's page, as JSON. Another
    answer, such as a redirect, is returned as it is."""
    data = getattr(page, "context_data", None)
    return page if data is None else JsonResponse({"creation_options": data["js_data"]["creation_options"]})


def _refused(request: HttpRequest, sentence: str | Promise) -> HttpResponse:
    if _asks_for_json(request):
        return JsonResponse({"detail": str(sentence)}, status=422)
    messages.error(request, str(sentence))
    return redirect("mfa_add_webauthn")


def _added(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = views.add_webauthn(request)
    return answer


def rename_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the passkey's new name; with POST, rename it."""
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
    """Ask for the passkey; players without one are asked for their password."""
    player = request.user
    if isinstance(player, Player) and not passkeys_of(player).exists():
        return redirect("account_reauthenticate")
    answer: HttpResponse = views.reauthenticate_webauthn(request)
    # After a wrong passkey, allauth redirects to the sign-in page. Ask again instead, with its error message.
    if answer.headers.get("Location") == reverse("account_login"):
        return redirect(request.get_full_path())
    return answer


sign_in = views.login_webauthn
code_step = mfa.authenticate
