"""A lesson for every game: its rules in pictures, and a first deal that says what to do and why."""

from __future__ import annotations

from typing import Any

from games.game import Game, Position
from games.language import ENGLISH
from games.lesson import Picture
from games.replay import Refused, play
from games.teaching import in_words
from games.views import view


def lesson_pictures(game: Game, language: str = ENGLISH) -> list[dict[str, Any]]:
    """Return a picture for each kind of move: caption, move, and the views before and after it.

    >>> from games import GAMES
    >>> first, *_ = lesson_pictures(GAMES["wish"])
    >>> first["move"], first["words"], first["after"]["piles"]["1"]
    ('pair 1 2', '9♣ and 9♦ taken away', ['KS'])
    """
    return [_picture_json(game, picture, language) for picture in game.lesson.pictures]


def guide(game: Game, language: str = ENGLISH) -> dict[str, Any]:
    """Return a first deal with advice: its seed, its rules, and its lines. A line is a sentence of advice and
    the move to make after reading it."""
    lesson = game.lesson
    return {
        "seed": lesson.seed,
        "rules": game.settle_rules({}),
        "lines": [{"say": line.say.words(language), "move": line.move} for line in lesson.lines],
    }


def _picture_json(game: Game, picture: Picture, language: str) -> dict[str, Any]:
    """Return a picture, ready for JSON. Raises ValueError if the move is illegal."""
    before = Position(game, game.settle_rules(picture.rules), picture.table, 0)
    after = play(before, picture.move)
    if isinstance(after, Refused):
        raise ValueError(f"{picture.caption.code}: {after.error}")
    return {
        "caption": picture.caption.words(language),
        "move": after.move,
        "words": in_words(game.vocabulary(before.rules)[picture.move], before, after, language),
        "before": view(before),
        "after": view(after),
    }
