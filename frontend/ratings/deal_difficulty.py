"""How hard deals of contests were, in words for the viewer."""

from collections.abc import Mapping, Sequence
from itertools import chain

from competitions.embargo.visibility import Viewpoint
from competitions.models import Rating
from competitions.models.ratings import NEWCOMERS_HAVE
from competitions.ratings.difficulty import shown_difficulties
from competitions.ratings.expected_scores import STEP

from ..wording.sentences import expected_in_words


def difficulties_in_words(seen: Sequence[Viewpoint]) -> Mapping[int, str]:
    """For each round of known difficulty, by round id: a sentence about the score that players of about the
    viewer's rating can expect. Expected scores are stored for some ratings only; the one for the nearest
    rating is used. An unrated viewer counts as a newcomer. At most two queries; none if no contest is
    certified."""
    difficulties = shown_difficulties(seen)
    if not difficulties:
        return {}
    ratings: dict[str, int] = {}
    if (viewer := seen[0].viewer) is not None:
        ratings.update(Rating.objects.filter(player=viewer).values_list("game_slug", "rating"))
    said = {}
    for round in chain.from_iterable(one.competition.rounds_in_order for one in seen):
        if round.pk in difficulties:
            game, own = round.deal.game, ratings.get(round.deal.game_slug)
            expected = difficulties[round.pk].at(NEWCOMERS_HAVE if own is None else own)
            theirs = own is not None and abs(own - expected.rating) <= STEP // 2
            said[round.pk] = expected_in_words(game, expected, theirs=theirs)
    return said
