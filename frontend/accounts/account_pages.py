"""The pages of accounts: allauth's views, with our limits and at our addresses."""

import math
from dataclasses import asdict
from functools import wraps
from typing import Any, Final

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.recovery_codes import views as recovery_codes
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import ngettext

from competitions.accounts.sign_in_ways import (
    asks_for_password,
    has_app,
    has_lost_recovery_codes,
    is_only_way,
    may_go,
    passkeys_of,
)
from competitions.models import Player
from competitions.moderation.close_player import close_guest, close_player
from competitions.moderation.possessions import Possessions, possessions_of
from competitions.people.locks import lock_player
from competitions.people.passes import forget_forms
from competitions.web import limits

from ..errors.error_pages import too_many_requests
from ..requests.page_limits import PageView, limited
from ..requests.viewers import LEFT_HERE, player_of
from .known_players import COOKIE, note_player, remembering

ASKED_FOR_S: Final = 600
"""How many seconds a visitor who is not signed in has to answer the challenge with a passkey."""


def kept_as_ours(view: PageView) -> PageView:
    """Remove the caching headers that `view` sets. The middleware `kept_by_nobody` then sets
    `Cache-Control` as for every other page."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer = view(request, *args, **named)
        del answer["Cache-Control"], answer["Expires"]
        return answer

    return answered


def late(name: str) -> PageView:
    """The view `name` of this package. Its module is imported at the first request, so that starting the
    server does not wait for slow imports."""

    def view(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = import_string(f"frontend.accounts.{name}")(request, *args, **named)
        return answer

    return view


def as_nobody(view: PageView) -> PageView:
    """Run `view` as if nobody were signed in. Otherwise signing in to an account would add that account to
    this browser's guest.

    If this browser had a guest, the player who has just signed in is first shown the contests and results of
    the guest.
    """

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        request.known_here = player_of(request)  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        answer = view(request, *args, **named)
        has_signed_in = answer.status_code == 302 and LEFT_HERE in request.session
        return redirect("left_guest") if has_signed_in else answer

    return asked


def unless_shut_out(view: PageView) -> PageView:
    """Refuse a POST if the player was signed out after the request began, for example from another device.
    The player's row stays locked while `view` runs."""

    @wraps(view)
    def locked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        player = player_of(request)
        if request.method != "POST" or player is None:
            return view(request, *args, **named)
        with transaction.atomic():
            lock_player(player)
            return view(request, *args, **named)

    return locked


def code_and_password(request: HttpRequest) -> HttpResponse:
    """Check the code from the mail and, for a guest, set a first password.

    The password is checked before the code, so that an unacceptable password does not count as a wrong
    code.
    """
    player = player_of(request)
    if request.method == "POST" and player is not None and asks_for_password(player):
        adapter = get_adapter()
        try:
            adapter.clean_password(request.POST.get("password1", ""), player)
        except ValidationError as refused:
            for sentence in refused.messages:
                messages.error(request, sentence)
            return redirect("account_email_verification_sent")
    answer: HttpResponse = allauth.email_verification_sent(request)
    return answer


sign_in = limited("passwords")(kept_as_ours(remembering(as_nobody(allauth.login))))
forgotten = limited("mails")(kept_as_ours(as_nobody(allauth.password_reset)))
forgotten_code = limited("codes")(kept_as_ours(as_nobody(allauth.confirm_password_reset_code)))
forgotten_password = limited("passwords")(
    kept_as_ours(remembering(as_nobody(allauth.complete_password_reset)))
)
address = limited("mails")(kept_as_ours(unless_shut_out(allauth.email)))
address_code = limited("codes")(kept_as_ours(remembering(unless_shut_out(code_and_password))))
code_step = limited("codes")(kept_as_ours(remembering(as_nobody(late("passkeys.code_step")))))
other_password = limited("passwords")(kept_as_ours(remembering(allauth.password_change)))
new_passkey = limited("codes")(kept_as_ours(unless_shut_out(late("passkeys.add_passkey"))))
other_passkey_name = limited("codes")(kept_as_ours(login_required(late("passkeys.rename_passkey"))))
passkey_again = limited("codes")(kept_as_ours(late("passkeys.ask_for_passkey")))
new_app = limited("codes")(kept_as_ours(unless_shut_out(late("app_codes.add_app"))))
less_app = limited("codes")(kept_as_ours(late("app_codes.remove_app")))
new_recovery_codes = limited("codes")(kept_as_ours(unless_shut_out(recovery_codes.generate_recovery_codes)))


@limited("passwords")
@kept_as_ours
@remembering
@login_required
def new_password(request: HttpRequest) -> HttpResponse:
    """Set the first password. If the account has a passkey, the player must first confirm with it who they
    are."""
    try:
        answer: HttpResponse = reauthentication_required(allauth.password_set)(request)
    except ReauthenticationRequired:
        if request.method != "POST":
            raise
        return redirect(
            "account_set_password"
        )  # if we raised here, allauth would store the posted password in the session, as plain text
    return answer


