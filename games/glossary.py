"""The words of the table: one word for each thing, the same in every game."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.game import Game


class TableWord(NamedTuple):
    word: str
    meaning: str


TABLE_WORDS = (
    TableWord("stock", "the cards that are still to come, face down"),
    TableWord("waste", "the cards turned from the stock; the top one may be played"),
    TableWord("hand", "stock and waste together"),
    TableWord("free", "a card is free when nothing lies on it"),
    TableWord("foundation", "a pile of one suit, begun with its ace"),
    TableWord("taken away", "out of the game, with no way back"),
)


def table_words(game: Game) -> list[TableWord]:
    """Return the words that the rules of a game use.

    >>> from games import GAMES
    >>> [each.word for each in table_words(GAMES["pyramid"])]
    ['stock', 'waste', 'free', 'taken away']
    """
    said = " ".join((*game.about.rules, *game.about.rulings)).lower()
    return [each for each in TABLE_WORDS if re.search(rf"\b{each.word}s?\b", said)]
