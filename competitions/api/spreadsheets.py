"""The standings as comma-separated values (CSV) for spreadsheets. One answer has all rows."""

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
"""The number of rows in one chunk of a streamed file."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""The byte order mark. Excel reads a file as UTF-8 only if the file begins with this mark, but other programs
take it for a part of the first column's name. So only clients that ask for the mark get it. The pages ask for
it."""

FORMULA: Final = re.compile(r"(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])")
"""A pattern of the places where a spreadsheet may take a text for a formula: the beginning, and after a
semicolon, which separates cells in much of Europe. A place matches if a tab or a carriage return follows. It
also matches if, after any number of blanks, `=`, `+`, `-` or `@` or a full-width form of these follows."""


def harmless(text: str) -> str:
    """The text, with an apostrophe at each place where a spreadsheet would take it for a formula.

    >>> harmless("Ann"), harmless(" =1+2"), harmless("-5;@x")
    ('Ann', "' =1+2", "'-5;'@x")
    """
    return FORMULA.sub(r"\1'", text)


@dataclass(frozen=True)
class SheetColumns:
    """The columns of a CSV file of standings. The columns for people come first, then the ids and facts for
    programs."""

    ranking: Ranking
    rounds: tuple[int, ...]
    tie_breaks: tuple[str, ...]
    counted: int
    """The number of rounds that count for the totals."""

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
        """The cells of a row of the standings, in the order of `names`. None stands for an empty cell."""
        known, player = row["total"] is not None, row["player"]
        worths = [_rounded(cell and cell["points"], self.ranking.decimals) for cell in row["rounds"]]
        return [
            row["rank"],
            harmless(player["name"]),
            _rounded(row["total"], self.ranking.decimals),
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


def _rounded(number: float | None, decimals: int) -> str | None:
    return None if number is None else f"{number:.{decimals}f}"


def _yes(value: bool) -> str | None:
    return "yes" if value else None


def csv_lines(names: list[str], rows: Iterable[list[Any]], *, before: str) -> Iterator[bytes]:
    """Yield a CSV file with these columns and rows, in chunks. The file begins with the text `before`."""
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
        # Begin the next chunk if there are more rows; otherwise the loop ends.
        write.writerows(islice(rest, 1))
