"""The messages of a game to its player: the names of its piles, why a card stays, and every move.

They are made from what the player sees, never from a table, so they cannot give away a face-down card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from games.cards import PACK_54, RANK, SUIT, SUIT_SIGNS
from games.catalogue import names_of_piles
from games.language import ENGLISH, Message
from games.piles import Pile, Seen
from games.table import Move

#: Each card, as players write it. Both jokers look the same.
CARD_WORDS = tuple(Message("card", rank=RANK[card], suit=SUIT_SIGNS[SUIT[card]]) for card in PACK_54)

#: Why cards that were laid away are not taken up again.
AWAY_STAYS, HOME_STAYS = Message("away_stays"), Message("home_stays")
#: Why a waste has no card to move.
NONE_TURNED = Message("none_turned")

#: Short texts on the places of piles, in more than one game.
USED_UP, WASTE_SIGN, TAKEN_AWAY = Message("used_up"), Message("waste"), Message("cards_taken_away")
STAYS_EMPTY = Message("stays_empty")

#: Signs for the direction of a foundation.
UP, DOWN, UP_OR_DOWN = Message("up"), Message("down"), Message("up_or_down")

#: Messages about the cards that a pile takes, for piles of more than one game.
ANY_CARD, COMPLETE = Message("any_card"), Message("complete")

#: For each card: why it stays while no pile takes it, and why a card under it stays.
NOTHING_TAKES = tuple(Message("nothing_takes", card=card) for card in CARD_WORDS)
COVERED = tuple(Message("covered", cards=(card,)) for card in CARD_WORDS)

#: For a pile, why its top card stays (None: it can go), then the card under it, and so on. The last entry
#: holds for all cards further down. An empty pile has one entry, for its place.
Reasons = Sequence[Message | None]

#: In which direction a foundation may be built on.
Direction = Literal["up", "down", "either"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Teacher:
    """The messages of one game.

    - `pile_names`: every pile under any option, as it is called within a sentence.
    - `words(move, seen, then)`: the description of a legal move on the table `seen`. `then` is the table
      after it, or None if the move has not been made.
    - `reasons(seen, legal)`: why cards stay, for each pile with a card that stays.
    - `takes(seen, legal)`: what may be laid on a pile, for the piles that take cards by hand.
    - `signs(seen)`: a short text on a place: what an empty place is for, the direction of a foundation, what
      a joker takes.
    - `directions(seen)`: which way each foundation may be built on, for those that are not complete.
    - `rest(seen, legal)`: the moves to the best score still possible, if they leave no choice; None if
      unknown.
    - `is_progress(move)`: whether a move, if it is the only legal one, helps the player: not a cheat, nor a
      move that only carries a card about.
    - `outcome(seen, score)`: what `score` counts on the table, at the end or when giving up.
    """

    pile_names: Mapping[str, Message]
    words: Callable[[Any, Seen, Seen | None], Message]
    reasons: Callable[[Seen, Sequence[Any]], dict[str, Reasons]]
    takes: Callable[[Seen, Sequence[Any]], dict[str, Message]]
    signs: Callable[[Seen], dict[str, Message]]
    directions: Callable[[Seen], dict[str, Direction]]
    rest: Callable[[Seen, Sequence[Any]], Sequence[Move] | None]
    is_progress: Callable[[Any], bool]
    outcome: Callable[[Seen, int], Message]


def pile_names(game: str) -> dict[str, Message]:
    """Return the name of each pile of a game, keyed by the pile. `game` is the game's folder.

    >>> pile_names("wish")["discard"].words()
    'the cards taken away'
    """
    return {pile: Message(f"{game}.pile.{pile}") for pile in names_of_piles(game, ENGLISH)}


def card_words(cards: Sequence[int]) -> tuple[Message, ...]:
    """Return the cards as messages, for sentences that name these cards.

    >>> from games.cards import cards
    >>> [card.words() for card in card_words(cards("9H TC X1"))]
    ['9♥', '10♣', 'joker']
    """
    return tuple(CARD_WORDS[card] for card in cards)


@cache
def taken_away(*cards: int) -> Message:
    """Return the message that these cards were taken away.

    >>> from games.cards import cards
    >>> taken_away(*cards("9H")).words(), taken_away(*cards("9H 9C")).words()
    ('9♥ taken away', '9♥ and 9♣ taken away')
    """
    return Message("taken_away", cards=card_words(cards))


def pile_in_words(name: Message, pile: Pile) -> Message:
    """Return the message that names the cards of a pile, the top card last.

    >>> from games.cards import cards
    >>> name = pile_names("wish")["1"]
    >>> pile_in_words(name, Pile(2, cards("9H"))).words(), pile_in_words(name, Pile(0, ())).words()
    ('pile 1: 2 face down, 9♥', 'pile 1: empty')
    """
    down = (Message("down_in_pile", cards=pile.down),) if pile.down else ()
    lying = (*down, *card_words(pile.up))
    return Message("pile_holds", pile=name, cards=lying) if lying else Message("pile_empty", pile=name)
