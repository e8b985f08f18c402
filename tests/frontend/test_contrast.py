"""Colours stand in one file, and text in them stands out from what it is written on (WCAG AA: 4.5 to 1)."""

import re
from itertools import product

import pytest

from .test_tokens import NAMED, styles

TOKENS, _ = NAMED
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b"
    r"|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\("
    r"|:[^;{}]*(?<![\w.-])(?:white|black|gr[ae]y|silver|red|orange|yellow|gold|green|blue|purple)(?![\w-])",
    re.IGNORECASE,
)
"""A colour that is written out: in digits, by a function, or by a usual name in a declaration."""
WRITTEN_ON = {
    "page": ("ink", "quiet", "link", "red"),
    "panel": ("ink", "quiet", "link", "red"),
    "wash": ("ink", "quiet"),
    "gold-wash": ("ink", "quiet", "gold"),
    "up-wash": ("ink", "quiet", "link"),
    "red-wash": ("red",),
    "accent": ("on-accent",),
    "felt": ("on-felt", "on-felt-quiet", "felt-up"),
    "felt-deep": ("on-felt-quiet",),
    "ivory": ("bottle", "night"),
    "felt-gold": ("night",),
    "silver": ("night",),
    "bronze": ("night",),
}
"""The colours of text by what it is written on."""


def schemes() -> dict[str, dict[str, str]]:
    parts = TOKENS.read_text().split("@media")
    light, dark, paper = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in parts)
    return {
        "light": light,
        "dark": light | dark,
        "on paper": light | paper,
        "dark, on paper": light | dark | paper,
    }


def brightness(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_stands_out():
    pairs = [(text, ground) for ground, texts in WRITTEN_ON.items() for text in texts]
    for (scheme, colours), (text, ground) in product(schemes().items(), pairs):
        one, other = sorted((brightness(colours[text]), brightness(colours[ground])))
        assert (other + 0.05) / (one + 0.05) >= 4.5, (scheme, text, ground)


def test_no_colour_stands_outside_the_tokens():
    for file, text in styles():
        assert COLOUR.findall(text) == [], f"{file}: give it a name in {TOKENS.name}"


@pytest.mark.parametrize(
    "style", ["a { color: #fff; }", "a { fill: rgba(0 0 0); }", "a { border: 1px solid red; }"]
)
def test_a_colour_outside_the_tokens_would_be_seen(style):
    assert COLOUR.search(style)
