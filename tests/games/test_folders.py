"""A game is one folder: all about it is found there, and its layouts under the same name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games import GAMES

from .golden import GOLDEN

ROOT = Path(__file__).resolve().parents[2]
ROOM = ROOT / "games"
MODULES = {"__init__.py", "rules.py", "teaching.py", "hints.py", "lesson.py"}
PARTS = {*MODULES, "rare.ndjson", "RULES.md"}
#: What a game says, with a file for each language.
WORDS = ("messages", "pile_names")
FOLDERS = {slug: slug.replace("-", "_") for slug in GAMES}


def imports(file: Path) -> set[str]:
    """The modules of `games` that a module imports, by what stands after `games.`."""
    nodes = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)]
    found = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
    return {name.removeprefix("games.") for name in found if name.startswith("games.")}


def test_every_folder_but_the_kit_is_a_game_that_is_played():
    folders = {file.parent.name for file in ROOM.glob("*/*.py")}
    assert folders == {*FOLDERS.values(), "conform"}
    assert {slug: game.folder for slug, game in GAMES.items()} == FOLDERS
    assert [game.place for game in GAMES.values()] == [*range(1, len(GAMES) + 1)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_all_its_parts_and_its_layouts_one_name(slug):
    folder = FOLDERS[slug]
    assert {file.name for file in (ROOM / folder).iterdir() if file.is_file()} == PARTS
    for part in WORDS:
        assert (ROOM / folder / part / "en.json").is_file()
    assert (ROOT / "frontend/src/table/layouts" / f"{folder}.ts").is_file()
    assert (ROOT / f"solvers/{folder}.py").is_file()
    assert (ROOT / "client/src/evendeal/cli/layouts" / f"{folder}.py").is_file()
    assert (GOLDEN[slug].parent / "test_rules.py").is_file()


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_stands_on_what_all_share_and_on_no_other_game(slug):
    others = {*FOLDERS.values(), "replay", "GAMES"} - {FOLDERS[slug]}
    for file in (ROOM / FOLDERS[slug]).glob("*.py"):
        assert not {name.partition(".")[0] for name in imports(file)} & others, file


def test_what_all_share_names_no_game():
    shared = [file for file in ROOM.glob("*.py") if file.name != "__init__.py"]
    assert shared
    for file in (*shared, *ROOM.glob("conform/*.py")):
        assert not {name.partition(".")[0] for name in imports(file)} & {*FOLDERS.values()}, file
