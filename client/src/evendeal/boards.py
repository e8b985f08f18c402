"""Reads whole standings or leaderboards, although they may change from one page to the next."""

from __future__ import annotations

from typing import Any

from evendeal import calls
from evendeal.calls import Call, following
from evendeal.errors import StandingsMoved
from evendeal.resources import GameSlug, LeaderboardRow, Row
from evendeal.talk_steps import Pause, Talk
from evendeal.talking import CallSettings, ask

TRIES = 5
PAUSE_S = 0.5


def whole_standings(caller: CallSettings, competition: str, round: int | None = None) -> Talk[list[Row]]:
    """All rows of the standings at one moment. If they change while they are read, they are read again.

    Raises Problem, Unreachable, and StandingsMoved if they changed each of `TRIES` times.
    """
    first = calls.standings(competition, round=round, limit=calls.MOST_ROWS)
    return (yield from _whole(caller, first))


def whole_leaderboard(caller: CallSettings, game: GameSlug) -> Talk[list[LeaderboardRow]]:
    """All rows of a game's leaderboard at one moment. If they change while they are read, they are read
    again. Raises the same errors as `whole_standings`."""
    return (yield from _whole(caller, calls.leaderboard(game, limit=calls.MOST_ROWS)))


def _whole(caller: CallSettings, first: Call[Any]) -> Talk[list[Any]]:
    for tries in range(TRIES):
        if tries:
            yield Pause(PAUSE_S)
        rows = yield from _rows_of_one_moment(caller, first)
        if rows is not None:
            return rows
    raise StandingsMoved(TRIES)


def _rows_of_one_moment(caller: CallSettings, first: Call[Any]) -> Talk[list[Any] | None]:
    """The rows of one moment; None if they changed since the first page was read."""
    rows: list[Any] = []
    page: Call[Any] | None = first
    while page is not None:
        answer = yield from ask(caller, page)
        if answer["changed"]:
            return None
        rows += answer["results"]
        page = following(page, answer["next"])
    return rows
