"""Pyramid: pairs that add up to thirteen, taken from a pyramid and from a stock that is turned once."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import Game
from games.pyramid.hints import hint
from games.pyramid.lesson import LESSON
from games.pyramid.rules import grammar, lay_out
from games.pyramid.teaching import TEACHER

GAME = Game(
    slug="pyramid",
    place=4,
    pack=PACK_52,
    options={"draw": ("one", "three")},
    score_order="lowest",
    move_limit=100,
    worst=lambda rules: 28,
    lay_out=lay_out,
    grammar=grammar,
    verbs=("discard", "draw"),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(30, 45),
    minutes=4,
    cards_left=True,
    table_words=("stock", "waste", "free", "taken_away"),
)
