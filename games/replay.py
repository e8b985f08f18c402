"""Replaying a log, to the final table or the first error.

>>> from games import GAMES
>>> result = replay(GAMES["wish"], "pub", {}, ["pair 2 3", "pair 6 5"])
>>> result.moves, result.score, result.finished
(('pair 2 3', 'pair 5 6'), 28, False)
>>> refused = replay(GAMES["wish"], "pub", {}, ["pair 2 3", "pair 1 2"])
>>> refused.code, refused.error, refused.ply
('illegal_move', "'pair 1 2': the cards differ in rank", 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from games import GAMES
from games.deck import is_seed
from games.game import Game, Position, RulesError, quoted
from games.language import ENGLISH, Message
from games.logs import Log, LogError, as_log, read_log
from games.table import OVER, Table
from games.views import view

Code = Literal[
    "bad_log",
    "unknown_game",
    "bad_seed",
    "bad_rules",
    "too_long",
    "bad_move",
    "game_over",
    "illegal_move",
]


class Refused(NamedTuple):
    """The reason why a log or a move is refused.

    `code` is for programs and never changes, `reason` is for people. `ply` is the index of the move at
    fault, or None when the fault is not in one move.
    """

    code: Code
    reason: Message
    ply: int | None = None

    @property
    def error(self) -> str:
        """The reason in English."""
        return self.reason.words()

    @property
    def why(self) -> Message:
        """The reason without the move, for readers who see the move beside it. Only a text that is no move is
        quoted."""
        if self.reason.code != "move_not_allowed":
            return self.reason
        inner = self.reason.facts["reason"]
        assert isinstance(inner, Message)
        return inner

    @property
    def unchecked(self) -> bool:
        """Whether the moves were not checked, because the log cannot be read or its game is unknown."""
        return self.code in ("bad_log", "unknown_game")

    def result(self, language: str = ENGLISH) -> dict[str, Any]:
        """Return the replay result of a refused log or move, ready for JSON."""
        place = {} if self.ply is None else {"ply": self.ply}
        return {"ok": False, **place, "code": self.code, "error": self.reason.words(language)}


class Replayed(NamedTuple):
    """A log whose moves are all legal: the final table, and the moves in their canonical spelling.

    `before` is the table before the last move; None if no move was made.
    """

    game: Game
    rules: Mapping[str, str]
    table: Table
    moves: tuple[str, ...]
    before: Table | None = None

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def position(self) -> Position:
        move = self.moves[-1] if self.moves else None
        return Position(self.game, self.rules, self.table, self.ply, move, self.before)

    @property
    def finished(self) -> bool:
        return self.table.finished

    @property
    def won(self) -> bool:
        return self.table.won

    @property
    def score(self) -> int:
        return self.table.score

    def view(self) -> dict[str, Any]:
        """The final table as the player sees it, ready for JSON."""
        return view(self.position)

    def result(self, language: str = ENGLISH) -> dict[str, Any]:
        """Return the result of a legal log, ready for JSON: the final view. A view is the same in every
        language."""
        return {"ok": True, **self.view()}


def replay(game: Game, seed: str, rules: Mapping[str, str], moves: Sequence[str]) -> Replayed | Refused:
    """Play `moves` on the deal of `seed`; return the final table or the first error.

    Raises ValueError for an invalid seed, and RulesError. The cost is proportional to the number of moves.
    """
    return replay_from(game.open(seed, rules), moves)


def replay_from(opening: Position, moves: Sequence[str]) -> Replayed | Refused:
    """Play `moves` from a position, whose ply counts as 0; return the final table or the first error."""
    game, rules, table, *_ = opening
    before = None
    if (refused := too_long(game, moves)) is not None:
        return refused
    vocabulary = game.vocabulary(rules)
    played: list[str] = []
    for text in moves:
        move = vocabulary.get(text)
        if move is None or move.refusal(table) is not None:
            return _refused(Position(game, rules, table, len(played)), text)
        before, table = table, move.after(table)
        played.append(move.text)
    return Replayed(game, rules, table, tuple(played), before)


def play(position: Position, text: str) -> Position | Refused:
    """Return the position after one move, or why the move is refused; `position` is untouched.

    After as many moves as the game allows, each further move is refused with the code `too_long` and without
    a ply, just as a log with too many moves is.

    >>> opening = GAMES["wish"].open("pub")
    >>> after = play(opening, "pair 3 2")
    >>> after.ply, after.move
    (1, 'pair 2 3')
    >>> play(opening, "pair 3").code
    'bad_move'
    """
    game, rules, table, ply, *_ = position
    if ply >= game.move_limit:
        return Refused("too_long", Message("no_more_moves", game=game.title, most=game.move_limit))
    move = game.vocabulary(rules).get(text)
    if move is None or move.refusal(table) is not None:
        return _refused(position, text)
    return Position(game, rules, move.after(table), ply + 1, move.text, table)


def positions_before(moves: Iterable[str], opening: Position) -> Iterator[Position]:
    """Yield the position before each of these legal moves, from the opening on.

    >>> [position.ply for position in positions_before(["pair 2 3", "pair 5 6"], GAMES["wish"].open("pub"))]
    [0, 1]
    """
    position = opening
    for text in moves:
        yield position
        after = play(position, text)
        assert isinstance(after, Position)
        position = after


def too_long(game: Game, moves: Sequence[str]) -> Refused | None:
    """Return the error for a log of more moves than its game allows; None if it is short enough."""
    if len(moves) <= game.move_limit:
        return None
    return Refused(
        "too_long", Message("too_many_moves", moves=len(moves), game=game.title, most=game.move_limit)
    )


def _refused(position: Position, text: str) -> Refused:
    """Return the error for a move that is not of the grammar, or that is not allowed."""
    game, rules, table, ply, *_ = position
    move = game.vocabulary(rules).get(text)
    if move is None:
        return Refused("bad_move", Message("no_move_of_the_game", move=quoted(text), game=game.title), ply)
    if table.finished:
        return Refused("game_over", Message("move_not_allowed", move=quoted(text), reason=OVER), ply)
    reason = move.refusal(table)
    assert reason is not None
    return Refused("illegal_move", Message("move_not_allowed", move=quoted(text), reason=reason), ply)


def replay_log(value: object) -> Replayed | Refused:
    """Replay a parsed JSON value as a log. Every value gives a result; none raises an exception.

    >>> replay_log({"game": "wish", "seed": "spring 2026", "moves": []}).code
    'bad_seed'
    """
    try:
        return _replayed(as_log(value))
    except LogError as error:
        return Refused("bad_log", error.reason)


def replay_line(line: bytes) -> Replayed | Refused:
    """Replay one line of NDJSON as a log. Every line gives a result; none raises an exception."""
    try:
        return _replayed(read_log(line))
    except LogError as error:
        return Refused("bad_log", error.reason)


def open_deal(game_slug: str, seed: str, rules: object) -> Position | Refused:
    """Return the opening position of a deal, or the first error in its game, seed or rules."""
    game = GAMES.get(game_slug)
    if game is None:
        return Refused("unknown_game", Message("no_such_game", game=quoted(game_slug)))
    if not is_seed(seed):
        return Refused("bad_seed", Message("no_seed", seed=quoted(seed)))
    try:
        settled = game.settle_rules(rules)
    except RulesError as error:
        return Refused("bad_rules", error.reason)
    return game.open(seed, settled)


def _replayed(log: Log) -> Replayed | Refused:
    opening = open_deal(log.game, log.seed, log.rules)
    if isinstance(opening, Refused):
        return opening
    return replay_from(opening, log.moves)
