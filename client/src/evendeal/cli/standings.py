"""Standings as a table, or as lines for those who listen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from evendeal.cli.screen import printable
from evendeal.resources import Competition

NONE: Final = "\N{EN DASH}"
"""The place and total of an entry that is not ranked."""


def as_table(rows: Iterable[Mapping[str, Any]], title: str, caption: str, me: str | None, most: int) -> Table:
    """The first rows that fit; the row of the player with the id `me` is highlighted."""
    table = Table(title=Text(printable(title)), caption=Text(caption), title_style="bold")
    table.add_column("", justify="right")
    table.add_column("Player", min_width=24)
    table.add_column("Total", justify="right")
    for n, row in enumerate(rows):
        if n == most:
            table.add_row("", "…", "", style="dim")
            break
        mine = row["player"]["id"] == me
        table.add_row(
            _rank(row), Text(printable(_name(row))), _total(row), style="bold green" if mine else ""
        )
    return table


def as_lines(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """A line for each row."""
    return [f"{_rank(row)} {_name(row)} {_total(row)}".rstrip() for row in rows]


def place_among(row: Mapping[str, Any], competition: Competition) -> str:
    """`11th of 13 after round 1`, or `of 13` alone once no round is still to open; empty for a row that is
    not ranked, or alone."""
    rank, among, rounds = row["rank"], row["among"], competition["rounds"]
    if rank is None or among < 2:
        return ""
    begun = [each["number"] for each in rounds if each["state"] != "scheduled"]
    after = f" after round {max(begun)}" if 0 < len(begun) < len(rounds) else ""
    return f"{'joint ' if row['tied'] else ''}{_ordinal(rank)} of {among}{after}"


def _ordinal(rank: int) -> str:
    teen = 10 < rank % 100 < 14
    return f"{rank}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def _rank(row: Mapping[str, Any]) -> str:
    if row["rank"] is None:
        return NONE
    return f"{row['rank']}=" if row["tied"] else str(row["rank"])


def _name(row: Mapping[str, Any]) -> str:
    name = row["player"]["name"] + (" (bot)" if row["player"]["bot"] else "")
    return f"{name}, disqualified" if row["disqualified"] else name


def _total(row: Mapping[str, Any]) -> str:
    """Points and percentages with two decimals, scores with none. Unranked entries have no total."""
    if row["rank"] is None:
        return NONE
    total = row["total"]
    return "" if total is None else f"{total:.2f}" if isinstance(total, float) else str(total)
