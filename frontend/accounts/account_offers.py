"""Offers an account to a guest at an ending, and lets the guest dismiss the offer."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.endings.account_offer import AccountOffer, account_offer, dismiss_account_offer

from ..requests.page_before import page_before
from ..requests.page_limits import limited
from ..requests.viewers import player_of


def offer_to_viewer(request: HttpRequest) -> AccountOffer | None:
    """The offer for the viewer. None in each of these cases: nobody is signed in; the viewer has no name yet,
    and the page asks for it first; there is no offer."""
    player = player_of(request)
    if player is None or player.unnamed:
        return None
    return account_offer(player=player, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
@limited("names")
def dismiss_offer(request: HttpRequest) -> HttpResponse:
    """A POST ends all offers of an account to this player, and redirects to the page with the ending."""
    player = player_of(request)
    if request.method == "POST" and player is not None:
        dismiss_account_offer(player=player, now=timezone.now())
    return redirect(page_before(request) or "me")
