"""A hint for every game: one move that makes sense, with a reason.

It is worked out from what the player sees and promises nothing. How far it looks ahead is bounded by a number
of tables, never by a clock: one game has the same hint everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.game import Position
from games.hint import HintContext
from games.replay import Refused, play

#: So many tables are looked at in less than half a second, in a browser too.
MOST = 3000


def hint(position: Position, most: int = MOST, earlier: Iterable[Position] = ()) -> dict[str, str] | None:
    """A legal move that makes sense, in words, and why; None once the game is over.

    `earlier` are the positions of this game so far. A hint never leads back to one of them: None if every
    move does. A player who follows hints alone therefore never goes in a circle.

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
        seen_earlier = (position.seen for position in earlier)
        context = HintContext(seen, legal, position.seen_before, position.ply, most, seen_earlier)
        if (given := game.hint(context)) is None:
            return None
        move, why = given
    words = game.teacher.words(move, seen, None)
    return {"move": move.text, "words": words, "why": why}


#: Whoever is led by hints alone takes hints that look at so many tables (more would help little), and gives
#: up after so many moves without a better score.
LED_TABLES, LED_PATIENCE = 200, 40


def led_by_hints(opening: Position) -> Position:
    """Where hints alone lead: the end of the game, or a table from which they lead no further, as Well's
    cards can be carried about for ever.

    >>> from games import GAMES
    >>> led_by_hints(GAMES["wish"].open("pub")).table.score
    2
    """
    position, best, since = opening, opening.table.score, 0
    better = min if opening.game.lowest_wins else max
    while since < LED_PATIENCE and (given := hint(position, LED_TABLES)) is not None:
        after = play(position, given["move"])
        assert not isinstance(after, Refused)
        position = after
        since = 0 if better(best, after.table.score) != best else since + 1
        best = better(best, after.table.score)
    return position
