"""Draws the picture of a link: felt, the game's small layout, and a few lines of text."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from io import BytesIO
from threading import Lock
from typing import Final, NamedTuple
from xml.etree import ElementTree

from django.template.loader import select_template
from PIL import Image, ImageDraw

from . import letters
from .pictures import HEIGHT, WIDTH, PreviewPicture

FELT, IVORY, QUIET, GOLD = "#17513c", "#fbf6e6", "#d3dfcb", "#f2cf7b"
RED, BLACK = "#b3362b", "#22302a"
COLOURS: Final = {"face": ("#fffdf5", "#b9ac8b"), "back": ("#2f7a5c", "#cfe3d2"), "hole": (None, QUIET)}
"""The fill and the outline of the layout's cards, in the colours of light pages."""

MARGIN: Final = 72
COLUMN: Final = 610
"""The width of the text; the layout stands to its right."""
MIDDLE: Final = 346
"""The vertical centre of text and layout, below the site's name."""
LAYOUT: Final = (940, 420, 380)
"""The layout's horizontal centre, and its largest width and height."""
FINE: Final = 2
"""Shapes are drawn this much larger first, for smooth edges."""

BOLD, PLAIN = 700, 400

_one_at_a_time = Lock()
"""Drawing keeps a processor busy, and the fonts are not safe for threads."""


@lru_cache(maxsize=128)
def draw(picture: PreviewPicture) -> bytes:
    """The picture as PNG, about 30 KB."""
    return png(partial(_painted, picture))


def png(paint: Callable[[], Image.Image]) -> bytes:
    """The image that `paint` makes, as PNG. Pictures are drawn one at a time."""
    with _one_at_a_time:
        out = BytesIO()
        # Enough colours for smooth letters, in a third of the bytes.
        paint().quantize(128, Image.Quantize.FASTOCTREE).save(out, "PNG")
        return out.getvalue()


def _painted(picture: PreviewPicture) -> Image.Image:
    image = _ground(picture.game).copy()
    _write(ImageDraw.Draw(image), picture)
    return image


def _write(draw: ImageDraw.ImageDraw, picture: PreviewPicture) -> None:
    letters.write_line(draw, (MARGIN, 104), "Evendeal", 34, BOLD, IVORY)
    lines = list(_lines(picture))
    y = MIDDLE - sum(line.step for line in lines) / 2
    for line in lines:
        y += line.step
        letters.write_line(draw, (MARGIN, y), line.text, line.size, line.weight, line.fill)
        at = MARGIN + COLUMN - letters.length(line.right, line.size, BOLD)
        letters.write_line(draw, (at, y), line.right, line.size, BOLD, GOLD)


class _Line(NamedTuple):
    step: float
    """The distance from the previous base line."""
    text: str
    size: int
    weight: int
    fill: str
    right: str = ""
    """Text at the right end of the line."""


def _lines(picture: PreviewPicture) -> Iterator[_Line]:
    yield _Line(32, picture.above, 32, PLAIN, GOLD)
    name = letters.fit(said(picture.name, picture.otherwise), COLUMN, sizes=(76, 60, 48), most=2, weight=BOLD)
    for number, text in enumerate(name.lines):
        yield _Line(
            name.size * (1.2 if number else 1.05) + (0 if number else 16), text, name.size, BOLD, IVORY
        )
    if picture.figure:
        yield _Line(112, picture.figure, 84, BOLD, GOLD)
    for number, text in enumerate(picture.below):
        below = letters.fit(text, COLUMN, sizes=(34, 30, 26), most=1, weight=PLAIN)
        yield _Line(46 if number else 62, below.lines[0], below.size, PLAIN, QUIET)
    for number, (leading, score) in enumerate(picture.leaders):
        leader = letters.fit(said(leading, "A player"), COLUMN - 150, sizes=(32,), most=1, weight=PLAIN)
        yield _Line(46 if number else 66, leader.lines[0], leader.size, PLAIN, IVORY, right=score)


def said(name: str, otherwise: str) -> str:
    """The name if the fonts have its letters, else `otherwise`."""
    return name if letters.drawable(name) else otherwise


@lru_cache(maxsize=16)
def _ground(game: str) -> Image.Image:
    """The felt with the layout on it, the same for every link to a game."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
    _draw_layout(ImageDraw.Draw(image), game)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _draw_layout(draw: ImageDraw.ImageDraw, game: str) -> None:
    """Draw the layout that pages show too: rectangles for cards, some with a suit."""
    file = select_template([f"games/layouts/{game}.svg", "games/layouts/any.svg"])
    shapes = list(ElementTree.fromstring(file.render()))
    cards = [
        _Card(*(float(shape.attrib[name]) for name in _Card._fields))
        for shape in shapes
        if "x" in shape.attrib
    ]
    left, top = min(card.x for card in cards), min(card.y for card in cards)
    wide = max(card.x + card.width for card in cards) - left
    high = max(card.y + card.height for card in cards) - top
    middle, width, height = (part * FINE for part in LAYOUT)
    unit = min(width / wide, height / high)

    def place(x: float, y: float) -> tuple[float, float]:
        return middle + (x - left - wide / 2) * unit, MIDDLE * FINE + (y - top - high / 2) * unit

    for shape in shapes:
        if "x" in shape.attrib:
            card = _Card(*(float(shape.attrib[name]) for name in _Card._fields))
            corners = (*place(card.x, card.y), *place(card.x + card.width, card.y + card.height))
            fill, line = COLOURS[shape.attrib["class"]]
            draw.rounded_rectangle(corners, card.rx * unit, fill, line, max(1, int(unit * 0.6)))
        else:
            start = re.match(r"M([\d.]+) ([\d.]+)", shape.attrib["d"])
            assert start is not None
            x, y = map(float, start.groups())
            _draw_mark(draw, *place(x, y), unit, red="red" in shape.attrib["class"])


class _Card(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    rx: float


def _draw_mark(draw: ImageDraw.ImageDraw, x: float, y: float, unit: float, *, red: bool) -> None:
    """Draw a diamond or a spade with its top at this point."""
    if red:
        corners = ((0, 0), (2.2, 3), (0, 6), (-2.2, 3))
        draw.polygon([(x + a * unit, y + b * unit) for a, b in corners], RED)
        return
    draw.polygon([(x + a * unit, y + b * unit) for a, b in ((0, 0), (2.5, 3.3), (-2.5, 3.3))], BLACK)
    for a in (-1.25, 1.25):
        draw.circle((x + a * unit, y + 3.5 * unit), 1.35 * unit, BLACK)
    draw.polygon([(x + a * unit, y + b * unit) for a, b in ((0, 3), (1.2, 6), (-1.2, 6))], BLACK)
