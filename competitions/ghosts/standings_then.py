"""What a ghost is played beside: the standings of its round as they stood then, and its place among them."""

from datetime import timedelta

from ..embargo.visibility import Viewpoint
from ..models import Ghost
from ..scoring import standings
from ..scoring.arrivals import Arrivals
from ..scoring.results import Result
from .ghost_dealer import require_ghosts


def standings_then(ghost: Ghost, seen: Viewpoint) -> Arrivals:
    """How the standings of its round came about, without its player's own result.

    Raises what `require_ghosts` does.
    """
    require_ghosts(seen, ghost.round)
    return standings.arrivals(seen, round=ghost.round)


def place_of(ghost: Ghost, seen: Viewpoint) -> standings.PlaceBeside | None:
    """Where its player would have come with it among all others; None until it has ended."""
    if ghost.ended_at is None or ghost.score is None or not seen.tells_field(ghost.round):
        return None
    took = max(ghost.ended_at - ghost.started_at, timedelta())
    result = Result(
        ghost.pk,
        ghost.score,
        ghost.won,
        ghost.moves_made,
        ghost.elapsed_ms,
        ghost.round.opening + took,  # as if it had begun with the round
    )
    return standings.place_beside(result, seen, round=ghost.round)
