"""Three By Three: six rounds of nine cards in a square; corners of one suit turn the cards between them."""

from __future__ import annotations

from games.cards import PACK_54
from games.game import About, Game, paragraphs
from games.three_by_three.hints import hint
from games.three_by_three.lesson import LESSON
from games.three_by_three.rules import INNER, ROUNDS, grammar, lay_out
from games.three_by_three.teaching import TEACHER

GAME = Game(
    slug="three-by-three",
    name="Three By Three",
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
    about=About(
        feel="Match the corners, and save your jokers",
        goal="Leave as few cards face down as you can: corners of one suit turn a card between them.",
        ways={},
        lasts=(35, 65),
        minutes=4,
        cards_left=True,
        source="'Three By Three', Peter Vodden, 2011 (CC 3.0 Unported).",
        rules=paragraphs(
            """
            Three By Three is played with 54 cards: the full pack and its two jokers. A round lays
            nine cards in a square of three by three, the four corners face up and the other five
            face down. There are six rounds, each laid on top of what the earlier ones have left,
            and the first is dealt for you.

            Corners that match let you turn a card. When the two corners beside an edge show the
            same suit, turn the top card of that edge and place it on either of the two. When two
            opposite corners show the same suit, turn the top card of the centre and place it on any
            corner.

            A joker on a corner stands for any match: turn the top card of any edge or of the centre
            and place it on the joker. A joker has no suit and matches nothing.

            You see the turned card before you choose its corner, and it is placed before anything
            else. It may be a new match, and hide an old one.

            When no card can be turned, deal the next round. After the sixth the game ends, and your
            score is the number of cards still face down; the lowest is the best, and with none you
            have won. If you stop early, each round not dealt adds the five face-down cards it would
            have brought.
            """
        ),
        rulings=paragraphs(
            """
            A joker may wait while other plays remain, but a round does not end while a face-down
            card could still be turned.

            The two jokers do not match each other.

            A joker that is turned up with the help of a joker is placed on it, and may be used next.

            Turning and placing are two steps, so you see the card before you choose its corner. You
            may choose any corner that may receive the card by one of the rules above.
            """
        ),
    ),
)
