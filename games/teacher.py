"""What a game says to its player: the names of its piles, why a card stays, and every move in words.

It is given what the player sees, never a table, so it cannot give away a face-down card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.cards import SIGNS
from games.piles import Seen
from games.table import Move

#: Why cards that were laid away are not taken up again.
AWAY_STAYS = "cards taken away stay away"
HOME_STAYS = "cards here stay here"

#: Signs on places of more than one game.
USED_UP, WASTE_SIGN, TAKEN_AWAY = "used up", "waste", "taken away"
#: Signs for the direction of a foundation.
UP, DOWN = "↑", "↓"

#: For a pile, why its top card stays (None: it can go), then the card under it, and so on. The last entry
#: holds for all cards further down. An empty pile has one entry, for its place.
Reasons = Sequence[str | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Teacher:
    """The words of one game.

    - `pile_names`: every pile under any option, in words as they stand within a sentence.
    - `words(move, seen, then)`: a legal move on the table `seen`. `then` is the table after it, or None if
      the move has not been made.
    - `reasons(seen, legal)`: why cards stay, for each pile with a card that stays.
    - `takes(seen, legal)`: what may be laid on a pile, for the piles that take cards by hand.
    - `signs(seen)`: a letter or two words on a place: the use of an empty one, the direction of a foundation,
      what a joker takes.
    - `rest(seen, legal)`: the moves to the best score still possible, if they leave no choice; None if
      unknown.
    - `is_progress(move)`: whether the only legal move leads on, and not round in a circle.
    - `outcome(seen, score)`: what `score` counts on the table, at the end or when giving up.
    """

    pile_names: Mapping[str, str]
    words: Callable[[Any, Seen, Seen | None], str]
    reasons: Callable[[Seen, Sequence[Any]], dict[str, Reasons]]
    takes: Callable[[Seen, Sequence[Any]], dict[str, str]]
    signs: Callable[[Seen], dict[str, str]]
    rest: Callable[[Seen, Sequence[Any]], Sequence[Move] | None]
    is_progress: Callable[[Any], bool]
    outcome: Callable[[Seen, int], str]


def pile_names(module_file: str) -> dict[str, str]:
    """Return the piles of a game in words, from the data file beside one of its modules.

    The table in the browser reads that file too.
    """
    names: dict[str, str] = json.loads(Path(module_file).with_name("pile_names.json").read_text())
    return names


def listed(cards: Sequence[int]) -> str:
    """Return some cards as a list in words.

    >>> from games.cards import cards
    >>> listed(cards("9H")), listed(cards("9H TC")), listed(cards("9H TC X1"))
    ('9♥', '9♥ and 10♣', '9♥, 10♣ and joker')
    """
    *others, last = (SIGNS[card] for card in cards)
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int, thing: str) -> str:
    """Return a number of things, in words that fit into a sentence.

    >>> counted(0, "card"), counted(1, "card"), counted(7, "card")
    ('no cards', '1 card', '7 cards')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def covered(card: int) -> str:
    """Return why a card under this one stays.

    >>> covered(0)
    'covered by A♣'
    """
    return _COVERED[card]


_COVERED = tuple(f"covered by {sign}" for sign in SIGNS)
