"""The base classes of rankings."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from ...translatable import Translatable


class Shares(NamedTuple):
    """What the places in a round are worth: a numerator for each place, over one denominator."""

    numerators: Sequence[int]
    denominator: int


class Standing(NamedTuple):
    """How many of the other entries in a round did better, equally well and worse."""

    better: int
    as_well: int
    worse: int


class Ranking(ABC):
    """A rule that ranks the entries by their results in the rounds."""

    name: ClassVar[str]
    sentence: ClassVar[str]
    """The rule of scoring, in one or two sentences for players."""
    head: ClassVar[str]
    """The heading of the column of totals, with the unit of the totals."""
    amount: ClassVar[str]
    """A pattern for a total with its unit within a sentence, such as "%(total)s points". Empty if totals have
    no unit."""
    decimals: ClassVar[int]
    """The number of decimals with which a total is shown."""
    tells_worths: ClassVar[bool]
    """Whether the standings show, for each round, what a player's result is worth for the total. They do,
    unless the worth is just the score."""


class Summed(Ranking):
    """A ranking that adds up what the scores are worth. A result never changes the worth of another
    result."""

    decimals = 0

    @abstractmethod
    def worth(self, score: int, par: int | None) -> int:
        """What a score is worth at a round with this par. None means that the round has no par yet."""


class Relative(Ranking):
    """A ranking in which a result is worth what its place in the round is worth. Other results may change
    that place."""

    decimals = 2
    tells_worths = True

    @abstractmethod
    def shares(self, sizes: Sequence[int]) -> Shares:
        """Return what each place in a round is worth. `sizes` are the numbers of entries at the first place,
        at the second place, and so on."""

    @abstractmethod
    def overall(self, worth: Fraction, rounds: int) -> Fraction:
        """The total of an entry whose rounds are worth `worth` together. `rounds` is the number of rounds
        that count: those that have opened, and whose scores the viewer may know."""

    @abstractmethod
    def explanation(self, standing: Standing) -> Translatable:
        """A sentence that explains to a player what their place in a round is worth."""
