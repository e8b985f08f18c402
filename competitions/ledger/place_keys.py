"""Keys that sort the results of one round in the database, and the coarser keys by which they are counted.

A key is a string of bytes: the score, then the tie-breaks. The smaller key is the better one, and equal keys
tie. Results are counted by the beginnings of their keys: the score, and the tie-breaks up to the first one
that tells many results apart. If that tie-break is a time, only its high bytes belong to the beginning. So a
round has a few thousand counts, however many play it.

An entry without a rank has a key as well: a byte that no score begins with, then the time of joining in steps
of some minutes. Where scores are hidden, pages list entries in the order of joining. To find such a page,
entries are also counted by the time of joining.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")

SCORE_BYTES: Final = 3
ZERO: Final = 1 << (8 * SCORE_BYTES - 1)
"""Added to each score, so that the bytes of scores sort in their order: a score may be negative, but bytes
are sorted as numbers without a sign."""

JOINED, WITHOUT_RESULT, DISQUALIFIED = b"\xfd", b"\xfe", b"\xff"
"""First bytes of keys. `WITHOUT_RESULT` and `DISQUALIFIED` begin the keys of entries without a rank, so these
entries sort after all ranked ones. `JOINED` begins no entry's key, only the keys of counts by the time of
joining. Such counts leave out disqualified entries."""

MINUTES: Final = timedelta(microseconds=1 << 28)
"""Entries are counted together if they joined in the same stretch of this length, four and a half minutes."""


class _Part(NamedTuple):
    """How a tie-break is written in a key."""

    value: Callable[[Any], int]
    """A function from a result to a number. The smaller number is better."""
    length: int
    counted: int
    """How many of the `length` bytes are used to count results, unless an earlier tie-break already tells
    many results apart. The other bytes only sort results."""
    tells_many_apart: bool = True


_PARTS: Final = {
    "wins": _Part(lambda result: 0 if result.won else 1, 1, 1, tells_many_apart=False),
    "moves": _Part(lambda result: int(result.moves_made), 2, 2),
    "time": _Part(lambda result: result.elapsed_ms or 0, 8, 6),  # six bytes count units of 65 seconds
    "earliest": _Part(
        lambda result: (result.ended_at - EPOCH) // timedelta(microseconds=1), 8, 4
    ),  # four bytes count units of 72 minutes
}


class PlaceKeys:
    """Makes and reads the keys in a round. Keys depend on the tie-breaks, and on whether the lowest or the
    highest score wins."""

    def __init__(self, *, lowest_wins: bool, tie_breaks: Sequence[str]) -> None:
        self._sign = 1 if lowest_wins else -1
        self._parts = [_PARTS[name] for name in tie_breaks]
        self._counted = SCORE_BYTES
        """The number of bytes at the beginning of a key by which results are counted."""
        for part in self._parts:
            self._counted += part.counted
            if part.tells_many_apart:
                break

    def of(self, result: Any) -> bytes:
        """The key of a result: of an ended attempt, or of any object with the same attributes."""
        return self.from_values([self._sign * result.score, *(part.value(result) for part in self._parts)])

    def from_values(self, values: Sequence[int]) -> bytes:
        """The key with these values, given as `values` returns them. If values at the end are left out,
        return the beginning that all keys with these values share."""
        score, *others = values
        parts = zip(others, self._parts, strict=False)
        return b"".join(
            ((score + ZERO).to_bytes(SCORE_BYTES), *(value.to_bytes(part.length) for value, part in parts))
        )

    def without_rank(self, joined_at: datetime, *, disqualified: bool) -> bytes:
        """The key of an entry without a rank."""
        return (DISQUALIFIED if disqualified else WITHOUT_RESULT) + time_of_joining(joined_at)

    def counted(self, key: bytes) -> bytes:
        """The first bytes of a key. Entries whose keys begin with the same bytes are counted together."""
        return key if key >= JOINED else key[: self._counted]

    def counted_by(self, key: bytes, joined_at: datetime) -> tuple[bytes, ...]:
        """The keys of all `PlaceCount` rows that count an entry with this place key."""
        if key >= DISQUALIFIED:
            return (key,)
        return self.counted(key), JOINED + time_of_joining(joined_at)

    def score(self, key: bytes) -> int:
        """The score with which a key begins, negated if the highest score wins."""
        return int.from_bytes(key[:SCORE_BYTES]) - ZERO

    def values(self, key: bytes) -> tuple[int, ...]:
        """The values in a key: the score, negated if the highest wins, then a number for each tie-break.

        A won game (0) with a score of 52 and 311 moves, where the highest score wins:

        >>> keys = PlaceKeys(lowest_wins=False, tie_breaks=["wins", "moves"])
        >>> keys.values(keys.from_values([-52, 0, 311]))
        (-52, 0, 311)
        """
        values, at = [self.score(key)], SCORE_BYTES
        for part in self._parts:
            values.append(int.from_bytes(key[at : at + part.length]))
            at += part.length
        return tuple(values)


def time_of_joining(joined_at: datetime) -> bytes:
    return ((joined_at - EPOCH) // MINUTES).to_bytes(4)
