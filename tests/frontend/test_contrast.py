"""The colours that text is written in stand out from what they are written on (WCAG AA: 4.5 to 1)."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "frontend" / "src" / "style" / "tokens.css"
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
]


def schemes() -> dict[str, dict[str, str]]:
    light, dark = TOKENS.read_text().split("@media", 1)
    found = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in (light, dark)]
    return {"light": found[0], "dark": found[0] | found[1]}


def brightness(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out(scheme, text, ground):
    colours = schemes()[scheme]
    one, other = sorted((brightness(colours[text]), brightness(colours[ground])))
    assert (other + 0.05) / (one + 0.05) >= 4.5
