"""The tie-breaks between equal scores or totals. Each tie-break is a value that is computed from the results
that count."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext_noop

EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """A moment as microseconds since 1970."""
    return (moment - EPOCH) // MICROSECOND


@dataclass(frozen=True)
class TieBreak:
    """A tie-break. The standings show its `value`, and the entry with the smaller `key` comes first."""

    name: str
    sentence: str
    """The reason why an entry comes first, such as "fewer moves", worded for the middle of a sentence."""
    value: Callable[[Iterable[Any]], int | datetime | None]
    """A function from results to the value that the standings show. The value is None without results."""
    key: Callable[[Sequence[Any]], tuple[int, ...]]
    """A function from results to the key that decides the tie. At least one result is needed."""
    after_rounds: bool = False
    """Whether the entry with more rounds played comes first. This is so if the smaller sum wins, since a sum
    over fewer rounds would be smaller."""


def _wins(results: Iterable[Any]) -> int:
    return sum(bool(each.won) for each in results)


def _moves(results: Iterable[Any]) -> int:
    return sum(each.moves_made for each in results)


def _time(results: Iterable[Any]) -> int:
    return sum(each.elapsed_ms or 0 for each in results)


def _after_rounds(summed: Callable[[Iterable[Any]], int]) -> Callable[[Sequence[Any]], tuple[int, int]]:
    """Return a key function that puts an entry with more rounds first. Among entries with equally many
    rounds, the smaller sum comes first."""
    return lambda results: (-len(results), summed(results))


def _earliest(results: Iterable[Any]) -> datetime | None:
    return max((each.ended_at for each in results), default=None)


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    each.name: each
    for each in (
        TieBreak("wins", gettext_noop("more games won"), _wins, key=lambda results: (-_wins(results),)),
        TieBreak("moves", gettext_noop("fewer moves"), _moves, key=_after_rounds(_moves), after_rounds=True),
        TieBreak("time", gettext_noop("less time"), _time, key=_after_rounds(_time), after_rounds=True),
        TieBreak(
            "earliest",
            gettext_noop("the earlier finish"),
            _earliest,
            key=lambda results: (max(microseconds(each.ended_at) for each in results),),
        ),
    )
}
