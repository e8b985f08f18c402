"""The standings as comma-separated values, which spreadsheets read: all rows in one answer."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import Any, Final

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request

from ..http import costs
from ..http.files import as_file
from ..http.keeping import HELD
from ..http.streaming import Stream
from ..http.throttling import charge
from ..models import Competition
from ..scoring import standings
from ..scoring.extent import Extent
from ..scoring.rankings import RANKINGS, Ranking, Relative
from ..times import moment
from .describing import described
from .forms.queries import SpreadsheetQuery
from .keeping import tag_of, unchanged
from .parsing import asked_in
from .views import View, asked_round, standings_seen

TOGETHER: Final = 250
"""How many rows are made for one chunk."""

CSV: Final = "text/csv; charset=utf-8; header=present"

BYTE_ORDER_MARK: Final = "\ufeff"
"""Excel opens a file as UTF-8 only if it begins with this; clients that read the first column's name stumble
over it. So it is there for those who ask: the pages do, for people."""

FORMULA: Final = re.compile(r"(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])")
"""Where a spreadsheet would take a text for a formula: at its beginning, and after a semicolon, which parts
cells in much of Europe. Wide letters count as well."""


class AllStandings(View):
    kept = HELD
    compressed = True

    @described(
        "get_standings_csv",
        "All rows of the standings as comma-separated values, over all rounds or in one.",
        asks=SpreadsheetQuery,
        gives=(CSV,),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        seen = standings_seen(request, competition_id)
        competition = seen.competition
        query = asked_in(SpreadsheetQuery, request)
        round = asked_round(query, competition)
        extent = Extent(seen, round)
        table = _Table.of(competition, counted=len(extent.known))
        tag = tag_of(standings.FORM, table.names, request.build_absolute_uri(), extent.basis)
        if (known := unchanged(request, tag)) is not None:
            return known
        head = as_file(competition.name, "standings", "csv", otherwise=competition.pk) | {"ETag": tag}
        if request.method == "HEAD":
            return HttpResponse(content_type=CSV, headers=head)
        charge(request, costs.of_standings(competition.entrants, len(competition.rounds.all())))
        rows = map(table.cells, standings.rows(seen, round=round))
        chunks = _written(table.names, rows, before=BYTE_ORDER_MARK if query["bom"] else "")
        return Stream(chunks, content_type=CSV, headers=head)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("Ann"), harmless(" =1+2"), harmless("-5;@x")
    ('Ann', "' =1+2", "'-5;'@x")
    """
    return FORMULA.sub(r"\1'", text)


@dataclass(frozen=True)
class _Table:
    """The columns: what a person reads first, and what a program needs to join rows back after it."""

    ranking: Ranking
    rounds: tuple[int, ...]
    tie_breaks: tuple[str, ...]
    counted: int
    """How many rounds are in the totals."""

    @classmethod
    def of(cls, competition: Competition, *, counted: int) -> "_Table":
        rounds = tuple(round.number for round in competition.rounds.all())
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
        return isinstance(self.ranking, Relative)

    def cells(self, row: standings.Row) -> list[Any]:
        """What stands in the columns; None is an empty cell."""
        known, player = row["total"] is not None, row["player"]
        worths = [_written_as(cell and cell["points"], 2) for cell in row["rounds"]]
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


def _written(names: list[str], rows: Iterable[list[Any]], *, before: str) -> Iterator[bytes]:
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
