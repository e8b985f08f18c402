"""The data with which the islands of the live scoreboard and of the room start."""

from collections.abc import Sequence
from typing import Any

from competitions.embargo.visibility import Viewpoint
from competitions.standings.standings import Sheet
from competitions.times import moment

from .columns import columns_of, follows


def board_start(seen: Viewpoint, sheet: Sheet, watchable: Sequence[int]) -> dict[str, Any]:
    """The start data of `Scoreboard.svelte`: the first rows as the viewer may see them. `watchable` has the
    numbers of the rounds whose games the viewer may watch."""
    competition, now = seen.competition, seen.now
    rounds = competition.rounds_in_order
    return {
        **rows_start(seen, sheet),
        "rounds": [round.number for round in rounds],
        "state": competition.state(now),
        "orders": [round.deal.game.score_order for round in rounds],
        "round_states": [round.state(now) for round in rounds],
        "me": seen.entry and seen.entry.pk,
        "watchable": watchable,
    }


def rows_start(seen: Viewpoint, sheet: Sheet) -> dict[str, Any]:
    """The start data that the islands of the scoreboard and the room share."""
    competition, columns = seen.competition, columns_of(seen.competition)
    return {
        "competition": competition.pk,
        "version": sheet.version,
        "total": sheet.total,
        "frozen": sheet.frozen,
        "thaws_at": moment(competition.freeze_at and competition.closes_at),
        "rows": sheet.results,
        "columns": columns.as_props,
        "pars": [par and par.score for par in map(seen.par, competition.rounds_in_order)],
        "follows": follows(seen, columns),
    }
