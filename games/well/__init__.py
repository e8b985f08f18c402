"""Well: rows built in suit up or down, and one card that may rest in the well."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import Game
from games.well.hints import hint
from games.well.lesson import LESSON
from games.well.rules import grammar, lay_out
from games.well.teaching import TEACHER

GAME = Game(
    slug="well",
    place=3,
    pack=PACK_52,
    options={"foundations": ("either", "up")},
    score_order="lowest",
    move_limit=1000,
    worst=lambda rules: 48,
    lay_out=lay_out,
    grammar=grammar,
    verbs=("move",),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(50, 110),
    minutes=8,
    cards_left=True,
    table_words=("foundation",),
)
