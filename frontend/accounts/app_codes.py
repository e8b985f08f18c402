"""An app whose codes a sign-in with a password asks for; recovery codes stand in for it."""

from typing import ClassVar

from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp import views
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competitions.accounts.ways import forget_codes_without_an_app, has_app
from competitions.models import Player

from .forms import InOurWords, Words


class CodeStepForm(InOurWords, AuthenticateForm):
    labels: ClassVar[Words] = {"code": ("Code", "Your app shows it. A recovery code does, too.")}


class AppForm(InOurWords, ActivateTOTPForm):
    labels: ClassVar[Words] = {"code": ("Code", "The six digits that the app shows now.")}


def add_app(request: HttpRequest) -> HttpResponse:
    """Who has no password is asked for no code."""
    player = request.user
    if not (isinstance(player, Player) and player.has_usable_password()):
        return redirect("me")
    try:
        answer: HttpResponse = views.activate_totp(request)
    except IntegrityError:  # the same form was sent twice, and the other one was first
        return redirect("mfa_view_recovery_codes")
    return answer


def remove_app(request: HttpRequest) -> HttpResponse:
    """With the app go its recovery codes."""
    player = request.user
    if not (isinstance(player, Player) and has_app(player)):
        return redirect("me")
    answer: HttpResponse = views.deactivate_totp(request)
    if has_app(player):
        return answer
    forget_codes_without_an_app(player)
    return redirect(f"{reverse('me')}?did=app_removed#account")
