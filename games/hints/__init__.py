"""A hint for every game: one move that makes sense, cheap to find, with a reason.

It is worked out from what the player sees, at most two moves ahead, and promises nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.game import Position
from games.hints import pyramid, three_by_three, well, winabit, wish
from games.hints.hint import Asked, Hint
from games.teaching import TEACHERS
from games.teaching.teacher import Seen

#: How the hint of each game is found, by its slug.
HINTS: Mapping[str, Callable[[Asked], Hint]] = MappingProxyType(
    {
        "wish": wish.hint,
        "winabit": winabit.hint,
        "well": well.hint,
        "pyramid": pyramid.hint,
        "three-by-three": three_by_three.hint,
    }
)


def hint(position: Position) -> dict[str, str] | None:
    """A legal move that makes sense, in words, and why; None once the game is over.

    >>> from games import GAMES
    >>> hint(GAMES["wish"].open("pub"))
    {'move': 'pair 2 3', 'words': '8♣ and 8♠ taken away', 'why': 'it turns up two new cards'}
    """
    seen, legal = Seen.of(position), sorted(position.table.legal(), key=lambda move: move.text)
    if not legal:
        return None
    before = position.before and Seen(position.rules, position.before.piles(), position.before.origin)
    teacher = TEACHERS[position.game.slug]
    if rest := teacher.rest(seen, legal):
        move, why = rest[0], "the rest is certain"
    else:
        move, why = HINTS[position.game.slug](Asked(seen, legal, before or None, position.ply))
    words = teacher.words(move, seen, None)
    return {"move": move.text, "words": words, "why": why}
