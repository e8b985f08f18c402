"""Letters for pictures: fonts for many scripts, and text fitted to its space."""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from PIL import ImageDraw
from PIL.ImageFont import FreeTypeFont, truetype

LATIN: Final = "NotoSans[wght].ttf"
"""The first choice, with Greek and Cyrillic too."""

NOWHERE: Final = "\U0010ffff"
"""A character without a glyph in any font, to recognise missing ones."""

CUT: Final = "…"


class TextRun(NamedTuple):
    """A stretch of text in one font."""

    font: str
    text: str


class Block(NamedTuple):
    """Lines that fit, and their size."""

    size: int
    lines: tuple[str, ...]


def drawable(text: str) -> bool:
    """Whether the fonts have every character."""
    return all(_font_with(char) for char in text)


def fit(text: str, width: int, *, sizes: tuple[int, ...], most: int, weight: int) -> Block:
    """`text` on at most `most` lines: in the largest size that fits, else cut in the smallest."""
    for size in sizes:
        lines = _wrapped(text, width, size, weight)
        if len(lines) <= most:
            return Block(size, lines)
    last = lines[most - 1]
    while last and length(last + CUT, size, weight) > width:
        last = "".join(_clusters(last)[:-1]).rstrip()
    return Block(size, (*lines[: most - 1], last + CUT))


def length(text: str, size: int, weight: int) -> float:
    """The width in pixels."""
    return sum(_font(run.font, size, weight).getlength(run.text) for run in _runs(text))


def write_line(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, weight: int, fill: str
) -> None:
    """Draw one line; `at` is where its base line begins."""
    x, y = at
    for run in _runs(text):
        font = _font(run.font, size, weight)
        draw.text((x, y), run.text, font=font, fill=fill, anchor="ls")
        x += font.getlength(run.text)


def _wrapped(text: str, width: int, size: int, weight: int) -> tuple[str, ...]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if length(longer, size, weight) <= width:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        for cluster in _clusters(word):  # a word as long as a line is broken anywhere
            if lines[-1] and length(lines[-1] + cluster, size, weight) > width:
                lines.append("")
            lines[-1] += cluster
    return tuple(lines)


def _clusters(text: str) -> list[str]:
    """Each character with its combining marks."""
    begins = [at for at, char in enumerate(text) if not at or unicodedata.category(char)[0] != "M"]
    return [text[begin:end] for begin, end in pairwise([*begins, len(text)])]


def _runs(text: str) -> list[TextRun]:
    """Stretches from left to right. A space, a digit or a mark keeps the font before it."""
    runs: list[TextRun] = []
    for char in text:
        if runs and _has(runs[-1].font, char):
            runs[-1] = TextRun(runs[-1].font, runs[-1].text + char)
        else:
            runs.append(TextRun(_font_with(char) or LATIN, char))
    from_the_right = text and unicodedata.bidirectional(text[0]) in ("R", "AL")
    return runs[::-1] if from_the_right else runs


@lru_cache(maxsize=4096)
def _font_with(char: str) -> str | None:
    return next((font for font in _fonts() if _has(font, char)), None)


@lru_cache(maxsize=4096)
def _has(font: str, char: str) -> bool:
    face = _font(font, 20, 400)
    return char.isspace() or bytes(face.getmask(char)) != bytes(face.getmask(NOWHERE))


@cache
def _fonts() -> tuple[str, ...]:
    """The font files, the Latin one first."""
    upright = (file.name for file in _folder().glob("*.ttf") if "Italic" not in file.name)
    return tuple(sorted(upright, key=lambda name: (name != LATIN, name)))


@lru_cache(maxsize=64)
def _font(name: str, size: int, weight: int) -> FreeTypeFont:
    font = truetype(_folder() / name, size)
    font.set_variation_by_axes([weight])
    return font


@cache
def _folder() -> Path:
    with as_file(files("manimgx_fonts")) as folder:
        return folder
