"""The viewer's own page: all that they may know and change about themselves, in sections."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.rename_player import change_player
from competitions.moderation.measures import measures_about
from competitions.outbound.notices.notice_mails import are_mailed
from competitions.outbound.reminders.reminded_browsers import reminded_browsers_of
from competitions.people.bans import barring
from competitions.people.last_uses import write_uses
from competitions.people.tokens import MOST_LIVE, live_tokens, make_token, revoke_token
from competitions.refusals import Refusal

from ..accounts.asked_again import asked_again
from ..forms.end_keys import end_keys_if_ticked
from ..forms.refusals import show_refusal
from ..requests.page_before import page_before
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from ..wording.lists import listed_html
from .forms import SHORT_SCOPES, KeyForm, PlayerNameForm, PreferencesForm, ProfileForm
from .own_account import own_account


@require_http_methods(["GET", "HEAD", "POST"])
@limited("names")
def own_page(request: HttpRequest) -> HttpResponse:
    """Show the page; with POST, change the player's name."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return _page(request)
    form = PlayerNameForm(request.POST, player=player)
    if form.is_valid():
        try:
            named = change_player(player=player, name=form.cleaned_data["name"], now=timezone.now())
            end_keys_if_ticked(request, named)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return redirect(page_before(request) or f"{reverse('me')}?did=name")
    return _page(request, name_form=form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("names")
def change_profile(request: HttpRequest) -> HttpResponse:
    """Change what others see of the player."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    form = ProfileForm(request.POST, player=player)
    if not form.is_valid():
        return _page(request, profile_form=form, status=422)
    change_player(player=player, profile=form.cleaned_data["profile"], now=timezone.now())
    return redirect(f"{reverse('me')}?did=profile#profile")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("names")
def change_preferences(request: HttpRequest) -> HttpResponse:
    """Store the player's preferences for the card table, which apply on all their devices."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    form = PreferencesForm(request.POST, player=player)
    if not form.is_valid():
        return _page(request, preferences_form=form, status=422)
    change_player(player=player, preferences=form.cleaned_data, now=timezone.now())
    return redirect(f"{reverse('me')}?did=preferences#preferences")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("tokens")
@asked_again
def make_key(request: HttpRequest) -> HttpResponse:
    """Show a new key once; only its hash is stored."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    form = KeyForm(request.POST)
    if form.is_valid():
        try:
            token, secret = make_token(player=player, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return _page(request, made={"name": token.name, "secret": secret})
    return _page(request, key_form=form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("tokens")
def revoke_key(request: HttpRequest, token_id: str) -> HttpResponse:
    """Revoke the key at once."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    if not revoke_token(player=player, token_id=token_id, now=timezone.now()):
        raise Http404
    return redirect(f"{reverse('me')}?did=revoke#keys")


def _page(
    request: HttpRequest,
    *,
    name_form: PlayerNameForm | None = None,
    profile_form: ProfileForm | None = None,
    preferences_form: PreferencesForm | None = None,
    key_form: KeyForm | None = None,
    made: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    player = player_of(request)
    context: dict[str, object] = {"player": player, "did": request.GET.get("did")}
    if player is not None:
        write_uses()
        keys = [
            (token, listed_html([SHORT_SCOPES[scope] for scope in token.scopes]))
            for token in live_tokens(player)
        ]
        context |= {
            "account": own_account(player),
            "measures": measures_about(player),
            "suspended": barring(player, timezone.now()) is not None,
            "name_form": name_form or PlayerNameForm(player=player),
            "profile_form": profile_form or ProfileForm(player=player),
            "preferences_form": preferences_form or PreferencesForm(player=player),
            "key_form": key_form or KeyForm(),
            "keys": keys,
            "full": len(keys) >= MOST_LIVE,
            "made": made,
            "mails": are_mailed(player),
            "reminded": reminded_browsers_of(player).count(),
        }
    return render(request, "me/me.html", context, status=status)
