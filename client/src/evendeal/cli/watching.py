"""`evendeal watch`: the standings, redrawn at every change."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from rich.live import Live
from rich.table import Table

from evendeal.calls import MOST_ROWS
from evendeal.cli import standings
from evendeal.cli.contests import state_of
from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.errors import Forbidden
from evendeal.resources import FeedMessage, FeedRow
from games.language import ENGLISH, Message

OVER = ("closed", "final", "cancelled")
BESIDE = 7
"""The number of lines around the rows of the table."""


@dataclass
class Board:
    """The standings on the screen. Each message of the feed brings them up to date."""

    name: str
    me: str | None
    """The id of the player who watches."""
    state: str
    language: str = ENGLISH
    known: bool = False
    """Whether the rows of the standings have arrived."""
    version: int | None = None
    rows: Sequence[FeedRow] = field(default_factory=list)
    total: int = 0
    frozen: bool = False
    watching: int | None = None

    def hear(self, message: FeedMessage) -> bool:
        """Apply a message of the feed. Return whether it brought rows of the standings."""
        match message["type"]:
            case "standings":
                self.rows, self.total = message["results"], message["total"]
                self.version = message["version"]
                self.known, self.frozen = True, message.get("frozen", False)
                return True
            case "state":
                self.state = message["state"]
            case "presence":
                self.watching = message["watching"]
        return False

    @property
    def caption(self) -> str:
        said = [state_of(self.state), Message("evendeal.entries", entries=self.total)]
        if self.frozen:
            said.append(Message("evendeal.frozen"))
        if self.watching:
            said.append(Message("evendeal.watching", watching=self.watching))
        return " · ".join(each.words(self.language) for each in said)

    def lines(self) -> list[str]:
        return standings.as_lines(self.rows, self.language)

    def picture(self, room: int) -> Table:
        return standings.as_table(self.rows, self.name, self.caption, self.me, room, self.language)


def watch(screen: Screen, client: Client, contest: str, once: bool) -> None:
    """Show the standings until the contest is over, or only once."""
    competition = client.competition(contest)
    board = Board(competition["name"], _own_id(client), competition["state"], screen.language)
    if once or competition["state"] in OVER:
        _read(client, contest, board)
        _show(screen, board)
    elif screen.plain or not screen.console.is_terminal:
        _follow(screen, client, contest, board)
    else:
        _draw(screen, client, contest, board)


def _own_id(client: Client) -> str | None:
    """The player's id; None for a stranger, and for a token that may not read it."""
    if client.token is None:
        return None
    try:
        return client.me()["id"]
    except Forbidden:
        return None


def _read(client: Client, contest: str, board: Board) -> None:
    newest = client.standings(contest, limit=MOST_ROWS, version=board.version)
    message: dict[str, Any] = {"type": "standings", **newest}
    board.hear(message)  # type: ignore[arg-type]  # an answer has the fields of the message, but no type


def _show(screen: Screen, board: Board) -> None:
    if screen.plain:
        screen.say(f"{board.name}: {board.caption}", *board.lines())
    else:
        screen.console.print(board.picture(len(board.rows)))
    _say_what_is_missing(screen, board)


def _say_what_is_missing(screen: Screen, board: Board) -> None:
    """If not all rows are shown, print how many there are. They stay missing, because reading more pages
    could mix rows of different moments."""
    if board.total > len(board.rows):
        screen.say(Message("evendeal.first_rows", shown=len(board.rows), total=board.total))


def _follow(screen: Screen, client: Client, contest: str, board: Board) -> None:
    """Print only changes: a line for each new or moved row, and each new state of the contest."""
    screen.say(f"{board.name}: {board.caption}")
    known: set[str] = set()
    with closing(client.watch(contest)) as messages:
        for message in messages:
            if board.hear(message):
                lines = board.lines()
                screen.say(*(line for line in lines if line not in known))
                known = set(lines)
            elif message["type"] == "state":
                screen.say(f"{board.name}: {state_of(board.state).words(board.language)}")
                if board.state in OVER:
                    break
    _read(client, contest, board)
    screen.say(Message("evendeal.the_end"), *board.lines())
    _say_what_is_missing(screen, board)


def _draw(screen: Screen, client: Client, contest: str, board: Board) -> None:
    room = max(3, screen.height - BESIDE)
    with (
        Live(console=screen.console, auto_refresh=False, transient=True) as live,
        closing(client.watch(contest)) as messages,
    ):
        for message in messages:
            board.hear(message)
            if board.known:
                live.update(board.picture(room), refresh=True)
            if board.state in OVER:
                break
    _read(client, contest, board)
    _show(screen, board)
