"""What a game can say to its player: the names of its piles, why a card stays, and every move in words.

It speaks only of what the player sees, never of a table, so that it cannot give away a card that is face
down.
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

#: Why what has been laid away is not taken up again.
AWAY_STAYS = "cards taken away stay away"
HOME_STAYS = "cards here stay here"

#: What is written on places of more than one game.
USED_UP, WASTE_SIGN, TAKEN_AWAY = "used up", "waste", "taken away"
#: Which way a foundation is built.
UP, DOWN = "↑", "↓"

#: For a pile, why its top card stays (None: it can go), then the one under it, and so on: the last
#: entry holds for all cards further down too. An empty pile has one entry, for its place.
Reasons = Sequence[str | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Teacher:
    """What is said of one game.

    `pile_names` has every pile under any of the options, in words as they stand within a sentence.
    `words(move, seen, then)` says a move that is legal on the table `seen`; `then` is the table after it, as
    the player sees it, or None if the move has not been made. `reasons(seen, legal)` says why cards stay, for
    each pile in which one does. `takes(seen, legal)` says what may be laid on a pile; it leaves out the piles
    on which nothing is laid by hand. `signs(seen)` is what is written on places, in a letter or two words:
    what an empty one is for, which way a foundation is built, and what a joker takes. `rest(seen, legal)` are
    the moves that lead to the best score there still is, where nothing is left to choose on the way; None
    where that is not known. `is_progress(move)` is whether the only legal move leads on, and not round in a
    circle.
    `outcome(seen, score)` says what `score` counts on the table, which need not be the last one: it says the
    same to a player who gives up.
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
    """The piles of a game in words. They are a file of data in the folder of the game, given by the file of
    one of its modules: the table in the browser reads them too.
    """
    names: dict[str, str] = json.loads(Path(module_file).with_name("pile_names.json").read_text())
    return names


def listed(cards: Sequence[int]) -> str:
    """Some cards as a list in words.

    >>> from games.cards import cards
    >>> listed(cards("9H")), listed(cards("9H TC")), listed(cards("9H TC X1"))
    ('9♥', '9♥ and 10♣', '9♥, 10♣ and joker')
    """
    *others, last = (SIGNS[card] for card in cards)
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int, thing: str) -> str:
    """A number of things, in words that fit before what is said of them.

    >>> counted(0, "card"), counted(1, "card"), counted(7, "card")
    ('no cards', '1 card', '7 cards')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def covered(card: int) -> str:
    """Why a card under another one stays.

    >>> covered(0)
    'covered by A♣'
    """
    return _COVERED[card]


_COVERED = tuple(f"covered by {sign}" for sign in SIGNS)
