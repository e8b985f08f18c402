"""Codes of an authenticator app, asked for after the password. A recovery code can take the place of an app's
code."""

from typing import Any, ClassVar

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp import views
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.accounts.second_factors import deciphered, enciphered
from competitions.accounts.sign_in_ways import forget_codes_without_an_app, has_app
from competitions.models import Player

from .forms import InOurWords, Words


class CodeStepForm(InOurWords, AuthenticateForm):
    labels: ClassVar[Words] = {"code": (_("Code"), _("Your app shows it. You can also use a recovery code."))}


class AppForm(InOurWords, ActivateTOTPForm):
    labels: ClassVar[Words] = {"code": (_("Code"), _("The six digits that the app shows now."))}
    secret: str

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.secret = _kept_enciphered(get_adapter().request.session, self.secret)


def _kept_enciphered(session: SessionBase, secret: str) -> str:
    """Return the plain secret of an app that the player has not confirmed yet, but keep it encrypted in the
    session, as the database keeps the secrets of confirmed apps."""
    known = deciphered(secret)
    if known == secret:  # not encrypted yet
        for name in [name for name, kept in session.items() if kept == secret]:
            session[name] = enciphered(secret)
    return known


def add_app(request: HttpRequest) -> HttpResponse:
    """Add an authenticator app; only accounts with a password can have one."""
    player = request.user
    if not (isinstance(player, Player) and player.has_usable_password()):
        return redirect("me")
    try:
        answer: HttpResponse = views.activate_totp(request)
    except IntegrityError:  # the same form was sent twice, and the first request stored the app
        return redirect("mfa_view_recovery_codes")
    return answer


def remove_app(request: HttpRequest) -> HttpResponse:
    """Remove the authenticator app and its recovery codes."""
    player = request.user
    if not (isinstance(player, Player) and has_app(player)):
        return redirect("me")
    answer: HttpResponse = views.deactivate_totp(request)
    if has_app(player):
        return answer
    forget_codes_without_an_app(player)
    return redirect(f"{reverse('me')}?did=app_removed#account")
