"""Output: a terminal with or without colours, or one for screen readers."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.text import Text

from evendeal.cli.cards import ASCII
from games.language import language_for, language_in

PLAIN = "EVENDEAL_PLAIN"
"""The environment variable that asks for words instead of pictures."""


class Screen:
    """Prints, asks, and clears. A `plain` screen draws and clears nothing: it is for screen readers and
    files. Games speak its `language`, by default that of the terminal."""

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

    def say(self, *lines: str | Text) -> None:
        """Print lines without interpreting markup in them."""
        for line in lines:
            self.console.print(self.shown(line), soft_wrap=self.plain)

    def shown(self, line: str | Text) -> Text:
        """A line in characters that this terminal can show."""
        text = Text(line) if isinstance(line, str) else line.copy()
        said = printable(text.plain)
        text.plain = said.translate(ASCII).encode("ascii", "replace").decode() if self._only_ascii else said
        return text

    def clear(self) -> None:
        """Begin a new picture, where pictures are drawn."""
        if not self.plain and self.console.is_terminal:
            self.console.clear()

    def ask(self, question: str) -> str | None:
        """The typed answer; None at the end of input."""
        self.console.print(self.shown(question), end=" ")
        sys.stdout.flush()
        try:
            return input().strip()
        except EOFError:
            self.console.print()
            return None

    def agrees(self, question: str, *, otherwise: bool) -> bool:
        """Whether the answer is yes; just Enter means `otherwise`."""
        typed = self.ask(f"{question} [{'Y/n' if otherwise else 'y/N'}]")
        if not typed:
            return otherwise if typed is not None else False
        return typed.lower().startswith("y")


def printable(text: str) -> str:
    """A text without terminal commands, because anybody may write names and logs. Joiners of letters stay.

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
