"""Texts that differ a little from a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from games import GAMES
from games.conform.chance import Chance
from games.game import Game, Position

NUMBERS = (
    "0",
    "1",
    "2",
    "5",
    "8",
    "9",
    "11",
    "12",
    "13",
    "99",
    "100",
    "01",
    "02",
    "+1",
    "-1",
    "1.0",
    "\uff11",
    "\u0661",
    "1e0",
)
#: The verbs and piles of all games, and a word that no game has.
WORDS = (
    *dict.fromkeys(word for game in GAMES.values() for word in (*game.verbs, *game.teacher.pile_names)),
    "x",
)

#: Functions that change the text of a move, in one place or as a whole.
SPELLINGS: tuple[Callable[[str], str], ...] = (
    str.upper,
    str.capitalize,
    lambda text: text + " ",
    lambda text: " " + text,
    lambda text: text + "\n",
    lambda text: "\ufeff" + text,
    lambda text: text.replace(" ", "  ", 1) if " " in text else text + "  ",
    lambda text: text.replace(" ", "\t", 1) if " " in text else text + "\t",
    lambda text: text.replace(" ", "\u00a0", 1) if " " in text else text + "\u00a0",
    lambda text: text.replace(" ", ",", 1) if " " in text else text + ",",
    lambda text: text.replace(" ", "_", 1) if " " in text else text + "_",
    lambda text: text.replace(" ", "", 1) if " " in text else text[:-1],
    lambda text: text + "\0",
    lambda text: text + "\u200b",
    lambda text: text + "\ud800",
    lambda text: text.replace("i", "\u0131") if "i" in text else text + "\u0131",
    lambda text: text + "; " + text,
    lambda text: text + "\r",
    lambda text: text[:-1] + chr(ord(text[-1]) + 0xFEE0),
    lambda text: re.sub(r"(\d+)", r"0\1", text),
    lambda text: re.sub(r"\d", lambda digit: chr(ord(digit[0]) + ord("\u0660") - ord("0")), text),
    lambda text: text[1:],
    lambda text: text * 200,
    lambda text: "",
)


def almost(position: Position, moves: Sequence[str], chance: Chance) -> str:
    """Return a text that is almost one of these moves, but no move of the game.

    >>> from games import GAMES
    >>> almost(GAMES["wish"].open("pub"), ["pair 2 3"], Chance("1"))
    'pair 2 3 '
    """
    grammar = position.game.vocabulary(position.rules)
    while True:
        text = chance.pick(moves)
        text = chance.pick(SPELLINGS)(text) if chance.happens(0.4) else other_words(position, text, chance)
        if text not in grammar:
            return text


def other_words(position: Position, text: str, chance: Chance) -> str:
    """Return the text with a word added, removed or replaced. The new word is one of NUMBERS or WORDS, or a
    pile of the table."""
    words = text.split(" ")
    at = chance.below(len(words) + 1)
    piles = tuple(position.table.piles())
    word = chance.pick(chance.pick((NUMBERS, piles, piles, WORDS)))
    if at == len(words) or chance.happens(0.2):
        words.insert(at, word)
    elif chance.happens(0.2) and len(words) > 1:
        del words[at]
    else:
        words[at] = word
    return " ".join(words)


def every_edge(position: Position, chance: Chance) -> Iterator[str]:
    """Take one move of each kind. Yield every text in which one of its words is replaced, or in which a word
    follows it. The new word is one of NUMBERS or WORDS, or a pile of the table."""
    kinds = _kinds(position.game, *position.rules.values())
    others = dict.fromkeys((*NUMBERS, *position.table.piles(), *WORDS))
    for texts in kinds:
        words = chance.pick(texts).split(" ")
        for at in range(len(words) + 1):
            for other in others:
                yield " ".join((*words[:at], other, *words[at + 1 :]))


@cache
def _kinds(game: Game, *settled: str) -> Sequence[Sequence[str]]:
    """Return the moves of the grammar in groups. The moves of a group have the same first word and the same
    number of words."""
    kinds: dict[tuple[str, int], list[str]] = {}
    for text in game.vocabulary(dict(zip(game.options, settled, strict=True))):
        words = text.split(" ")
        kinds.setdefault((words[0], len(words)), []).append(text)
    return tuple(kinds.values())
