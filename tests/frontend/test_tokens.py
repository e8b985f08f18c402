"""Sizes of letters, layers and breakpoints have names, in one place each, as colours have."""

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "frontend" / "src"
STYLE = SOURCES / "style"
NAMED = (STYLE / "tokens.css", STYLE / "breakpoints.css")

LENGTH = re.compile(r"(?<![\w-])\d*\.?\d+(?:[a-z]+|%)")
FITTED = re.compile(r"var\(--(?:card-width|card-height|rows|columns|winners)\)")
"""What letters are made to fit: it is known only where it is counted or measured."""

CONTAINER = re.compile(r"@container[^{]*")
IN_MARGINS = re.compile(r"@(?:top|bottom)-\w+ \{[^}]*\}")
"""What a browser prints in the margins of a page, where no names are known."""

DECLARATION = re.compile(r"(?<![\w-])(font-size|font|z-index): ([^;{}]+);")


def styles() -> list[tuple[str, str]]:
    """The name of each file with styles, and the styles."""
    files = [file for file in SOURCES.rglob("*.css") if file not in NAMED]
    found = [(file, file.read_text()) for file in files]
    for file in SOURCES.rglob("*.svelte"):
        found += [(file, style) for style in re.findall(r"<style>(.*?)</style>", file.read_text(), re.DOTALL)]
    assert len(found) > len(files) > 20
    return [
        (str(file.relative_to(SOURCES)), re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        for file, text in found
    ]


def declared(*properties: str) -> list[tuple[str, str]]:
    return [
        (file, value)
        for file, text in styles()
        for name, value in DECLARATION.findall(IN_MARGINS.sub("", text))
        if name in properties
    ]


def raw_sizes(value: str) -> bool:
    return LENGTH.search(value) is not None and FITTED.search(value) is None


@pytest.mark.parametrize("value", ["1rem", "600 0.9em/1.3 var(--sans)", "max(12px, var(--text))", "120%"])
def test_a_size_that_is_written_out_is_noticed(value: str) -> None:
    assert raw_sizes(value)


def test_letters_have_the_sizes_that_have_names() -> None:
    sizes = declared("font-size", "font")
    assert len(sizes) > 80
    assert not [(file, value) for file, value in sizes if raw_sizes(value)]


def test_layers_have_names() -> None:
    layers = declared("z-index")
    assert len(layers) > 8
    assert not [
        (file, value) for file, value in layers if "var(--layer-" not in value or re.search(r"\d", value)
    ]
    scripts = [file for file in SOURCES.rglob("*.*") if file.suffix in (".ts", ".svelte")]
    assert not [file for file in scripts if re.search(r"style:z-index|zIndex", file.read_text())]


def test_pages_change_at_breakpoints_that_have_names() -> None:
    asked = [(file, condition) for file, text in styles() for condition in re.findall(r"@media[^{]*", text)]
    assert len(asked) > 30
    assert not [(file, condition) for file, condition in asked if re.search(r"\d", condition)]


def test_containers_change_at_widths_that_windows_change_at() -> None:
    named = set(LENGTH.findall((STYLE / "breakpoints.css").read_text()))
    asked = [condition for _, text in styles() for condition in CONTAINER.findall(text)]
    assert asked
    assert {length for condition in asked for length in LENGTH.findall(condition)} <= named


def test_every_name_that_is_used_stands_there_and_every_name_that_stands_there_is_used() -> None:
    tokens, breakpoints = (file.read_text() for file in NAMED)
    used = "".join(text for _, text in styles())
    kind = r"--(?:text|layer|wall|paper)[\w-]*|--(?:much-)?smaller|--larger"
    there = set(re.findall(rf"^  ({kind}):", tokens, re.MULTILINE))
    assert there == set(re.findall(rf"var\(({kind})\)", used))
    media = set(re.findall(r"@custom-media (--[\w-]+)", breakpoints))
    assert media == set(re.findall(r"\((--[\w-]+)\)", " ".join(re.findall(r"@media[^{]*", used))))


SIDE = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)\b"
    r"|(?:left|right): [^;{}]+|to (?:left|right)\b)"
)
AROUND = re.compile(r"(?<![\w-])(?:margin|padding|inset|border-(?:width|style|color)): ([^;{}]+);")
"""What is declared for the four sides at once."""

LEFT_AND_RIGHT = {
    ("style/home.css", "left: 50%"),  # in the middle
    ("table/Cards.svelte", "left: 0"),  # cards lie where the table is measured from
    ("table/Marks.svelte", "left: 0"),
    ("style/board.css", "to left"),  # each for its direction
    ("style/board.css", "to right"),
}


def sides(text: str) -> list[str]:
    """What in these styles is of the left or of the right alone."""
    return SIDE.findall(text) + [value for value in AROUND.findall(text) if is_uneven(value)]


def is_uneven(value: str) -> bool:
    """Whether the second and the fourth of four values differ."""
    values: list[str] = re.findall(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+", value)
    return len(values) == 4 and values[1] != values[3]


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("margin-left: 1rem;", 1),
        ("inset: 0 auto auto 0;", 1),
        ("padding: 0 calc(1rem + (2px)) 1rem 1rem;", 1),
        ("padding: 0 calc(1rem + (2px)) 1rem calc(1rem + (2px));", 0),
        ("right: 0;", 1),
        ("background: linear-gradient(to right, red, blue);", 1),
        (".left { margin: 0 auto 1rem; }", 0),
    ],
)
def test_a_left_and_a_right_are_noticed(style: str, found: int) -> None:
    assert len(sides(style)) == found


def test_pages_have_a_start_and_an_end_and_no_left_and_right() -> None:
    """So they turn round for languages that are written from right to left."""
    assert {(file, side) for file, text in styles() for side in sides(text)} == LEFT_AND_RIGHT
