"""Messages about a position, for every game: why cards stay, moves in words, and the rest of a game in which
no choice is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.game import Position
from games.language import ENGLISH, Message, each_in_words, lists_in_words, templates_of
from games.piles import Seen
from games.table import Move
from games.teacher import Teacher
from games.views import view_of


def describe(position: Position, language: str = ENGLISH) -> dict[str, Any]:
    """Describe a position: its view and all messages about it, ready for JSON. The caller may change the
    result.

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
    >>> describe(turned)["last"], describe(turned)["templates"][-1]
    ({'move': 'turn c', 'words': 'Q♥ turned up at the centre'}, '{QH} turned up at the centre')
    """
    table = position.table
    seen, legal = position.seen, tuple(table.legal())
    shown = view_of(position, seen.piles, legal)
    teacher = position.game.teacher
    reasons = teacher.reasons(seen, legal) if legal else {}
    takes = teacher.takes(seen, legal) if legal else {}
    last, certain = _last(position, seen), _certain(teacher, seen, legal)
    shown["reasons"] = lists_in_words(reasons, language)
    shown["takes"] = each_in_words(takes, language)
    shown["signs"] = each_in_words(teacher.signs(seen), language)
    shown["directions"] = teacher.directions(seen)
    shown["outcome"] = teacher.outcome(seen, table.score).words(language)
    shown["last"] = last and _in_json(last, language)
    shown["certain"] = certain and {**_in_json(certain, language), "left": certain.left}
    moves = (said.words for said in (last, certain) if said)
    why = (reason for each in reasons.values() for reason in each if reason)
    shown["templates"] = templates_of((*why, *takes.values(), *moves), language)
    return shown


def score_in_words(position: Position, language: str = ENGLISH) -> str:
    """Return what the score of a position counts, in words.

    >>> from games import GAMES
    >>> score_in_words(GAMES["wish"].open("pub"))
    '32 cards left'
    """
    return position.game.teacher.outcome(position.seen, position.table.score).words(language)


def in_words(move: Move, before: Position, after: Position | None = None, language: str = ENGLISH) -> str:
    """Return a legal move of `before` in words. With `after`, the words name the cards that the move turned
    up.

    >>> from games import GAMES
    >>> position = GAMES["wish"].open("pub")
    >>> in_words(next(position.table.legal()), position)
    '8♣ and 8♠ taken away'
    """
    return before.game.teacher.words(move, before.seen, after.seen if after else None).words(language)


class SaidMove(NamedTuple):
    """A move and its description: the move that was made last, or the next move if nothing is left to decide.
    For the next move, `left` is how many moves lead to the best score that is still possible, this one
    included; None if that is not known. For the last move, `left` is always None."""

    move: str
    words: Message
    left: int | None = None


def _in_json(said: SaidMove, language: str) -> dict[str, Any]:
    return {"move": said.move, "words": said.words.words(language)}


def _last(position: Position, seen: Seen) -> SaidMove | None:
    stood = position.seen_before
    if position.move is None or stood is None:
        return None
    move = position.game.vocabulary(position.rules)[position.move]
    return SaidMove(position.move, position.game.teacher.words(move, stood, seen))


def _certain(teacher: Teacher, seen: Seen, legal: Sequence[Move]) -> SaidMove | None:
    """Return the next move if there is no choice: the first move of the rest, if that is known, or the only
    legal move, if it is progress. Otherwise None."""
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
    return SaidMove(move.text, teacher.words(move, seen, None), left)
