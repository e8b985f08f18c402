"""Wish: eight piles of four, and pairs of equal rank to take away."""

from __future__ import annotations

from games.cards import PACK_32
from games.game import About, Game, paragraphs
from games.wish.hints import hint
from games.wish.lesson import LESSON
from games.wish.rules import grammar, lay_out
from games.wish.teaching import TEACHER

GAME = Game(
    slug="wish",
    name="Wish",
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
    about=About(
        feel="Take pairs, and hope for the next card",
        goal="Take away pairs of equal rank until no card is left; each card left is a point against you.",
        ways={},
        lasts=(8, 16),
        minutes=2,
        cards_left=True,
        source="Wish Solitaire.",
        rules=paragraphs(
            """
            Wish is played with 32 cards: the aces, and everything from the sevens up to the kings.
            They lie in eight piles of four, and only the top card of each pile is face up.

            When two of the cards you see are of the same rank, take both away, whatever their
            suits. The next card of each of the two piles is turned up for you, and may make a new
            pair.

            When no two cards you see make a pair, the game is over. Each card still on the piles is
            a penalty point, so the lowest score is the best; clear all eight piles and you have
            won. Stop earlier, and the cards left count in the same way.

            Win your first game of the day at the first try, and you have earned a wish.
            """
        ),
        rulings=paragraphs(
            """
            The next card of a pile is turned up at once, automatically. The source advises always
            doing so, and nothing is gained by waiting.

            When three cards of one rank are in sight, two of them go and the third stays; which two
            is your choice.

            An emptied pile stays empty.
            """
        ),
    ),
)
