"""The standings as comma-separated values, which spreadsheets read: all rows in one answer."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import Any, Final

from ..models import Competition
from ..standings import standings
from ..standings.rankings import RANKINGS, Ranking
from ..times import moment

TOGETHER: Final = 250
"""How many rows are made for one chunk."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""Excel opens a file as UTF-8 only if it begins with this; clients that read the first column's name stumble
over it. So it is there for those who ask: the pages do, for people."""

FORMULA: Final = re.compile(r"(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])")
"""Where a spreadsheet would take a text for a formula: at its beginning, and after a semicolon, which parts
cells in much of Europe. Wide letters count as well."""


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("Ann"), harmless(" =1+2"), harmless("-5;@x")
    ('Ann', "' =1+2", "'-5;'@x")
    """
    return FORMULA.sub(r"\1'", text)


@dataclass(frozen=True)
class SheetColumns:
    """The columns: what a person reads first, and what a program needs to join rows back after it."""

    ranking: Ranking
    rounds: tuple[int, ...]
    tie_breaks: tuple[str, ...]
    counted: int
    """How many rounds are in the totals."""

    @classmethod
    def of(cls, competition: Competition, *, counted: int) -> "SheetColumns":
        rounds = tuple(round.number for round in competition.rounds_in_order)
        return cls(RANKINGS[competition.ranking], rounds, competition.tie_breaks, counted)

    @property
    def names(self) -> list[str]:
        names = ["rank", "player", "total", *(f"round_{number}" for number in self.rounds)]
        if self._has_worths:
            names += [f"{self.ranking.name}_{number}" for number in self.rounds]
        last = ("disqualified", "tied", "entry", "player_id", "bot", "played", "not_played")
        return [*names, *self.tie_breaks, *last]

    @property
    def _has_worths(self) -> bool:
        return self.ranking.tells_worths

    def cells(self, row: standings.Row) -> list[Any]:
        """What stands in the columns; None is an empty cell."""
        known, player = row["total"] is not None, row["player"]
        worths = [_written_as(cell and cell["points"], self.ranking.decimals) for cell in row["rounds"]]
        return [
            row["rank"],
            harmless(player["name"]),
            _written_as(row["total"], self.ranking.decimals),
            *(cell and cell["score"] for cell in row["rounds"]),
            *(worths if self._has_worths else ()),
            *(
                value if value is None or isinstance(value, int) else moment(value)
                for value in row["tie_break"]
            ),
            _yes(row["disqualified"]),
            _yes(row["tied"]),
            row["entry"],
            player["id"],
            _yes(player["bot"]),
            row["played"] if known else None,
            self.counted - row["played"] if known else None,
        ]


def _written_as(number: float | None, decimals: int) -> str | None:
    return None if number is None else f"{number:.{decimals}f}"


def _yes(told: bool) -> str | None:
    return "yes" if told else None


def csv_lines(names: list[str], rows: Iterable[list[Any]], *, before: str) -> Iterator[bytes]:
    out = StringIO(before)
    out.seek(0, 2)
    write = csv.writer(out)
    write.writerow(names)
    rest = iter(rows)
    while out.tell():
        write.writerows(islice(rest, TOGETHER))
        yield out.getvalue().encode()
        out.seek(0)
        out.truncate()
        write.writerows(islice(rest, 1))  # to see whether there are more
