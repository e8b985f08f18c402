"""The page of a player, as far as the viewer may know them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.profiles import shows_profile
from competitions.people.lookup import who_is
from competitions.ratings.careers.career import Career

from ..contests.views import mark_in
from ..requests.lookups import game_or_404, player_or_404
from ..requests.viewers import player_of
from .face import face_of
from .shown_player import close_look, played_games, rivals, shown_results


@require_safe
def player_page(request: HttpRequest, who: str) -> HttpResponse:
    """The page of the player whom the address names. For a private profile it shows only the name."""
    viewer, player, after = player_of(request), player_or_404(who), mark_in(request)
    if who != who_is(player):
        return redirect("player", who_is(player))
    context = {"player": player, "own": player == viewer, "shared_link": None}
    if not shows_profile(player, viewer):
        return render(request, "players/hidden_player.html", context)
    career = Career(player, viewer, timezone.now())
    context |= {"results": shown_results(career, after), "later": after is not None}
    if after is not None:
        return render(request, "players/player.html", context | {"look": None})
    asked = game_or_404(request.GET["game"]) if "game" in request.GET else None
    games = played_games(career)
    chosen = next((each for each in games if each.game == asked), games[0] if games else None)
    look = chosen and close_look(career, chosen)
    context |= {"games": games, "look": look, "rivals": rivals(career), "face": face_of(career, games)}
    return render(request, "players/player.html", context)
