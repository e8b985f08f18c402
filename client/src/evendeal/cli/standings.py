"""Standings as a table, or as lines for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from evendeal.cli.screen import in_figures, printable
from evendeal.resources import Competition
from games.language import ENGLISH, Message

NONE: Final = "\N{EN DASH}"
"""The place and total of an entry that is not ranked."""


def as_table(
    rows: Iterable[Mapping[str, Any]],
    title: str,
    caption: str,
    me: str | None,
    most: int,
    language: str = ENGLISH,
) -> Table:
    """The first rows that fit; the row of the player with the id `me` is highlighted."""
    table = Table(title=Text(printable(title)), caption=Text(caption), title_style="bold")
    table.add_column("", justify="right")
    table.add_column(Message("evendeal.column_player").words(language), min_width=24)
    table.add_column(Message("evendeal.column_total").words(language), justify="right")
    for n, row in enumerate(rows):
        if n == most:
            table.add_row("", "…", "", style="dim")
            break
        mine = row["player"]["id"] == me
        name = Text(printable(_name(row, language)))
        table.add_row(_rank(row), name, _total(row, language), style="bold green" if mine else "")
    return table


def as_lines(rows: Iterable[Mapping[str, Any]], language: str = ENGLISH) -> list[str]:
    """A line for each row."""
    return [f"{_rank(row)} {_name(row, language)} {_total(row, language)}".rstrip() for row in rows]


def place_in_contest(row: Mapping[str, Any], competition: Competition) -> Message | None:
    """A sentence with the place in `row`, the player's own. As long as a round is still to open, the sentence
    names the last round that has opened. None if the row is not ranked, or is the only one."""
    rank, among, rounds = row["rank"], row["among"], competition["rounds"]
    if rank is None or among < 2:
        return None
    begun = [each["number"] for each in rounds if each["state"] != "scheduled"]
    after = max(begun) if 0 < len(begun) < len(rounds) else 0
    place, contest = _ordinal(rank), competition["name"]
    if row["tied"]:
        return Message("evendeal.joint_place", place=place, among=among, round=after, contest=contest)
    return Message("evendeal.place", place=place, among=among, round=after, contest=contest)


def _ordinal(rank: int) -> Message:
    """An ordinal number. In English the last digit decides the ending, except from 11 to 13."""
    return Message("evendeal.ordinal", rank=rank, digit=0 if 10 < rank % 100 < 14 else rank % 10)


def _rank(row: Mapping[str, Any]) -> str:
    if row["rank"] is None:
        return NONE
    return f"{row['rank']}=" if row["tied"] else str(row["rank"])


def _name(row: Mapping[str, Any], language: str) -> str:
    name: str = row["player"]["name"]
    if row["player"]["bot"]:
        name = Message("evendeal.bot", name=name).words(language)
    return Message("evendeal.disqualified", name=name).words(language) if row["disqualified"] else name


def _total(row: Mapping[str, Any], language: str) -> str:
    """Points and percentages with two decimals, scores with none. Unranked entries have no total."""
    if row["rank"] is None:
        return NONE
    total = row["total"]
    if total is None:
        return ""
    return in_figures(f"{total:.2f}" if isinstance(total, float) else total, language)
