"""Practice: one deal of any game, with a link that challenges a friend to the same cards."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competitions.endings.ending_sentences import invitation
from competitions.endings.usual_ends import usual_ends
from competitions.play.seen_deals import note_seen_in_practice
from competitions.translatable import about_game, language_of_games
from games.teaching import describe

from ..challenges.deal_form import DealForm
from ..challenges.deal_links import LinkedDeal, first_deal
from ..challenges.forms import ChallengeForm
from ..requests.lookups import game_or_404
from ..requests.viewers import player_of
from ..wording import link_previews


@require_safe
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    game = game_or_404(slug)
    form = DealForm(request.GET.dict(), game=game)
    if not form.is_valid():
        nothing = {"game": game, "form": form, "deal": None}
        return render(request, "practice/practice.html", nothing, status=422)
    deal = form.deal()
    if not form.cleaned_data["seed"]:
        return redirect(deal.practice)
    return practice_page(request, deal, ChallengeForm(viewer=player_of(request)))


def practice_page(
    request: HttpRequest, deal: LinkedDeal, challenge_form: ChallengeForm, status: int = 200
) -> HttpResponse:
    """The page of a practice deal, with the form that makes it a challenge."""
    game, viewer = deal.game, player_of(request)
    if viewer is not None:
        note_seen_in_practice(player=viewer, game=game.slug, seed=deal.seed)
    return render(
        request,
        "practice/practice.html",
        {
            "game": game,
            "goal": about_game(game).goal,
            # This form asks for another deal; an empty seed gives a random one.
            "form": DealForm(deal.rules, game=game),
            "deal": deal,
            "shared_link": link_previews.to_deal(deal),
            "share": invitation(game),
            "usual": json.dumps([*usual_ends(game.slug, deal.rules).items()]),
            "beat_url": request.build_absolute_uri(deal.beat),
            "challenge_form": challenge_form,
            "opening": describe(deal.opening, language_of_games()),
            "guide": first_deal(game),
        },
        status=status,
    )
