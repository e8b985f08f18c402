"""Well: rows built in suit up or down, and one card that may rest in the well."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import About, Game, paragraphs
from games.well.hints import hint
from games.well.lesson import LESSON
from games.well.rules import grammar, lay_out
from games.well.teaching import TEACHER

GAME = Game(
    slug="well",
    name="Well",
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
    about=About(
        feel="Every card in sight: plan it to the end",
        goal="Bring all the cards home to the four foundations; each card left over is a point against you.",
        ways={
            ("foundations", "either"): "foundations up or down",
            ("foundations", "up"): "foundations up only",
        },
        lasts=(50, 110),
        minutes=8,
        cards_left=True,
        source="Well (solitaire), and there Nauka i Zhizn 12/1966.",
        rules=paragraphs(
            """
            Well is played with one pack of 52 cards, all of them face up. The four aces start the
            foundations. Round them lie eight rows of five cards, and two side rows, left and
            right, of four. One place is empty: the well.

            Only the last card of a row moves, one card at a time. On one of the eight rows it needs
            a card of its own suit, one rank higher or lower; king and ace do not meet there. A row
            that has become empty takes any card. The two side rows give cards and never
            receive any.

            Any one card may be laid in the empty well, but it comes out again only when a
            side row has been emptied. From then on the well may be used again and again.

            Each foundation takes its own suit, either up from the ace by two, three and so on to
            the king, or down from the ace by king, queen and so on to the two. The first card you
            lay on the ace fixes the way. With foundations up, all four go up only.

            The game ends when all cards are on the foundations, and then it is won, or when nothing
            can move. Each card that is not on a foundation is a point against you, and the lowest
            score is the best; stopping early counts in the same way.
            """
        ),
        rulings=paragraphs(
            """
            The source names a variation in which foundations are built only up to the kings, not
            down. So in the usual game each foundation may go either way, also from ace to king, and
            the first card played fixes the way.

            A side row never fills again.

            Once the well is open, its card may go wherever its rank allows, an empty row included.

            Moving the only card of a row to an empty row is no move, since nothing would change;
            the only card of a side row may go there.
            """
        ),
    ),
)
