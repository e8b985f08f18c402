"""Pyramid: pairs that add up to thirteen, taken from a pyramid and from a stock that is turned once."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import About, Game, paragraphs
from games.pyramid.hints import hint
from games.pyramid.lesson import LESSON
from games.pyramid.rules import grammar, lay_out
from games.pyramid.teaching import TEACHER

GAME = Game(
    slug="pyramid",
    name="Pyramid",
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
    about=About(
        feel="Pairs that make 13, from the bottom up",
        goal="Clear the pyramid: take away pairs of cards that add up to 13, and kings alone.",
        ways={("draw", "one"): "drawing one", ("draw", "three"): "drawing three"},
        lasts=(30, 45),
        minutes=4,
        cards_left=True,
        source='Pyramid Solitaire ("Solitaire 13").',
        rules=paragraphs(
            """
            Pyramid is played with one pack of 52 cards. Twenty-eight of them lie face up in a
            pyramid of seven rows, one card at the top and seven at the bottom, so that two cards of
            the row below cover a part of each card above them. The other 24 are the stock, face
            down.

            A card of the pyramid is free when both cards that cover it have gone. Take away two
            free cards that add up to 13: an ace counts 1, a jack 11, a queen 12, and the others
            what they show. A king counts 13 and goes alone.

            Draw turns the next card of the stock onto the waste, and the top card of the waste is
            free too. You go through the stock once. In the version drawing three, each draw turns
            three cards, one onto each of three waste piles, and the tops of all three are free.

            You have won when the pyramid is gone, or when every card of the stock has been
            taken away. Otherwise the game ends when there is nothing left to do, and your score is
            the number of cards left in the pyramid; the lowest is the best. Stopping early counts
            in the same way.
            """
        ),
        rulings=paragraphs(
            """
            The source also counts an exhausted stock as a win. Every game can turn all cards of the
            stock, so this must mean more: every card of the stock has been taken away, those on the
            waste included.

            The stock is gone through once, and there is no redeal.

            Both cards of a pair are free before they go: a card and one that covers it never go
            together.

            With three waste piles, the top cards of two of them may go as a pair.
            """
        ),
    ),
)
