"""Wish: eight piles of four, and pairs of equal rank to take away."""

from __future__ import annotations

from games.cards import PACK_32
from games.game import Game
from games.wish.hints import hint
from games.wish.lesson import LESSON
from games.wish.rules import grammar, lay_out
from games.wish.teaching import TEACHER

GAME = Game(
    slug="wish",
    place=1,
    pack=PACK_32,
    options={},
    score_order="lowest",
    move_limit=16,
    worst=lambda rules: 32,
    lay_out=lay_out,
    grammar=grammar,
    verbs=("pair",),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(8, 16),
    minutes=2,
    cards_left=True,
    table_words=(),
)
