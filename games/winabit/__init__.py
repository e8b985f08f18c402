"""WinABit: a relative of Klondike; turn up what lies face down, keep your hand, and do not cheat."""

from __future__ import annotations

from games.cards import PACK_52
from games.game import About, Game, paragraphs
from games.winabit.hints import hint
from games.winabit.lesson import LESSON
from games.winabit.rules import WORST, grammar, lay_out
from games.winabit.teaching import TEACHER

GAME = Game(
    slug="winabit",
    name="WinABit",
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
    about=About(
        feel="Dig up every hidden card; cheat when stuck",
        goal="Turn up every face-down card, and keep as many cards as you can in your hand.",
        ways={("scoring", "5a"): "cheating loses the hand", ("scoring", "5b"): "cheats come off the hand"},
        lasts=(55, 200),
        minutes=6,
        cards_left=False,
        source="WinABit, by Ed of EdsStuff.info.",
        rules=paragraphs(
            """
            WinABit is a relative of Klondike, played with one pack of 52 cards. Seven stacks are
            laid out, each with three or four cards face down (3, 3, 4, 4, 4, 3, 3) and one card
            face up on them. The other 21 cards are your hand. You want to turn up every face-down
            card, and still hold as many cards as you can.

            On a stack you build up or down, changing colour: a black six takes a red five or a red
            seven, and a stack may change direction at every card. Ace and king do not meet. Move
            the top card, or any number of the topmost face-up cards together in the order they are
            in; then the deepest card you move has to fit. When the last face-up card leaves a
            stack, the face-down card under it is turned up.

            An empty place takes nothing but a king, alone or with the cards on it. There are eleven
            places for stacks, seven of them taken at first. Moving a whole stack from one empty
            place to another is no move.

            Aces go to the foundations when you like, and each is built up in its suit to the king.
            What lies there stays there.

            Turn the cards of your hand one at a time onto the waste, whose top card you may play.
            When all are turned, turn the waste over and go through it again in the same order, as
            often as you like.

            When you are stuck, you may cheat: pull any one face-down card out of its stack and play
            it at once to where it may go. If it can go nowhere, it returns face down to its place,
            and the cheat is counted all the same.

            The game ends as soon as no card of the stacks is face down. Without a cheat you have
            won, and score the cards left in your hand, stock and waste together; 21 would be
            perfect. After a cheat there are two ways to score. Usually cheating loses the hand: you
            get minus the number of your cheats. Where cheats come off the hand, you get your hand,
            less the cheats, less one more.

            If you stop before the end, each card still face down costs as much as a cheat, and your
            hand counts nothing; where cheats come off the hand, one more is taken off. No score is
            lower than -24, or -25 where cheats come off the hand.
            """
        ),
        rulings=paragraphs(
            """
            The source's picture of the layout is lost. It is certain that 24 cards
            are face down over seven stacks and that 21 are in hand; the split 3-3-4-4-4-3-3 is
            ours.

            The waste may be turned over without limit: the source scores the cards left in your
            hand, and those are the ones you chose not to play.

            Cards do not come back from the foundations.

            The source's finesse works card by card. Say a stack shows 5 4 3 2, the two free, and
            a red ace is turned up elsewhere: the two goes on the ace, the three on the two, the
            four and the five after them; the ace goes to its foundation once it is free again.

            A king from the waste, or a pulled king, may always go to an empty place; only the whole
            of a stack may not, since nothing would change.

            The source defines, and its published record uses, the way in which cheating loses the
            hand. So this is the usual way here. The author says that he may change to the way in
            which cheats come off the hand. He numbers the two ways 5a and 5b, as logs and settings do.
            """
        ),
    ),
)
