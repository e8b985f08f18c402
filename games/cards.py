"""Cards as small ints, in canonical order, with their names, ranks, suits and colours.

>>> name(0), name(51), name(53)
('AC', 'KS', 'X2')
"""

from __future__ import annotations

SUITS = "CDHS"
RANKS = "A23456789TJQK"

CLUBS, DIAMONDS, HEARTS, SPADES, NO_SUIT = range(5)
ACE, TWO, SEVEN, JACK, QUEEN, KING = 1, 2, 7, 11, 12, 13

NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "X1", "X2")
CARDS = {text: card for card, text in enumerate(NAMES)}
FACE_DOWN = "??"
SUIT_SIGNS = ("♣", "♦", "♥", "♠", "")
#: Each card as it is written in English: `9♥`, `10♥`. Both jokers look the same.
SIGNS = (
    *(("10" if rank == "T" else rank) + suit for suit in SUIT_SIGNS[:4] for rank in RANKS),
    "joker",
    "joker",
)

#: Rank, suit and colour of each card. A joker has rank 0 and no suit.
RANK = (*(card % 13 + 1 for card in range(52)), 0, 0)
SUIT = (*(card // 13 for card in range(52)), NO_SUIT, NO_SUIT)
#: The names of the suits in the files of messages, where a text may have a case for each suit.
SUIT_CASES = ("clubs", "diamonds", "hearts", "spades")
IS_RED = tuple(suit in (DIAMONDS, HEARTS) for suit in SUIT)

PACK_54 = tuple(range(54))
PACK_52 = PACK_54[:52]
#: The pack of 32 cards, without the ranks 2 to 6, in canonical order.
PACK_32 = tuple(card for card in PACK_52 if RANK[card] == ACE or RANK[card] >= SEVEN)


def name(card: int) -> str:
    """Return the two characters of a card, rank then suit: `TH` is the ten of hearts.

    >>> name(CARDS["TH"])
    'TH'
    """
    return NAMES[card]


def cards(text: str) -> tuple[int, ...]:
    """Return the cards named in `text`, which are separated by spaces. Raises KeyError for an unknown
    name.

    >>> cards("AC KS X1")
    (0, 51, 52)
    """
    return tuple(CARDS[word] for word in text.split())
