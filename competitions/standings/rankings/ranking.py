"""What every ranking is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple


class Shares(NamedTuple):
    """What the places in a round are worth: a numerator for each place over one denominator, exactly."""

    numerators: Sequence[int]
    denominator: int


class Standing(NamedTuple):
    """How an entry did in a round: how many of the others did better, as well, and worse."""

    better: int
    as_well: int
    worse: int


class Ranking(ABC):
    """How the rounds make one entry better than another."""

    name: ClassVar[str]
    sentence: ClassVar[str]
    """How it is scored, for players."""
    head: ClassVar[str]
    """What stands over a column of totals, with their unit."""
    unit: ClassVar[str]
    """What follows a total in a sentence; empty for scores."""
    decimals: ClassVar[int]
    """With how many decimals totals are shown."""
    tells_worths: ClassVar[bool]
    """Whether it is told what a round is worth, as that is another number than its score."""


class Summed(Ranking):
    """A ranking that adds up what the scores are worth: no result changes what another is worth."""

    decimals = 0

    @abstractmethod
    def worth(self, score: int, par: int | None) -> int:
        """What a score is worth at a round with this par; None: it has none yet."""


class Relative(Ranking):
    """A ranking in which a result is worth what its place in the round is, so it depends on the others'."""

    decimals = 2
    tells_worths = True

    @abstractmethod
    def shares(self, sizes: Sequence[int]) -> Shares:
        """What each place in a round is worth; `sizes` says how many share the first place, the next, …"""

    @abstractmethod
    def overall(self, worth: Fraction, rounds: int) -> Fraction:
        """The total of an entry whose places are worth this much, over the rounds that have opened."""

    @abstractmethod
    def explained(self, standing: Standing) -> str:
        """Why a round is worth what it is, in a sentence to its player."""
