"""Working out all ratings again from the stored results, beside those that are stored."""

from collections.abc import Iterator

from games import GAMES

from ..models import Rating, RatingChange
from .ladder import Ladder
from .order import rounds_in_order
from .rate_rounds import worked_out

TOLD = ("rank", "field", "rating", "deviation", "change", "rounds")


def rating_differences() -> Iterator[str]:
    """A sentence for each stored change, rating or difficulty that the results do not give, and for each that
    they give and is not stored. Rounds that are still due are told, too."""
    for slug in GAMES:
        ladder, newest = Ladder(), dict[str, RatingChange]()
        for round in rounds_in_order(slug):
            if round.due:
                yield f"{round} is still due."
            outcome = worked_out(round, ladder)
            computed = {change.player_id: change for change in outcome.changes}
            stored = {change.player_id: change for change in round.changes.all()}
            for player in sorted(computed.keys() | stored.keys()):
                if _told(computed.get(player)) != _told(stored.get(player)):
                    yield f"{round}: player {player} is to have {_told(computed.get(player))}."
            difficulty = outcome.difficulty and outcome.difficulty.stored
            if difficulty != round.difficulty:
                yield f"{round}: its difficulty is to be {difficulty}."
            newest.update(computed)
        rated = {rating.player_id: rating for rating in Rating.objects.filter(game_slug=slug)}
        for player in sorted(newest.keys() | rated.keys()):
            if _now(newest.get(player)) != _now(rated.get(player)):
                yield f"{slug}: player {player} is to be rated {_now(newest.get(player))}."


def _told(change: RatingChange | None) -> tuple[int, ...] | None:
    return None if change is None else tuple(getattr(change, name) for name in TOLD)


def _now(of: RatingChange | Rating | None) -> tuple[int, ...] | None:
    return None if of is None else (of.rating, of.deviation, of.rounds)
