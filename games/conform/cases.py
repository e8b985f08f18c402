"""A question to a program, and the answer of our engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from games import output
from games.logs import LogError, as_log, read_json
from games.replay import replay_line


class Case:
    """One line for `replay`, with its kind, and a name from which the line can be made again.

    >>> case = Case("7:wish:0:0", "the deal", log_line("wish", "pub", None, ["pair 2 3"]))
    >>> case.expected["score"], case.prefix(0).expected["score"]
    (30, 32)
    """

    def __init__(self, name: str, kind: str, line: bytes) -> None:
        self.name, self.kind, self.line = name, kind, line

    @cached_property
    def expected(self) -> dict[str, Any]:
        return replay_line(self.line).result()

    @cached_property
    def log(self) -> dict[str, Any] | None:
        """The log on the line; None if the line is no log."""
        try:
            value: dict[str, Any] = read_json(self.line)
            as_log(value)
        except LogError:
            return None
        return value

    def prefix(self, plies: int) -> Case:
        """Return a case with the same log, cut after `plies` moves."""
        assert self.log is not None
        log = {**self.log, "moves": self.log["moves"][:plies]}
        return Case(self.name, self.kind, json.dumps(log).encode())


class ProgramCall:
    """One run of the program with `list` or `deal`, which answers with one JSON value."""

    def __init__(self, name: str, kind: str, arguments: Sequence[str], games: Sequence[str] = ()) -> None:
        """`games`: for a call that lists games, the slugs of the games whose entries are compared."""
        self.name, self.kind, self.arguments, self.games = name, kind, tuple(arguments), tuple(games)

    @cached_property
    def expected(self) -> Any:
        if self.arguments[0] == "list":
            return self.part(output.every_game())
        return output.opening_view(*_typed(self.arguments[1:]))

    @property
    def status(self) -> int:
        refused = isinstance(self.expected, dict) and self.expected.get("ok") is False
        return 1 if refused else 0

    def part(self, answer: Any) -> Any:
        """Return the part of an answer to compare. For `list`, this is a mapping of the requested games,
        keyed by slug, so that their order does not matter. For `deal`, it is the whole answer."""
        if self.arguments[0] != "list" or not isinstance(answer, list):
            return answer
        games = {each.get("slug") if isinstance(each, dict) else None: each for each in answer}
        if len(games) < len(answer):
            return answer  # a game comes twice, so the answer differs anyway
        return {slug: each for slug, each in games.items() if slug in self.games}


def _typed(arguments: Sequence[str]) -> tuple[str, str, str]:
    """Return the game, the seed and the rules in the arguments of `deal`."""
    words, rules = list(arguments), "{}"
    if "--rules" in words:
        at = words.index("--rules")
        rules = words.pop(at + 1)
        del words[at]
    if "--" in words:
        words.remove("--")
    game, seed = words
    return game, seed, rules


def log_line(game: str, seed: str, rules: object, moves: Sequence[str]) -> bytes:
    """Return a log as a line without a line feed. If `rules` is None, the log has no rules."""
    given = {} if rules is None else {"rules": rules}
    return json.dumps({"game": game, "seed": seed, **given, "moves": list(moves)}).encode()
