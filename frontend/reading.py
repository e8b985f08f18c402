"""Finding what an address names."""

from django.http import Http404

from competitions.models import Competition, Round
from games import GAMES
from games.game import Game


def competition_or_404(competition_id: str) -> Competition:
    """The competition with its organiser, rounds and deals; two queries."""
    try:
        return Competition.objects.with_rounds().get(pk=competition_id)
    except Competition.DoesNotExist:
        raise Http404 from None


def round_or_404(competition: Competition, number: int) -> Round:
    """A round of a competition that `competition_or_404` gave."""
    for round in competition.rounds.all():
        if round.number == number:
            return round
    raise Http404


def game_or_404(slug: str) -> Game:
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]
