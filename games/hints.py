"""A hint for every game: one sensible move, with a reason.

A hint depends only on what the player sees, and promises nothing. A number of tables, and not a clock, limits
how far it looks ahead, so a game has the same hint everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.game import Position
from games.hint import CERTAIN, HintContext
from games.language import ENGLISH, templates_of
from games.replay import Refused, play

#: How many tables the search for a hint looks at before it stops. This takes less than half a second, even in
#: a browser.
MOST = 3000


def hint(
    position: Position, most: int = MOST, earlier: Iterable[Position] = (), language: str = ENGLISH
) -> dict[str, Any] | None:
    """Return a sensible legal move, its words, and a reason, ready for JSON. If the words or the reason name
    cards, `templates` has their templates. None if no move is legal, or if in Well every move leads back to
    an earlier table.

    `earlier` are the positions of this game so far. In Well, a hint never leads back to one of them, so that
    a player who follows hints alone never goes in a circle.

    >>> from games import GAMES
    >>> given = hint(GAMES["wish"].open("pub"))
    >>> given["move"], given["words"], given["why"]
    ('pair 2 3', '8♣ and 8♠ taken away', 'it turns up two new cards')
    >>> given["templates"]
    ['{8C} and {8S} taken away']
    """
    game, seen = position.game, position.seen
    legal = sorted(position.table.legal(), key=lambda move: move.text)
    if not legal:
        return None
    if rest := game.teacher.rest(seen, legal):
        move, why = rest[0], CERTAIN
    else:
        seen_earlier = (position.seen for position in earlier)
        context = HintContext(seen, legal, position.seen_before, position.ply, most, seen_earlier)
        if (given := game.hint(context)) is None:
            return None
        move, why = given
    words = game.teacher.words(move, seen, None)
    return {
        "move": move.text,
        "words": words.words(language),
        "why": why.words(language),
        "templates": templates_of((words, why), language),
    }


#: Limits for a player who follows hints alone: how many tables the search for each hint looks at, and after
#: how many moves without a better score the player gives up.
LED_TABLES, LED_PATIENCE = 200, 40


def follow_hints(opening: Position) -> Position:
    """Return the position that hints alone lead to: the end of the game, or the position after LED_PATIENCE
    moves without a better score. Without this limit, a game of Well might never end.

    >>> from games import GAMES
    >>> follow_hints(GAMES["wish"].open("pub")).table.score
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
