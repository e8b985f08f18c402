"""Aces Up: four columns, and of two cards of one suit the lower one goes."""

from __future__ import annotations

from games.aces_up.hints import hint
from games.aces_up.lesson import LESSON
from games.aces_up.rules import grammar, lay_out
from games.aces_up.teaching import TEACHER
from games.cards import PACK_52
from games.game import About, Game, paragraphs

GAME = Game(
    slug="aces-up",
    name="Aces Up",
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
    about=About(
        feel="Let the high cards of a suit clear away the low ones",
        goal="Take away all cards but the four aces; each other card left is a point against you.",
        ways={},
        lasts=(12, 100),
        minutes=3,
        cards_left=True,
        source="Aces Up, also called Idiot's Delight.",
        rules=paragraphs(
            """
            Aces Up is played with one pack of 52 cards. Four cards are laid out, each the first of
            a column; the others are the stock.

            When the top cards of two columns are of one suit, the lower one may be taken away. Aces
            are high.

            The top card of any column may move to an empty column.

            Deal lays the next four cards of the stock, one on each column. When the stock is used
            up and no card can be taken away or moved, the game is over. Leave only the four aces,
            and you have won.
            """
        ),
        rulings=paragraphs(
            """
            You may deal at any time, even while cards could be taken away.

            The only card of a column stays where it is: nothing would change.

            An ace is never taken away.
            """
        ),
    ),
)
