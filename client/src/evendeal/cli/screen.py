"""Prints texts and asks questions in a terminal: with drawings, or in words for screen readers."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from evendeal.cli.cards import ASCII
from games.language import ENGLISH, Message, language_for, language_in

PLAIN = "EVENDEAL_PLAIN"
"""The environment variable that asks for words instead of drawings."""


class Screen:
    """Prints, asks, and clears. A `plain` screen never draws or clears: it is for screen readers and files.
    All texts are in `language`, by default the language of the terminal."""

    def __init__(
        self, plain: bool | None = None, console: Console | None = None, language: str | None = None
    ) -> None:
        self.language = language_in(os.environ) if language is None else language_for(language)
        self.console = console or Console(highlight=False)
        self.plain = bool(os.environ.get(PLAIN)) if plain is None else plain
        encoding = self.console.encoding or "ascii"
        self._only_ascii = not _can(encoding, "╭░♥")

    @property
    def width(self) -> int:
        return min(self.console.width, 100)

    @property
    def height(self) -> int:
        return self.console.height

    def say(self, *lines: str | Text | Message) -> None:
        """Print lines without interpreting markup in them."""
        for line in lines:
            self.console.print(self.shown(line), soft_wrap=self.plain)

    def shown(self, line: str | Text | Message) -> Text:
        """The line with only such characters as this terminal can show."""
        text = line.copy() if isinstance(line, Text) else Text(text_in(line, self.language))
        said = printable(text.plain)
        text.plain = said.translate(ASCII).encode("ascii", "replace").decode() if self._only_ascii else said
        return text

    def clear(self) -> None:
        """Clear the screen, unless it is plain."""
        if not self.plain and self.console.is_terminal:
            self.console.clear()

    def ask(self, question: str | Message) -> str | None:
        """The typed answer; None at the end of input."""
        self.console.print(self.shown(question), end=" ")
        sys.stdout.flush()
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def agrees(self, question: Message, *, otherwise: bool) -> bool:
        """Whether the player answers yes. If the player only presses Enter, return `otherwise`; at the end of
        input, return False."""
        if otherwise:
            typed = self.ask(Message("evendeal.yes_if_nothing", question=question))
        else:
            typed = self.ask(Message("evendeal.no_if_nothing", question=question))
        if not typed:
            return otherwise if typed is not None else False
        return typed.lower().startswith(("y", Message("evendeal.letter_of_yes").words(self.language)))


def text_in(said: str | Message, language: str) -> str:
    return said.words(language) if isinstance(said, Message) else said


def why_failed(error: OSError, language: str) -> str:
    """Why a file cannot be read or written. Frequent reasons are in `language`, others in the words of the
    operating system."""
    for frequent, why in OFTEN.items():
        if isinstance(error, frequent):
            return why.words(language)
    return str(error.strerror)


OFTEN: Mapping[type[OSError], Message] = {
    FileNotFoundError: Message("evendeal.no_such_file"),
    PermissionError: Message("evendeal.permission_denied"),
    IsADirectoryError: Message("evendeal.is_a_directory"),
    NotADirectoryError: Message("evendeal.not_a_directory"),
}


def in_figures(number: float | str, language: str = ENGLISH) -> str:
    """A number as it is written in a language.

    >>> in_figures("1.50"), in_figures("1.50", "de"), in_figures(3, "de")
    ('1.50', '1,50', '3')
    """
    whole, point, parts = str(number).partition(".")
    return Message("evendeal.decimal", whole=whole, parts=parts).words(language) if point else whole


def printable(text: str) -> str:
    """A text without terminal commands, because names and logs come from strangers. Characters that join
    letters stay.

    >>> printable(f"A{chr(27)}[2Jda")
    'A?[2Jda'
    """
    return "".join(each if each.isprintable() or each in "\n\u200c\u200d" else "?" for each in text)


def _can(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
