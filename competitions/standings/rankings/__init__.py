"""The rankings: a module for each. `tests/standings/` has a table of examples for each ranking."""

from collections.abc import Mapping
from typing import Final

from .against_par import AgainstPar
from .matchpoints import Matchpoints
from .points import Points
from .ranking import Ranking, Relative, Shares, Standing, Summed
from .total import Total

RANKINGS: Final[Mapping[str, Ranking]] = {
    each.name: each for each in (Total(), Matchpoints(), Points(), AgainstPar())
}

__all__ = ["RANKINGS", "Ranking", "Relative", "Shares", "Standing", "Summed"]
