"""The words of the table: one word for each thing, the same in every game."""

from __future__ import annotations

from typing import NamedTuple

from games.game import Game
from games.language import ENGLISH, Message

#: The words in the order in which a page explains them. A game names those that its rules use.
TABLE_WORDS = ("stock", "waste", "hand", "free", "foundation", "taken_away")


class TableWord(NamedTuple):
    word: str
    meaning: str


def table_word(word: str, language: str = ENGLISH) -> TableWord:
    """Return one of TABLE_WORDS as players write it, with its meaning.

    >>> table_word("taken_away")
    TableWord(word='taken away', meaning='out of the game, with no way back')
    """
    return TableWord(
        Message("table_word", word=word).words(language), Message("meaning", word=word).words(language)
    )


def table_words(game: Game, language: str = ENGLISH) -> list[TableWord]:
    """Return those of `TABLE_WORDS` that the rules of a game use, with their meanings.

    >>> from games import GAMES
    >>> [each.word for each in table_words(GAMES["pyramid"])]
    ['stock', 'waste', 'free', 'taken away']
    """
    return [table_word(word, language) for word in TABLE_WORDS if word in game.table_words]
