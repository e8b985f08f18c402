"""A hint for every game: one move that makes sense, with a reason.

It is worked out from what the player sees and promises nothing. How far it looks ahead is bounded by a number
of tables, never by a clock: one table has the same hint everywhere.
"""

from __future__ import annotations

from games.game import Position
from games.hint import HintContext

#: So many tables are looked at in less than half a second, in a browser too.
MOST = 3000


def hint(position: Position, most: int = MOST) -> dict[str, str] | None:
    """A legal move that makes sense, in words, and why; None once the game is over.

    >>> from games import GAMES
    >>> hint(GAMES["wish"].open("pub"))
    {'move': 'pair 2 3', 'words': '8♣ and 8♠ taken away', 'why': 'it turns up two new cards'}
    """
    game, seen = position.game, position.seen
    legal = sorted(position.table.legal(), key=lambda move: move.text)
    if not legal:
        return None
    if rest := game.teacher.rest(seen, legal):
        move, why = rest[0], "the rest is certain"
    else:
        move, why = game.hint(HintContext(seen, legal, position.seen_before, position.ply, most))
    words = game.teacher.words(move, seen, None)
    return {"move": move.text, "words": words, "why": why}
