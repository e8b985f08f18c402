"""Three By Three: six rounds of nine cards in a square; corners of one suit turn the cards between them."""

from __future__ import annotations

from games.cards import PACK_54
from games.game import Game
from games.three_by_three.hints import hint
from games.three_by_three.lesson import LESSON
from games.three_by_three.rules import INNER, ROUNDS, grammar, lay_out
from games.three_by_three.teaching import TEACHER

GAME = Game(
    slug="three-by-three",
    place=5,
    pack=PACK_54,
    options={},
    score_order="lowest",
    move_limit=70,
    worst=lambda rules: len(INNER) * ROUNDS,
    lay_out=lay_out,
    grammar=grammar,
    verbs=("place", "turn", "deal"),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(35, 65),
    minutes=4,
    cards_left=True,
    table_words=(),
)
