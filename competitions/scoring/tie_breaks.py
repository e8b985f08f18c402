"""What decides between equal results: each is a number worked out from the results that count."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """A moment as a number: since 1970."""
    return (moment - EPOCH) // MICROSECOND


@dataclass(frozen=True)
class TieBreak:
    """`value` is what the standings show of some results; of two entries the smaller `key` comes first."""

    name: str
    sentence: str
    """What decides, in the middle of a sentence."""
    value: Callable[[Iterable[Any]], int | datetime | None]
    """None without a result."""
    key: Callable[[Iterable[Any]], int]
    """Not to be asked without a result."""


def _wins(results: Iterable[Any]) -> int:
    return sum(bool(each.won) for each in results)


def _moves(results: Iterable[Any]) -> int:
    return sum(each.moves_made for each in results)


def _time(results: Iterable[Any]) -> int:
    return sum(each.elapsed_ms or 0 for each in results)


def _earliest(results: Iterable[Any]) -> datetime | None:
    return max((each.ended_at for each in results), default=None)


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    each.name: each
    for each in (
        TieBreak("wins", "more games won", _wins, key=lambda results: -_wins(results)),
        TieBreak("moves", "fewer moves", _moves, key=_moves),
        TieBreak("time", "less time", _time, key=_time),
        TieBreak(
            "earliest",
            "who was done first",
            _earliest,
            key=lambda results: max(microseconds(each.ended_at) for each in results),
        ),
    )
}
