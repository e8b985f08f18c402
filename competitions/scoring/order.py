"""The order of the entries, read a stretch at a time along an index.

Each entry skipped before a stretch costs one step in an index; other entries
outside the stretch cost nothing.
"""

from abc import ABC, abstractmethod
from typing import Final, NamedTuple, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from ..models import Attempt, Competition, Entry, Round

IN_ORDER_OF_JOINING: Final = ("joined_at", "id")

M = TypeVar("M", bound=Model)


class Stood(NamedTuple):
    """An entry, with its player, and its gain; None if it has no finished attempt."""

    entry: Entry
    gain: int | None


class Order(ABC):
    """All entries of a competition, the best first and those without a rank last."""

    @abstractmethod
    def stretch(self, start: int, stop: int) -> list[Stood]:
        """The entries from one place up to another."""

    @abstractmethod
    def gain(self, entry: Entry) -> int | None:
        """What an entry, which must be freshly read, gained; None if it has no finished attempt."""

    @abstractmethod
    def better(self, gain: int) -> int:
        """How many entries gained more."""

    @abstractmethod
    def before(self, entry: Entry) -> int:
        """How many entries come before this one, which must be freshly read."""


class Overall(Order):
    """The order over all rounds; equal gains are in order of joining."""

    def __init__(self, competition: Competition) -> None:
        self.entries = Entry.objects.filter(competition=competition)

    def stretch(self, start: int, stop: int) -> list[Stood]:
        ordered = self.entries.order_by("-played", "-gain", *IN_ORDER_OF_JOINING)
        found = _stretch(ordered, start, stop).select_related("player")
        return [Stood(entry, self.gain(entry)) for entry in found]

    def gain(self, entry: Entry) -> int | None:
        return entry.gain if entry.played else None

    def better(self, gain: int) -> int:
        return self.entries.filter(played=True, gain__gt=gain).count()

    def before(self, entry: Entry) -> int:
        equals = self.entries.filter(_joined_before(entry), played=entry.played, gain=entry.gain).count()
        if entry.played:
            return self.better(entry.gain) + equals
        return self.entries.filter(played=True).count() + equals


class InRound(Order):
    """The order in one round: entries with an attempt that counts come first; equals in order of joining."""

    def __init__(self, competition: Competition, round: Round) -> None:
        self.counting = Attempt.objects.filter(round=round, counts=True)
        self.worst = round.deal.worst_score
        self.lowest_wins = round.deal.game.score_order == "lowest"
        counts = Attempt.objects.filter(entry=OuterRef("pk"), round=round, counts=True)
        self.waiting = Entry.objects.filter(~Exists(counts), competition=competition)

    def stretch(self, start: int, stop: int) -> list[Stood]:
        score = "score" if self.lowest_wins else "-score"
        ranked = self.counting.order_by(score, "entry__joined_at", "entry_id")
        counting = _stretch(ranked, start, stop).select_related("entry__player")
        found = [Stood(each.entry, self._gain(each)) for each in counting]
        if len(found) == stop - start:
            return found
        ended = start + len(found) if found else self.counting.count()
        waiting = self.waiting.order_by(*IN_ORDER_OF_JOINING)
        rest = _stretch(waiting, max(0, start - ended), stop - ended).select_related("player")
        return found + [Stood(entry, None) for entry in rest]

    def gain(self, entry: Entry) -> int | None:
        own = self.counting.filter(entry=entry).first()
        return own and self._gain(own)

    def better(self, gain: int) -> int:
        if self.lowest_wins:
            return self.counting.filter(score__lt=self.worst - gain).count()
        return self.counting.filter(score__gt=self.worst + gain).count()

    def before(self, entry: Entry) -> int:
        own = self.counting.filter(entry=entry).first()
        if own is None:
            return self.counting.count() + self.waiting.filter(_joined_before(entry)).count()
        equals = self.counting.filter(_joined_before(entry, "entry__"), score=own.score)
        return self.better(self._gain(own)) + equals.count()

    def _gain(self, attempt: Attempt) -> int:
        return abs(self.worst - attempt.score)


def order_of(competition: Competition, round: Round | None) -> Order:
    """The order in one round, or over all of them."""
    return Overall(competition) if round is None else InRound(competition, round)


def _stretch(ordered: QuerySet[M], start: int, stop: int) -> QuerySet[M]:
    """A stretch of rows in their order. Of the rows before it, only the columns of the order are read."""
    found = ordered.model._default_manager.filter(pk__in=ordered.values("pk")[start:stop])
    return found.order_by(*ordered.query.order_by)


def _joined_before(entry: Entry, prefix: str = "") -> Q:
    at_the_same_time = Q(**{f"{prefix}joined_at": entry.joined_at, f"{prefix}id__lt": entry.pk})
    return Q(**{f"{prefix}joined_at__lt": entry.joined_at}) | at_the_same_time
