"""What every game says to its player, beside the bare view: reasons, moves in words, what is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.game import Move, Position
from games.teaching.pyramid import PYRAMID
from games.teaching.teacher import Seen, Teacher
from games.teaching.three_by_three import THREE_BY_THREE
from games.teaching.well import WELL
from games.teaching.winabit import WINABIT
from games.teaching.wish import WISH
from games.views import view_of

#: The teacher of each game, by its slug.
TEACHERS: Mapping[str, Teacher] = MappingProxyType(
    {
        "wish": WISH,
        "winabit": WINABIT,
        "well": WELL,
        "pyramid": PYRAMID,
        "three-by-three": THREE_BY_THREE,
    }
)


def told(position: Position) -> dict[str, Any]:
    """The view of a position with what is said of it, ready for JSON. The caller may change it.

    >>> from games import GAMES
    >>> from games.replay import play
    >>> opening = GAMES["three-by-three"].open("demo")
    >>> shown = told(opening)
    >>> shown["reasons"]["n"], shown["last"], shown["certain"]["words"]
    (['its corners show different suits'], None, 'the top card of the centre turned up')
    >>> shown["signs"]
    {'turned': 'turned card'}
    >>> shown["score"], shown["outcome"]
    (30, '5 cards face down, 5 rounds not dealt')
    >>> turned = play(opening, "turn c")
    >>> told(turned)["last"]
    {'move': 'turn c', 'words': 'Q♥ turned up at the centre'}
    """
    table = position.table
    seen, legal = Seen.of(position), tuple(table.legal())
    shown = view_of(position, seen.piles, legal)
    teacher = TEACHERS[position.game.slug]
    if legal:
        shown["reasons"] = {pile: list(why) for pile, why in teacher.reasons(seen, legal).items()}
        shown["takes"] = teacher.takes(seen, legal)
    else:
        shown["reasons"], shown["takes"] = {}, {}
    shown["signs"] = teacher.signs(seen)
    shown["outcome"] = teacher.outcome(seen, table.score)
    shown["last"] = _last(position, seen)
    shown["certain"] = _certain(teacher, seen, legal)
    return shown


def outcome(position: Position) -> str:
    """What the score of a position counts.

    >>> from games import GAMES
    >>> outcome(GAMES["wish"].open("pub"))
    '32 cards left'
    """
    return TEACHERS[position.game.slug].outcome(Seen.of(position), position.table.score)


def in_words(move: Move, before: Position, after: Position | None = None) -> str:
    """A move that is legal in the position `before`; what it turned up is named if `after` is given.

    >>> from games import GAMES
    >>> position = GAMES["wish"].open("pub")
    >>> in_words(next(position.table.legal()), position)
    '8♣ and 8♠ taken away'
    """
    teacher = TEACHERS[before.game.slug]
    return teacher.words(move, Seen.of(before), Seen.of(after) if after else None)


def _last(position: Position, seen: Seen) -> dict[str, str] | None:
    game, rules, _, _, text, before = position
    if text is None or before is None:
        return None
    stood = Seen(rules, before.piles(), before.origin)
    return {"move": text, "words": TEACHERS[game.slug].words(game.vocabulary(rules)[text], stood, seen)}


def _certain(teacher: Teacher, seen: Seen, legal: Sequence[Move]) -> dict[str, Any] | None:
    """The next move where there is nothing to choose, with how many such moves lead to the end, if known."""
    if not legal:
        return None
    rest = teacher.rest(seen, legal)
    if rest is None:
        if len(legal) > 1 or not teacher.is_progress(legal[0]):
            return None
        move, left = legal[0], None
    elif rest:
        move, left = rest[0], len(rest)
    else:
        return None
    return {"move": move.text, "words": teacher.words(move, seen, None), "left": left}
