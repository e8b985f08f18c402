"""Where a game in the terminal is played: as an attempt on the service, or on this machine alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from evendeal.client import Client
from evendeal.errors import problem_of
from evendeal.resources import Attempt, Competition, Hint
from games import GAMES
from games.game import Position
from games.hints import hint
from games.language import ENGLISH, Message
from games.replay import Refused, play
from games.views import view


class Seat(Protocol):
    """One game of one player: its view, and what the player can do in it."""

    title: Message
    may_undo: bool
    may_have_hints: bool

    @property
    def view(self) -> Mapping[str, Any]: ...

    @property
    def running(self) -> bool: ...

    @property
    def last(self) -> str | None:
        """The move that led to the current view; None before the first move, or if the move is not known."""

    @property
    def deadline(self) -> datetime | None: ...

    def play(self, move: str) -> None:
        """Make a move. Raises Problem."""

    def undo(self, ply: int) -> None: ...

    def finish(self) -> None: ...

    def hint(self, language: str) -> Hint | None: ...

    def close(self) -> None: ...


class ServedSeat:
    """An attempt on the service. It goes on after the terminal is closed."""

    may_have_hints = False

    def __init__(self, client: Client, competition: Competition, attempt: Attempt) -> None:
        self._client, self._attempt = client, attempt
        self._table = client.table(attempt)
        round, rounds = attempt["round"], len(competition["rounds"])
        name = competition["name"]
        self.title = Message("evendeal.seat_in_contest", contest=name, round=round, rounds=rounds)
        game, rules = GAMES[attempt["view"]["game"]], attempt["view"]["rules"]
        self.may_undo = competition["play"] == "open" or not game.hides_cards(rules)

    @property
    def view(self) -> Mapping[str, Any]:
        return self._table.view

    @property
    def running(self) -> bool:
        return self._table.state == "running"

    @property
    def last(self) -> str | None:
        last = self.view.get("last")
        return last["move"] if isinstance(last, dict) else None

    @property
    def deadline(self) -> datetime | None:
        deadline = self._attempt.get("deadline")
        return datetime.fromisoformat(deadline) if deadline else None

    def play(self, move: str) -> None:
        self._table.play(move)

    def undo(self, ply: int) -> None:
        self._table.undo(ply)

    def finish(self) -> None:
        self._table.finish()

    def hint(self, language: str) -> None:
        """Return None, because there are no hints in a contest."""

    def close(self) -> None:
        self._table.close()


class OwnSeat:
    """A deal played by the engine on this machine. Nothing of it is sent anywhere. Refusals are in
    `language`."""

    may_undo = may_have_hints = True
    deadline = None

    def __init__(self, opening: Position, seed: str, language: str = ENGLISH) -> None:
        self._positions = [opening]
        self._given_up = False
        self.seed, self._language = seed, language
        self.title = Message("evendeal.seat_in_practice", seed=seed)

    @property
    def moves(self) -> list[str]:
        return [position.move for position in self._positions if position.move is not None]

    @property
    def log(self) -> dict[str, Any]:
        """The game as a log."""
        opening = self._positions[0]
        return {
            "game": opening.game.slug,
            "seed": self.seed,
            "rules": dict(opening.rules),
            "moves": self.moves,
        }

    @property
    def view(self) -> Mapping[str, Any]:
        return view(self._positions[-1])

    @property
    def running(self) -> bool:
        return not self._given_up and not self._positions[-1].table.finished

    @property
    def last(self) -> str | None:
        return self._positions[-1].move

    def play(self, move: str) -> None:
        after = play(self._positions[-1], move)
        if isinstance(after, Refused):
            raise problem_of(422, {"code": after.code, "detail": after.reason.words(self._language)})
        self._positions.append(after)

    def undo(self, ply: int) -> None:
        if not 0 <= ply < len(self._positions):
            detail = Message("evendeal.no_such_move", move=ply).words(self._language)
            raise problem_of(409, {"code": "stale_ply", "detail": detail})
        del self._positions[ply + 1 :]

    def finish(self) -> None:
        self._given_up = True

    def hint(self, language: str) -> Hint | None:
        *earlier, position = self._positions
        return hint(position, earlier=earlier, language=language)  # type: ignore[return-value]  # it has the fields of Hint

    def close(self) -> None:
        pass
