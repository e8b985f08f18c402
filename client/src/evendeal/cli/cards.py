"""A canvas of characters, and cards and piles drawn on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from rich.text import Text

from games.cards import CARDS, FACE_DOWN, IS_RED, SIGNS

WIDTH, HEIGHT = 5, 3
"""The size of a card in characters."""

RED, BLACK, BACK, FRAME, LABEL, EMPTY = "bold red", "bold", "bright_blue", "dim", "cyan", "dim"

ASCII = str.maketrans("╭╮╰╯─│░┄┆♣♦♥♠↑↓·⋮…\N{EN DASH}", "....-|#-|CDHS^v-:.-")
"""Replacements for terminals without Unicode."""


def sign(card: str) -> str:
    """Return a card as drawn: `9♥`, `10♥`, `Jkr` for a joker.

    >>> sign("TH"), sign("X1"), sign("??")
    ('10♥', 'Jkr', '░░░')
    """
    if card == FACE_DOWN:
        return "░░░"
    return "Jkr" if card.startswith("X") else SIGNS[CARDS[card]]


def colour(card: str) -> str:
    if card == FACE_DOWN:
        return BACK
    if card.startswith("X"):
        return "bold magenta"
    return RED if IS_RED[CARDS[card]] else BLACK


class Canvas:
    """Lines of characters, each with a style; later drawings cover earlier ones."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        for n, character in enumerate(text):
            self._cells[y, x + n] = character, style

    @property
    def height(self) -> int:
        return 1 + max((y for y, _ in self._cells), default=-1)

    def lines(self) -> list[Text]:
        rows: dict[int, dict[int, tuple[str, str]]] = {}
        for (y, x), cell in self._cells.items():
            rows.setdefault(y, {})[x] = cell
        return [_line(rows.get(y, {})) for y in range(self.height)]

    # Methods that draw cards and piles

    def card(self, x: int, y: int, card: str) -> None:
        self.stack(x, y, [card])

    def place(self, x: int, y: int, sign: str = "") -> None:
        """Draw an empty place, with the sign that says which cards it takes."""
        self.write(x, y, "╭┄┄┄╮", EMPTY)
        self.write(x, y + 1, f"┆{sign[:3]:^3}┆", EMPTY)
        self.write(x, y + 2, "╰┄┄┄╯", EMPTY)

    def stack(self, x: int, y: int, cards: Sequence[str], sign: str = "", most: int = 99) -> int:
        """Draw cards one below the other in a frame, the exposed card last; return the number of lines.

        If there are more than `most` cards, the face-down cards are drawn as a count; if that is not enough,
        so are cards in the middle.
        """
        if not cards:
            self.place(x, y, sign)
            return HEIGHT
        shown = shortened(cards, most)
        self.write(x, y, "╭───╮", FRAME)
        for line, (text, style) in enumerate(shown, y + 1):
            self.write(x, line, "│", FRAME)
            self.write(x + 1, line, f"{text:<3}", style)
            self.write(x + 4, line, "│", FRAME)
        self.write(x, y + 1 + len(shown), "╰───╯", FRAME)
        return len(shown) + 2


def shortened(cards: Sequence[str], most: int) -> list[tuple[str, str]]:
    """Return at most `most` lines for these cards, each with its style.

    >>> [text for text, _ in shortened(["??", "??", "9H", "8S"], 3)]
    ['░2░', '9♥', '8♠']
    >>> [text for text, _ in shortened(["9H", "8S", "7H", "6S", "5H"], 4)]
    ['9♥', '⋮ 2', '6♠', '5♥']
    """
    lines = [(sign(card), colour(card)) for card in cards]
    down = list(cards).count(FACE_DOWN)
    if len(lines) > most and down > 1:
        lines[:down] = [(f"░{down}░" if down < 10 else f"{down}░", BACK)]
    if len(lines) > most:
        first = 1 + (down > 0)
        left = max(1, most - first - 1)
        hidden = len(lines) - first - left
        lines[first:-left] = [(f"⋮{hidden:>2}", EMPTY)]
    return lines


def _line(cells: dict[int, tuple[str, str]]) -> Text:
    row = [cells.get(x, (" ", "")) for x in range(1 + max(cells, default=-1))]
    parts = (("".join(text for text, _ in run), style) for style, run in groupby(row, key=itemgetter(1)))
    return Text.assemble(*parts, no_wrap=True)
