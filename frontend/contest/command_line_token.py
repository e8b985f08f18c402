"""A token for players who play from the command line."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions.people.tokens import make_token
from competitions.refusals import Refusal

from ..accounts.asked_again import asked_again
from ..requests.lookups import competition_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .views import show_competition


@require_http_methods(["GET", "HEAD", "POST"])
@limited("tokens")
@asked_again
def command_line_token(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Show a new token once; only its hash is stored."""
    competition = competition_or_404(competition_id, player_of(request))
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("competition", competition_id)
    try:
        _, secret = make_token(
            player=player, name=gettext("command line"), scopes=("play", "read"), now=timezone.now()
        )
    except Refusal:  # the player has too many tokens; the player's own page says so and can revoke them
        return redirect("me")
    return show_competition(request, competition, token=secret)
