"""Draws the picture of a finished contest: the top of its standings, on felt."""

from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from . import letters
from .draw_preview import BOLD, FELT, GOLD, IVORY, MARGIN, PLAIN, QUIET, png, said
from .pictures import HEIGHT, WIDTH, PreviewTable

RIGHT: Final = WIDTH - MARGIN
NAMES: Final = MARGIN + 96
"""The left edge of the names, after the ranks."""
SPACE: Final = 200
"""The width of the totals."""
FIRST: Final = 236
"""The base line of the first row."""
STEP: Final = 39


@lru_cache(maxsize=64)
def draw_table(table: PreviewTable) -> bytes:
    """The picture as PNG, about 40 KB."""
    return png(partial(_painted, table))


def _painted(table: PreviewTable) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    _at_the_right(draw, 76, "Evendeal", 30, IVORY)
    wide = RIGHT - MARGIN
    title = letters.fit(
        said(table.name, table.otherwise), wide - SPACE, sizes=(52, 44, 36), most=1, weight=BOLD
    )
    letters.write_line(draw, (MARGIN, 96), title.lines[0], title.size, BOLD, IVORY)
    below = letters.fit(table.below, wide, sizes=(28, 24), most=1, weight=PLAIN)
    letters.write_line(draw, (MARGIN, 142), below.lines[0], below.size, PLAIN, QUIET)
    if table.rows:
        _at_the_right(draw, FIRST - 44, table.head, 24, QUIET, PLAIN)
    for number, row in enumerate(table.rows):
        y = FIRST + number * STEP
        fill = GOLD if row.rank.rstrip("=") == "1" else IVORY
        letters.write_line(draw, (MARGIN, y), row.rank, 30, BOLD, fill)
        name = letters.fit(
            said(row.name, "A player"), RIGHT - NAMES - SPACE, sizes=(30, 26), most=1, weight=PLAIN
        )
        letters.write_line(draw, (NAMES, y), name.lines[0], name.size, PLAIN, IVORY)
        _at_the_right(draw, y, row.total, 30, GOLD)
    return image


def _at_the_right(
    draw: ImageDraw.ImageDraw, y: float, text: str, size: int, fill: str, weight: int = BOLD
) -> None:
    letters.write_line(draw, (RIGHT - letters.length(text, size, weight), y), text, size, weight, fill)
