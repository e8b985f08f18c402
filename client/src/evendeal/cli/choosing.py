"""The order of the legal moves in the numbered menu, and the move that a player means by typing."""

from __future__ import annotations

import re

from evendeal.seeing import Sight


def legal_in_order(sight: Sight) -> list[str]:
    """Return the legal moves in menu order: moves to a foundation first, then the others by verb
    and by the numbers of their piles.

    >>> from games import GAMES
    >>> from games.views import view
    >>> sight = Sight({**view(GAMES["winabit"].open("pub")), "legal": [
    ...     "pull 1 1", "turn", "move 10 2", "move 2 10", "move 3 foundation"]})
    >>> legal_in_order(sight)
    ['move 3 foundation', 'turn', 'move 2 10', 'move 10 2', 'pull 1 1']
    """
    verbs = sight.game.verbs

    def rank(move: str) -> tuple[bool, int, list[tuple[int, str]]]:
        verb, *piles = move.split()
        counted = [(int(pile), "") if pile.isdecimal() else (0, pile) for pile in piles]
        return not move.endswith(" foundation"), verbs.index(verb), counted

    return sorted(sight.view["legal"], key=rank)


def meant(sight: Sight, typed: str) -> str | None:
    """Return the legal move that was typed: its number in the menu, the move as in a log, or its piles alone.

    If several legal moves fit, those that cost points are left out. None unless exactly one move is left.

    >>> from games import GAMES
    >>> from games.views import view
    >>> sight = Sight({**view(GAMES["wish"].open("pub")), "legal": ["pair 2 3", "pair 2 5"]})
    >>> [meant(sight, typed) for typed in ("2", "5 2", "pair 3 2", "pair 1 2")]
    ['pair 2 5', 'pair 2 5', 'pair 2 3', None]
    >>> sight = Sight({**view(GAMES["winabit"].open("pub")), "legal": ["move 3 1", "pull 3 1"]})
    >>> meant(sight, "3 1"), meant(sight, "3")
    ('move 3 1', None)
    """
    words = re.sub(r"[\s,+]+", " ", typed.strip().lower())
    moves = legal_in_order(sight)
    if words in moves:
        return words
    if words.isdecimal():
        number = int(words)
        return moves[number - 1] if 1 <= number <= len(moves) else None
    fitting = [move for move in moves if words in _spellings(sight, move)]
    if len(fitting) > 1:
        fitting = [move for move in fitting if not sight.game.is_dear(move)]
    return fitting[0] if len(fitting) == 1 else None


def _spellings(sight: Sight, move: str) -> set[str]:
    """Return other spellings of a move: without its verb, with its piles reversed, with "f" for the
    foundation."""
    ways = [move, sight.game.other_order(move, sight.view["rules"]) or move]
    if move.endswith(" foundation"):
        ways.append(move.removesuffix("oundation"))
    return {*ways, *(piles for way in ways if (piles := way.partition(" ")[2]))}
