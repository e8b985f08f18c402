"""Messages about a position, for every game: reasons, moves in words, certain moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.game import Position
from games.language import ENGLISH, each_in_words, lists_in_words
from games.piles import Seen
from games.table import Move
from games.teacher import Teacher
from games.views import view_of


def describe(position: Position, language: str = ENGLISH) -> dict[str, Any]:
    """Describe a position: its view and all messages about it, ready for JSON. The caller may change it.

    >>> from games import GAMES
    >>> from games.replay import play
    >>> opening = GAMES["three-by-three"].open("demo")
    >>> shown = describe(opening)
    >>> shown["reasons"]["n"], shown["last"], shown["certain"]["words"]
    (['its corners show different suits'], None, 'the top card of the centre turned up')
    >>> shown["signs"]
    {'turned': 'turned card'}
    >>> shown["score"], shown["outcome"]
    (30, '5 cards face down, 5 rounds not dealt')
    >>> turned = play(opening, "turn c")
    >>> describe(turned)["last"]
    {'move': 'turn c', 'words': 'Q♥ turned up at the centre'}
    """
    table = position.table
    seen, legal = position.seen, tuple(table.legal())
    shown = view_of(position, seen.piles, legal)
    teacher = position.game.teacher
    if legal:
        shown["reasons"] = lists_in_words(teacher.reasons(seen, legal), language)
        shown["takes"] = each_in_words(teacher.takes(seen, legal), language)
    else:
        shown["reasons"], shown["takes"] = {}, {}
    shown["signs"] = each_in_words(teacher.signs(seen), language)
    shown["outcome"] = teacher.outcome(seen, table.score).words(language)
    shown["last"] = _last(position, seen, language)
    shown["certain"] = _certain(teacher, seen, legal, language)
    return shown


def score_in_words(position: Position, language: str = ENGLISH) -> str:
    """Return what the score of a position counts, in words.

    >>> from games import GAMES
    >>> score_in_words(GAMES["wish"].open("pub"))
    '32 cards left'
    """
    return position.game.teacher.outcome(position.seen, position.table.score).words(language)


def in_words(move: Move, before: Position, after: Position | None = None, language: str = ENGLISH) -> str:
    """Return a legal move of `before` in words; with `after`, the words name the cards that it turned up.

    >>> from games import GAMES
    >>> position = GAMES["wish"].open("pub")
    >>> in_words(next(position.table.legal()), position)
    '8♣ and 8♠ taken away'
    """
    return before.game.teacher.words(move, before.seen, after.seen if after else None).words(language)


def _last(position: Position, seen: Seen, language: str) -> dict[str, str] | None:
    stood = position.seen_before
    if position.move is None or stood is None:
        return None
    move = position.game.vocabulary(position.rules)[position.move]
    return {"move": position.move, "words": position.game.teacher.words(move, stood, seen).words(language)}


def _certain(teacher: Teacher, seen: Seen, legal: Sequence[Move], language: str) -> dict[str, Any] | None:
    """Return the next move if there is no choice, and how many such moves lead to the end; None for that
    number if it is not known."""
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
    return {"move": move.text, "words": teacher.words(move, seen, None).words(language), "left": left}
