"""WinABit: a relative of Klondike; turn up what lies face down, keep your hand, and do not cheat."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import Game
from games.winabit.hints import hint
from games.winabit.lesson import LESSON
from games.winabit.rules import WORST, grammar, lay_out
from games.winabit.teaching import TEACHER

GAME = Game(
    slug="winabit",
    place=2,
    pack=PACK_52,
    options={"scoring": ("5a", "5b")},
    score_order="highest",
    move_limit=3000,
    worst=lambda rules: WORST[rules["scoring"]],
    lay_out=lay_out,
    grammar=grammar,
    verbs=("turn", "move", "return", "redeal", "pull"),
    dear=("pull",),
    teacher=TEACHER,
    hint=hint,
    lesson=LESSON,
    lasts=(55, 200),
    minutes=6,
    cards_left=False,
    table_words=("stock", "waste", "hand", "free", "foundation"),
)
