"""The rankings: one module for each, and its table of examples in `tests/scoring/`."""

from collections.abc import Mapping
from typing import Final

from .matchpoints import Matchpoints
from .points import Points
from .ranking import Ranking, Relative, Shares, Standing
from .total import Total

RANKINGS: Final[Mapping[str, Ranking]] = {each.name: each for each in (Total(), Matchpoints(), Points())}

__all__ = ["RANKINGS", "Ranking", "Relative", "Shares", "Standing"]
