"""Simulated players (hands), which choose legal moves at random or by hints; and rare logs, which such
players hardly ever make.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.conform.chance import Chance
from games.game import Game, Position
from games.hints import hint
from games.replay import Refused, play

#: How many tables the search for a hint looks at before it stops, when thousands of hints are needed.
LITTLE = 40

Hand = Callable[[Position, Chance], str | None]


class Dealt(NamedTuple):
    """A game that was played, with every position. `rules` are those of its log; None if the log has none."""

    game: Game
    seed: str
    rules: Mapping[str, str] | None
    positions: Sequence[Position]

    @property
    def moves(self) -> list[str]:
        return [position.move for position in self.positions if position.move is not None]


class Rare(NamedTuple):
    """A log that random play would hardly find. If its last moves are repeated up to the game's limit on
    moves, `moves` has every repetition."""

    kind: str
    seed: str
    rules: dict[str, str]
    moves: list[str]


@cache
def rare_logs(game: Game) -> tuple[Rare, ...]:
    """Return the logs in the `rare.ndjson` of the game's folder."""
    lines = (Path(__file__).parents[1] / game.folder / "rare.ndjson").read_text().splitlines()
    return tuple(_rare(game, json.loads(line)) for line in lines)


def _rare(game: Game, row: Mapping[str, Any]) -> Rare:
    moves, again = list(row["moves"]), row.get("repeat", 0)
    if again:
        while len(moves) < game.move_limit:
            moves += row["moves"][-again:]
    return Rare(row["kind"], row["seed"], row["rules"], moves[: game.move_limit])


def legal(position: Position) -> list[str]:
    return sorted(move.text for move in position.table.legal())


def played(
    game: Game,
    seed: str,
    rules: Mapping[str, str] | None,
    moves: Sequence[str],
    hand: Hand,
    plies: int,
    chance: Chance,
) -> Dealt:
    """Return the deal played with these moves, and then with at most `plies` moves of the hand."""
    position = game.open(seed, rules)
    positions = [position]
    for text in moves:
        position = _after(position, text)
        positions.append(position)
    while position.ply < game.move_limit and len(positions) <= len(moves) + plies:
        following = hand(position, chance)
        if following is None:
            break
        position = _after(position, following)
        positions.append(position)
    return Dealt(game, seed, rules, positions)


def _after(position: Position, text: str) -> Position:
    following = play(position, text)
    assert not isinstance(following, Refused), following
    return following


def any_move(position: Position, chance: Chance) -> str | None:
    """Return a random legal move; None if no move is legal. All are equally likely."""
    texts = legal(position)
    return chance.pick(texts) if texts else None


def honest(position: Position, chance: Chance) -> str | None:
    """Return a random legal move; None if no move is legal. A move that costs points is rare, unless all
    legal moves cost points."""
    texts = legal(position)
    fair = [text for text in texts if not position.game.is_dear(text)]
    if not texts:
        return None
    return chance.pick(fair if fair and not chance.happens(0.03) else texts)


def sensible(position: Position, chance: Chance) -> str | None:
    """One time in ten, return what the hand `honest` returns. Otherwise return the hinted move, or None if
    there is no hint. Hints lead further than random moves do."""
    if chance.happens(0.1):
        return honest(position, chance)
    found = hint(position, most=LITTLE)
    return found["move"] if found else None
