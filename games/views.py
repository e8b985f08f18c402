"""What a player may see of a table: each pile as so many cards face down, then these face up on top.

A face-down card is only counted, so its name cannot be shown by mistake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.cards import FACE_DOWN, NAMES

if TYPE_CHECKING:
    from games.game import Position


class Pile(NamedTuple):
    """`down` cards face down, and on them the cards `up`, the exposed one last.

    >>> Pile(2, (0, 51)).names()
    ['??', '??', 'AC', 'KS']
    """

    down: int = 0
    up: tuple[int, ...] = ()

    def names(self) -> list[str]:
        """The pile from bottom to top as the player sees it, `??` for a card face down."""
        return [FACE_DOWN] * self.down + [NAMES[card] for card in self.up]


def view(position: Position) -> dict[str, Any]:
    """Everything the player may know of a position, ready for JSON; a fresh value each time.

    >>> from games import GAMES
    >>> seen = view(GAMES["wish"].open("pub"))
    >>> seen["piles"]["1"], seen["ply"], seen["score"]
    (['??', '??', '??', 'TC'], 0, 32)
    """
    game, rules, table, ply = position
    return {
        "game": game.slug,
        "rules": dict(rules),
        "ply": ply,
        "finished": table.finished,
        "won": table.won,
        "score": table.score,
        "piles": {pile: shown.names() for pile, shown in table.piles().items()},
        "legal": [move.text for move in table.legal()],
    }
