"""The pages of accounts: allauth's views, each with our limits, in our addresses."""

from functools import wraps
from typing import Any

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from competitions.leaving.closing_player import close_player
from competitions.leaving.having import having
from competitions.models import Player
from competitions.players.passes import forget_forms

from ..requests.page_limits import PageView, limited
from ..requests.viewers import player_of
from .adapter import LEFT_HERE


def kept_as_ours(view: PageView) -> PageView:
    """Leaves it to `kept_by_nobody`, as for every page, to say who may keep the answer."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer = view(request, *args, **named)
        del answer["Cache-Control"], answer["Expires"]
        return answer

    return answered


def as_nobody(view: PageView) -> PageView:
    """Asks the view as a stranger: whom the device knows is nobody yet to whoever signs in on it."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        request.known_here = player_of(request)  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        return view(request, *args, **named)

    return asked


sign_in = limited("passwords")(kept_as_ours(as_nobody(allauth.login)))
forgotten = limited("mails")(kept_as_ours(as_nobody(allauth.password_reset)))
forgotten_code = limited("codes")(kept_as_ours(as_nobody(allauth.confirm_password_reset_code)))
forgotten_password = limited("passwords")(kept_as_ours(as_nobody(allauth.complete_password_reset)))
address = limited("mails")(kept_as_ours(allauth.email))
address_code = limited("codes")(kept_as_ours(allauth.email_verification_sent))
new_password = limited("passwords")(kept_as_ours(allauth.password_set))
other_password = limited("passwords")(kept_as_ours(allauth.password_change))


@limited("passwords")
@kept_as_ours
def it_is_you(request: HttpRequest) -> HttpResponse:
    """Asks for the password once more; who has none, and no account, has nothing to be asked for."""
    player = player_of(request)
    if player is not None and not (player.account or player.has_usable_password()):
        return redirect("me")
    answer: HttpResponse = allauth.reauthenticate(request)
    return answer


@limited("codes")
def left_guest(request: HttpRequest) -> HttpResponse:
    """What the guest has whom the device knew; with POST they are left as they are, or closed."""
    left = request.session.get(LEFT_HERE)
    guest = Player.objects.filter(pk=left).first() if player_of(request) and left else None
    if guest is None or guest.account:
        return redirect("me")
    if request.method == "POST":
        del request.session[LEFT_HERE]
        if "close" in request.POST:
            close_player(player=guest, now=timezone.now())
        return redirect("me")
    return render(request, "account/left_guest.html", {"guest": guest, "having": having(guest)})


@limited("codes")
@kept_as_ours
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def close_me(request: HttpRequest) -> HttpResponse:
    """Says what goes and what stays; with POST it is done, and the browser knows nobody."""
    player = player_of(request)
    assert player is not None
    if request.method == "POST":
        close_player(player=player, now=timezone.now())
        logout(request)
        return redirect("home")
    return render(request, "account/close_me.html", {"having": having(player)})


def after_forgotten(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('account_login')}?did=password")


def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session of an account. A guest keeps theirs: nobody could play as them again."""
    player = player_of(request)
    if player is None or not player.account:
        return redirect("me")
    if request.method == "POST":
        forget_forms(player=player)
    answer: HttpResponse = allauth.logout(request)
    return answer


def no_sign_up(request: HttpRequest) -> HttpResponse:
    """Nobody begins with an account: whoever plays becomes one on their own page."""
    return redirect("me")
