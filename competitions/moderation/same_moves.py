"""Pairs of games that agree in more moves than chance explains. Only the moves are compared.

A telling move is one that the position does not suggest: more than one move was allowed, a card was still
face down, and the move is not the hint, which two sensible players would both follow. In the game Well no
move is telling, since no card is face down. In the game Wish hardly any move is telling.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple

from games.game import Position
from games.hints import LED_TABLES, hint
from games.replay import Refused, play

TELLING: Final = 10
"""How many telling moves it takes for two games to agree. Games agree if they begin with the same moves, and
this many of these moves are telling."""

MOST_ALIKE: Final = 20
"""A move is not telling if more than this many games have the same moves up to and including this move."""

MOST_PLIES: Final = 200
"""How many moves of each game are compared. Nearly all games are shorter."""


class EndedGame(NamedTuple):
    """An ended game of a round. `moves` are all its moves, in order."""

    attempt: str
    ended_at: datetime
    moves: Sequence[str]


def same_moves(opening: Position, games: Sequence[EndedGame]) -> Iterator[tuple[EndedGame, EndedGame]]:
    """Yield pairs of games that agree. If more than two games agree, the game that ended first is paired with
    each of the others.

    A position that several games share is visited once. So the cost grows with the number of such positions.
    """
    shared = [(opening, 0, games)]
    while shared:
        position, telling, group = shared.pop()
        going_on = _by_next_move(group, position.ply)
        few = {move for move, going in going_on.items() if len(going) <= MOST_ALIKE}
        tell = few - {_hint(position)} if few and _has_a_choice(position) else set()
        for move, going in going_on.items():
            after = play(position, move)
            agreed = telling + (move in tell)
            if agreed == TELLING:
                first, *others = sorted(going, key=lambda game: (game.ended_at, game.attempt))
                yield from ((first, other) for other in others)
            elif not isinstance(after, Refused):
                shared.append((after, agreed, going))


def _by_next_move(games: Sequence[EndedGame], ply: int) -> dict[str, list[EndedGame]]:
    """Group the games by their next move. Groups of a single game are left out."""
    going_on: dict[str, list[EndedGame]] = defaultdict(list)
    for game in games:
        if ply < min(len(game.moves), MOST_PLIES):
            going_on[game.moves[ply]].append(game)
    return {move: going for move, going in going_on.items() if len(going) > 1}


def _has_a_choice(position: Position) -> bool:
    """Whether more than one move is allowed and some card is still face down."""
    allowed = len(list(islice(position.table.legal(), 2)))
    return allowed > 1 and any(pile.down for pile in position.table.piles().values())


def _hint(position: Position) -> str | None:
    given = hint(position, LED_TABLES)
    return None if given is None else given["move"]
