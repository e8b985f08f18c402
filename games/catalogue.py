"""The texts of messages, read from files. For each language, one file has the texts that all games share, and
each game's folder has one file.

A file has a text for each code. In a text, `{card}` is a fact, and `{source:from}` a fact in a form. The form
says in which grammatical case a name is, or how a list ends. Where one text is not enough, the file has a
choice: the name of a fact, with a text for each of its cases. The case of a number is the number itself, such
as `=0`, or a plural category of the language, named as in CLDR. The cases of a list are those of its length.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

ROOM = Path(__file__).parent

#: The folders of other packages that also have messages, such as the client's for the terminal. The key is
#: the prefix with which the codes of these messages begin; it must not be the name of a game's folder.
HOMES: dict[str, Path] = {}

#: The separator of the paragraphs of a longer text. In a file, the paragraphs are a list.
PARAGRAPH = "\n\n"

#: The language in which every text is written first: English.
FIRST = "en"


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


#: The languages that games speak, each with a function that returns the plural category of a number.
PLURALS: Mapping[str, Callable[[int], str]] = {"en": _one_or_other, "de": _one_or_other}


class Sentence(NamedTuple):
    """A sentence with `{}` in place of each fact, and the names and forms of the facts in the same order."""

    pattern: str
    facts: tuple[tuple[str, str], ...]


class Variants(NamedTuple):
    """A template for each case of a fact."""

    fact: str
    cases: Mapping[str, Template]


Template = Sentence | Variants


@cache
def template_of(code: str, language: str) -> Template:
    """Return the template of a code. Raises LookupError for an unknown code or language.

    >>> template_of("covered", "en")
    Sentence(pattern='covered by {}', facts=(('cards', 'and'),))
    """
    game, dot, name = code.partition(".")
    return _templates(game, language)[name] if dot else _templates("", language)[code]


@cache
def _templates(game: str, language: str) -> Mapping[str, Template]:
    """Return the templates of a game, or those that all games share. They are read once. A text that is not
    translated yet is English."""
    translated = {code: given for code, given in texts(game, language).items() if given}
    return {code: parsed(given) for code, given in (texts(game, FIRST) | translated).items()}


def texts(game: str, language: str) -> dict[str, Any]:
    """Return the texts of a game as they are written, keyed by their codes. If `game` is empty, return the
    texts that all games share.

    The names of piles are among them, as `pile.` and the pile. They have a file of their own, because the
    table in the browser reads it too. Raises LookupError for an unknown game or language.
    """
    if language not in PLURALS:
        raise LookupError(f"there is no language {language!a}")
    written = _read(HOMES.get(game, ROOM / game) / "messages", language)
    if not game or game in HOMES:
        return written
    return {f"pile.{pile}": name for pile, name in names_of_piles(game, language).items()} | written


@cache
def names_of_piles(game: str, language: str) -> Mapping[str, str]:
    """Return the names of all piles that a game has under any options, keyed by the piles. The names are
    worded for use outside a sentence.

    >>> names_of_piles("wish", "en")["8"]
    'pile 8'
    """
    return _read(ROOM / game / "pile_names", language)


def _read(folder: Path, language: str) -> dict[str, Any]:
    file = folder / f"{language}.json"
    if language != FIRST and not file.exists():
        return {}
    try:
        read: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LookupError(f"there is no file {file}") from None
    return read


def parsed(given: Any) -> Template:
    """Return the template of a text as it is written in a file.

    >>> parsed({"cards": {"one": "a card", "other": "{cards} cards"}}).cases["other"]
    Sentence(pattern='{} cards', facts=(('cards', ''),))
    """
    if isinstance(given, dict):
        [(fact, cases)] = given.items()
        return Variants(fact, {case: parsed(each) for case, each in cases.items()})
    text = PARAGRAPH.join(given) if isinstance(given, list) else given
    parts = [*Formatter().parse(text)]
    pattern = "".join(words if fact is None else f"{words}{{}}" for words, fact, _, _ in parts)
    return Sentence(pattern, tuple((fact, form or "") for _, fact, form, _ in parts if fact is not None))


def choose(variants: Variants, value: object, language: str) -> Template:
    """Return the template for the case of `value` or, if there is none, the template for the case `other`.
    Raises LookupError if both are missing.

    >>> choice = parsed({"cards": {"=0": "none", "one": "a card", "other": "cards"}})
    >>> [choose(choice, cards, "en").pattern for cards in (0, 1, 2)]
    ['none', 'a card', 'cards']
    """
    cases = variants.cases
    if isinstance(value, tuple):
        value = len(value)
    if isinstance(value, int):
        found = cases.get(f"={value}") or cases.get(PLURALS[language](value))
    else:
        found = cases.get(value) if isinstance(value, str) else None
    return found or cases["other"]
