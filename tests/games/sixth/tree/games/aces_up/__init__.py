"""Aces Up: four columns, and of two cards of one suit the lower one goes."""

from __future__ import annotations

from games.aces_up.hints import hint
from games.aces_up.lesson import LESSON
from games.aces_up.rules import grammar, lay_out
from games.aces_up.teaching import TEACHER
from games.cards import PACK_52
from games.game import Game

GAME = Game(
    slug="aces-up",
    place=6,
    pack=PACK_52,
    options={},
    score_order="lowest",
    move_limit=100,
    worst=lambda rules: 48,
    lay_out=lay_out,
    grammar=grammar,
    verbs=("discard", "move", "deal"),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(12, 100),
    minutes=3,
    cards_left=True,
    table_words=("stock", "taken_away"),
)