@limited("codes")
@kept_as_ours
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def less_passkey(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask before removing a passkey; with POST, remove it. The account's only way to sign in cannot be
    removed."""
    player = player_of(request)
    assert player is not None
    passkey = get_object_or_404(passkeys_of(player), pk=pk)
    if request.method == "POST":
        with transaction.atomic():
            if may_go(passkey, player):
                passkey.delete()
                get_adapter().send_notification_mail("mfa/email/webauthn_removed", player)
                return redirect(f"{reverse('me')}?did=removed#account")
    context = {"passkey": passkey, "only": is_only_way(player, passkey)}
    return render(request, "account/remove_passkey.html", context)


@limited("codes")
@kept_as_ours
@login_required
def shown_recovery_codes(request: HttpRequest) -> HttpResponse:
    """Show the recovery codes once; afterwards say that they cannot be shown again. HEAD only redirects, so
    that it does not use up the one time."""
    player = player_of(request)
    if request.method != "GET" or player is None or not has_app(player):
        return redirect(f"{reverse('me')}#account")
    if has_lost_recovery_codes(player):
        return render(request, "mfa/recovery_codes/lost.html")
    answer: HttpResponse = recovery_codes.view_recovery_codes(request)
    return answer


@limited("codes")
@kept_as_ours
@remembering
@as_nobody
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Give a script the challenge for a passkey; a POST with the passkey's answer signs in."""
    if request.method != "POST":
        # Each challenge stores a session. So challenges are limited in number, and the session of a visitor
        # who is not signed in ends soon.
        if wait := limits.seconds_to_wait(request, "codes"):
            return too_many_requests(request, max(1, math.ceil(wait)))
        if request.known_here is None:  # type: ignore[attr-defined]
            request.session.set_expiry(ASKED_FOR_S)
    return late("passkeys.sign_in")(request)


@limited("passwords")
@kept_as_ours
def it_is_you(request: HttpRequest) -> HttpResponse:
    """Ask again for the password or the passkey; accounts with neither are not asked."""
    player = player_of(request)
    if player is not None and not get_adapter().get_reauthentication_methods(player):
        return redirect("me")
    answer: HttpResponse = allauth.reauthenticate(request)
    return answer


@limited("codes")
def left_guest(request: HttpRequest) -> HttpResponse:
    """Show the contests and results of the guest that this browser had before the player signed in. With
    POST, keep or close that guest.
    """
    left = request.session.get(LEFT_HERE)
    guest = Player.objects.filter(pk=left).first() if player_of(request) and left else None
    if guest is None or guest.account:
        return redirect("me")
    if request.method == "POST":
        del request.session[LEFT_HERE]
        if "close" in request.POST:
            close_guest(player=guest, now=timezone.now())
        return redirect("home")
    return render(
        request, "account/left_guest.html", {"guest": guest, "having": _in_words(possessions_of(guest))}
    )


@limited("codes")
@kept_as_ours
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def close_me(request: HttpRequest) -> HttpResponse:
    """Say what closing the account deletes and keeps; with POST, close it and sign out."""
    player = player_of(request)
    assert player is not None
    if request.method == "POST":
        close_player(player=player, now=timezone.now())
        logout(request)
        answer = redirect(f"{reverse('me')}?did=deleted")
        answer.delete_cookie(COOKIE)
        return answer
    return render(request, "account/close_me.html", {"having": _in_words(possessions_of(player))})


def _in_words(having: Possessions) -> list[str]:
    """Texts that say how many contests, finished games and circles a player has."""
    counts = (
        ngettext("%(contests)d contest", "%(contests)d contests", having.contests),
        ngettext("%(results)d finished game", "%(results)d finished games", having.results),
        ngettext("%(circles)d circle", "%(circles)d circles", having.circles),
    )
    return [each % asdict(having) for each in counts]


def after_forgotten(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('account_login')}?did=password")


@remembering
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign an account out. A guest stays signed in, because a guest could not sign in again."""
    player = player_of(request)
    if player is None or not player.account:
        return redirect("me")
    if request.method == "POST":
        note_player(request, player)
        forget_forms(player=player)
    answer: HttpResponse = allauth.logout(request)
    return answer


def own_account_again(request: HttpRequest) -> HttpResponse:
    """Redirect to the player's own page, after allauth has changed the account."""
    return redirect(f"{reverse('me')}#account")


def no_sign_up(request: HttpRequest) -> HttpResponse:
    """Send visitors to their own page: accounts are made from guests, not by signing up."""
    return redirect("me")
