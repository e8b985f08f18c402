"""Colours stand in one file, and text in them stands out from what it is written on (WCAG AA: 4.5 to 1)."""

import re
from itertools import product
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "frontend" / "src"
TOKENS = SOURCES / "style" / "tokens.css"
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b"
    r"|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\("
    r"|:[^;{}]*(?<![\w.-])(?:white|black|gr[ae]y|silver|red|orange|yellow|gold|green|blue|purple)(?![\w-])",
    re.IGNORECASE,
)
"""A colour that is written out: in digits, by a function, or by a usual name in a declaration."""
PAIRS = [
    ("ink", "page"),
    ("ink", "panel"),
    ("ink", "wash"),
    ("quiet", "page"),
    ("quiet", "panel"),
    ("quiet", "wash"),
    ("quiet", "gold-wash"),
    ("quiet", "up-wash"),
    ("link", "page"),
    ("link", "panel"),
    ("link", "up-wash"),
    ("red", "panel"),
    ("red", "page"),
    ("red", "red-wash"),
    ("gold", "gold-wash"),
    ("ink", "gold-wash"),
    ("ink", "up-wash"),
    ("on-accent", "accent"),
    ("on-felt", "felt"),
    ("on-felt-quiet", "felt"),
    ("on-felt-quiet", "felt-deep"),
    ("felt-up", "felt"),
    ("bottle", "ivory"),
    ("night", "ivory"),
    ("night", "felt-gold"),
    ("night", "silver"),
    ("night", "bronze"),
]


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
    for (scheme, colours), (text, ground) in product(schemes().items(), PAIRS):
        one, other = sorted((brightness(colours[text]), brightness(colours[ground])))
        assert (other + 0.05) / (one + 0.05) >= 4.5, (scheme, text, ground)


def test_no_colour_stands_outside_the_tokens():
    sources = [path for path in SOURCES.rglob("*") if path.suffix in (".css", ".svelte") and path != TOKENS]
    assert sources
    for source in sources:
        text = re.sub(r"/\*.*?\*/", "", source.read_text(), flags=re.DOTALL)
        styles = [text] if source.suffix == ".css" else re.findall(r"<style>.*?</style>", text, re.DOTALL)
        assert COLOUR.findall("".join(styles)) == [], f"{source}: give it a name in {TOKENS.name}"


@pytest.mark.parametrize(
    "style", ["a { color: #fff; }", "a { fill: rgba(0 0 0); }", "a { border: 1px solid red; }"]
)
def test_a_colour_outside_the_tokens_would_be_seen(style):
    assert COLOUR.search(style)
