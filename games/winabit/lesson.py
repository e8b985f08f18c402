"""The lesson of WinABit: pictures, and a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
from games.language import Message
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
            Message("winabit.picture.other_colour"),
            _table("4D QS|6C", "2C TD|7H", "JS|9D"),
            "move 1 2",
        ),
        Picture(
            Message("winabit.picture.cards_move_together"),
            _table("4D|8C 7D 6S", "2C|9H"),
            "move 1 2 3",
        ),
        Picture(
            Message("winabit.picture.king_on_empty_place"),
            _table("4D|KH QC", "2C|9H"),
            "move 1 new 2",
        ),
        Picture(
            Message("winabit.picture.foundations"),
            _table("4D|AC", "2C|9H"),
            "move 1 foundation",
        ),
        Picture(
            Message("winabit.picture.turn_the_hand"),
            _table("4D|8C", "2C|9H", hand="3S 5H JD"),
            "turn",
        ),
        Picture(
            Message("winabit.picture.play_the_waste"),
            _table("4D|8C", "2C|9H", hand="3S TC 5H JD", turned=2),
            "move waste 2",
        ),
        Picture(
            Message("winabit.picture.turn_over"),
            _table("4D|8C", "2C|9H", hand="3S 5H JD", turned=3),
            "redeal",
        ),
        Picture(
            Message("winabit.picture.pull"),
            _table("4D|8C", "TC QD|9H"),
            "pull 2 1",
        ),
        Picture(
            Message("winabit.picture.play_the_pulled_card"),
            _table("4D|8C", "QD|9H", pulled="TC"),
            "move pulled 2",
        ),
        Picture(
            Message("winabit.picture.return"),
            _table("4D|8C", "QD|9H", pulled="2S"),
            "return",
        ),
    ),
    seed="first-61",
    lines=(
        Line(Message("winabit.line.1"), "move 1 new"),
        Line(Message("winabit.line.2"), "move 6 foundation"),
        Line(Message("winabit.line.3"), "turn"),
        Line(
            Message("winabit.line.4"),
            "move waste 2",
        ),
    ),
)
