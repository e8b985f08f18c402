"""How WinABit goes, in pictures and on a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
from games.lesson import Lesson, Line, Picture
from games.winabit.rules import STACKS, PulledCard, WinABitTable


def _table(*stacks: str, hand: str = "", turned: int = 0, pulled: str = "") -> WinABitTable:
    """Return a table of stacks like "down|up"; a pulled card came from the bottom of stack 2."""
    parts = [tuple(map(cards, stack.split("|"))) for stack in stacks] + [((), ())] * (STACKS - len(stacks))
    down = tuple(part[0] for part in parts)
    return WinABitTable(
        down=down,
        up=tuple(part[1] for part in parts),
        hand=cards(hand),
        turned=turned,
        home=(0, 0, 0, 0),
        pulled=PulledCard(CARDS[pulled], 1, 0) if pulled else None,
        cheats=1 if pulled else 0,
        hidden=sum(map(len, down)) + (1 if pulled else 0),
        scoring="5a",
    )


LESSON = Lesson(
    pictures=(
        Picture(
            "Build up or down in the other colour. A stack's last face-up card uncovers the next.",
            _table("4D QS|6C", "2C TD|7H", "JS|9D"),
            "move 1 2",
        ),
        Picture(
            "Cards move together as they lie. The deepest of them has to fit.",
            _table("4D|8C 7D 6S", "2C|9H"),
            "move 1 2 3",
        ),
        Picture(
            "An empty place takes a king, with the cards on it.",
            _table("4D|KH QC", "2C|9H"),
            "move 1 new 2",
        ),
        Picture(
            "Aces start the foundations, which are built up in suit. What lies there stays there.",
            _table("4D|AC", "2C|9H"),
            "move 1 foundation",
        ),
        Picture(
            "Turn the cards of your hand one at a time.",
            _table("4D|8C", "2C|9H", hand="3S 5H JD"),
            "turn",
        ),
        Picture(
            "The top card of the waste may be played, but each card you keep is a point.",
            _table("4D|8C", "2C|9H", hand="3S TC 5H JD", turned=2),
            "move waste 2",
        ),
        Picture(
            "When all are turned, turn the waste over and go through it again, as often as you like.",
            _table("4D|8C", "2C|9H", hand="3S 5H JD", turned=3),
            "redeal",
        ),
        Picture(
            "Stuck? Pull any face-down card out of its stack. It is a cheat, and it is counted.",
            _table("4D|8C", "TC QD|9H"),
            "pull 2 1",
        ),
        Picture(
            "A pulled card is played at once to where it may go.",
            _table("4D|8C", "QD|9H", pulled="TC"),
            "move pulled 2",
        ),
        Picture(
            "If it can go nowhere, it returns face down to its place.",
            _table("4D|8C", "QD|9H", pulled="2S"),
            "return",
        ),
    ),
    seed="first-61",
    lines=(
        Line("Turn up every face-down card. K♣ may start a stack in an empty place.", "move 1 new"),
        Line("Aces go to their foundations when you like: A♥.", "move 6 foundation"),
        Line("Nothing else moves, so turn a card of your hand.", "turn"),
        Line(
            "6♥ may go on 7♣: the other colour, one rank higher or lower. But each card you keep is a point.",
            "move waste 2",
        ),
    ),
)
