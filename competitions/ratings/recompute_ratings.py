"""Computing all ratings again from the results, to compare them with the stored ratings."""

from collections.abc import Iterator

from games import GAMES

from ..models import Rating, RatingChange
from .ladder import Ladder
from .order import rounds_in_order
from .rate_rounds import compute_outcome

COMPARED = ("rank", "field", "rating", "deviation", "change", "rounds")


def rating_differences() -> Iterator[str]:
    """Yield a sentence for each difference between what is stored and what follows from the results. Changes,
    ratings and difficulties are compared. Each round that is still due gives a sentence, too."""
    for slug in GAMES:
        ladder, newest = Ladder(), dict[str, RatingChange]()
        for round in rounds_in_order(slug):
            if round.due:
                yield f"{round} is still due."
            outcome = compute_outcome(round, ladder)
            computed = {change.player_id: change for change in outcome.changes}
            stored = {change.player_id: change for change in round.changes.all()}
            for player in sorted(computed.keys() | stored.keys()):
                if _change_values(computed.get(player)) != _change_values(stored.get(player)):
                    yield f"{round}: player {player} is to have {_change_values(computed.get(player))}."
            difficulty = outcome.difficulty and outcome.difficulty.stored
            if difficulty != round.difficulty:
                yield f"{round}: its difficulty is to be {difficulty}."
            newest.update(computed)
        rated = {rating.player_id: rating for rating in Rating.objects.filter(game_slug=slug)}
        for player in sorted(newest.keys() | rated.keys()):
            if _rating_values(newest.get(player)) != _rating_values(rated.get(player)):
                yield f"{slug}: player {player} is to be rated {_rating_values(newest.get(player))}."


def _change_values(change: RatingChange | None) -> tuple[int, ...] | None:
    return None if change is None else tuple(getattr(change, name) for name in COMPARED)


def _rating_values(rating: RatingChange | Rating | None) -> tuple[int, ...] | None:
    return None if rating is None else (rating.rating, rating.deviation, rating.rounds)
