"""The standings that a player sees while playing a closed round again (a ghost): how they developed, and the
place that the ghost would have."""

from datetime import timedelta
from typing import Any

from ...embargo.visibility import Viewpoint
from ...models import Ghost
from ...standings import standings
from ...standings.results import Result
from .ghost_dealer import require_ghosts


def standings_then(ghost: Ghost, seen: Viewpoint) -> dict[str, Any]:
    """Return how the standings of the ghost's round developed, with the keys of the API: `among` is the
    number of results, `results` are those that were among the best when they arrived, and `finished` says how
    many players had finished by each time. The result of the player who plays the ghost is left out.

    Raises what `require_ghosts` raises.
    """
    require_ghosts(seen, ghost.round)
    firsts, steps = standings.arrivals(seen, round=ghost.round)
    rows = [
        {
            "at_ms": each.at_ms,
            "rank": each.rank,
            "player": each.entrant.player,
            "score": each.result.score,
            "won": each.result.won,
            "moves": each.result.moves_made,
            "elapsed_ms": each.result.elapsed_ms,
        }
        for each in firsts
    ]
    return {
        "among": steps[-1][1] if steps else 0,
        "results": rows,
        "finished": [{"at_ms": at_ms, "finished": finished} for at_ms, finished in steps],
    }


def place_of(ghost: Ghost, seen: Viewpoint) -> standings.PlaceBeside | None:
    """The place that the ghost would have among the results of others. None while the ghost runs, or if the
    viewer may not know these results."""
    if ghost.ended_at is None or ghost.score is None or not seen.tells_field(ghost.round):
        return None
    took = max(ghost.ended_at - ghost.started_at, timedelta())
    result = Result(
        ghost.pk,
        ghost.score,
        ghost.won,
        ghost.moves_made,
        ghost.elapsed_ms,
        ghost.round.opening + took,  # as if the ghost had begun when the round opened
    )
    return standings.place_beside(result, seen, round=ghost.round)
