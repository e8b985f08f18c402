"""The words of the table: whatever players read uses one word for one thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import GAMES
from games.glossary import TABLE_WORDS, table_word, table_words

NEVER_SAID = {
    "stock": ("draw pile", "talon"),
    "waste": ("discard pile",),
    "free": ("exposed", "uncovered card", "available card", "free play"),
    "foundation": ("ace pile", "home pile"),
    "taken away": ("discarded",),
}
"""Words that must not be used instead of a word of the table."""

ROOT = Path(__file__).parents[2]
COMMENTS = re.compile(r"<!--.*?-->|/\*.*?\*/|\{#.*?#\}|(?<![:\"'])//[^\n]*", re.DOTALL)
"""Comments in TypeScript, Svelte and templates."""


@cache
def said() -> list[tuple[str, str]]:
    return [*_said()]


def _said() -> Iterator[tuple[str, str]]:
    """Yield the files with texts for players, and their texts."""
    for place in ("games/*.py", "games/[!c]*/*.py", "client/src/**/*.py"):
        for path in ROOT.glob(place):
            yield str(path), "\n".join(strings_of(path.read_text()))
    for path in (*ROOT.glob("games/*/pile_names/en.json"), *ROOT.glob("games/**/messages/en.json")):
        yield str(path), path.read_text()
    for place in ("src/**/*.ts", "src/**/*.svelte", "templates/**/*.html"):
        for path in (ROOT / "frontend").glob(place):
            if not path.name.endswith(".test.ts"):
                yield str(path), COMMENTS.sub("", path.read_text())


def strings_of(source: str) -> Iterator[str]:
    """Yield the texts in a Python module, without docstrings."""
    nodes = [*ast.walk(ast.parse(source))]
    describing = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in describing:
            yield " ".join(node.value.split())


@pytest.mark.extra
@pytest.mark.parametrize("word", NEVER_SAID)
def test_one_thing_has_one_word(word):
    assert word in {table_word(each).word for each in TABLE_WORDS}
    other = re.compile(rf"\b({'|'.join(NEVER_SAID[word])})s?\b", re.IGNORECASE)
    found = [
        (place, line.strip()) for place, text in said() for line in text.splitlines() if other.search(line)
    ]
    assert found == []


def test_the_rules_of_each_game_come_with_the_words_that_they_use():
    for game in GAMES.values():
        rules = " ".join((*game.about_in("en").rules, *game.about_in("en").rulings)).lower()
        found = [each for each in TABLE_WORDS if re.search(rf"\b{table_word(each).word}s?\b", rules)]
        assert found == [*game.table_words]
    used = {slug: [each.word for each in table_words(game)] for slug, game in GAMES.items()}
    assert used == {
        "wish": [],
        "winabit": ["stock", "waste", "hand", "free", "foundation"],
        "well": ["foundation"],
        "pyramid": ["stock", "waste", "free", "taken away"],
        "three-by-three": [],
    }
