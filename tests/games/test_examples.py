"""The examples in the engine's documentation are true, and it stands on the standard library alone."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["games", *(found.name for found in pkgutil.walk_packages(games.__path__, "games."))]


def test_the_main_calls_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {
        test.name for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples
    }
    assert shown >= {
        "games.deck.deck",
        "games.deck.commitment",
        "games.game.Game",
        "games.replay",
        "games.replay.play",
        "games.replay.replay_log",
        "games.views.view",
    }


def test_the_engines_import_nothing_but_the_standard_library():
    """In a process without site packages, where nothing else could be imported even by mistake."""
    script = f"""
import importlib, sys
sys.path.insert(0, {str(ROOT)!r})
for name in {MODULES!r}:
    importlib.import_module(name)
tops = {{name.partition(".")[0] for name in sys.modules}} - {{"games", "__main__"}}
print(*sorted(tops - set(sys.stdlib_module_names)))
"""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []


@pytest.mark.parametrize(("language", "longest"), [("en", 100), ("de", 130)])
@pytest.mark.parametrize("game", games.GAMES.values(), ids=games.GAMES)
def test_every_game_tells_its_goal_its_source_its_rules_and_its_rulings(game, language, longest):
    about = game.about_in(language)
    assert about.source
    assert about.goal.endswith(".")
    assert about.feel.endswith(".")
    assert len(about.goal) <= longest
    assert ". " not in about.goal
    paragraphs = about.rules_text.split("\n\n")
    assert paragraphs[: len(about.rules)] == list(about.rules)
    assert len(about.rules) >= 4
    assert len(about.rulings) >= 3
    assert [text.partition(": ")[2] for text in paragraphs[len(about.rules) :]] == list(about.rulings)
    assert all("  " not in paragraph and paragraph.endswith((".", "!")) for paragraph in paragraphs)


def test_a_rules_page_mentions_every_value_of_an_option():
    for game in games.GAMES.values():
        for values in game.options.values():
            assert sum(value in game.about_in("en").rules_text for value in values) >= len(values) - 1
