"""A sixth game is a handful of new files: it can be played everywhere, and no product file names it.

The files in `tree` are laid over a copy of this tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import GAMES

ROOT = Path(__file__).resolve().parents[3]
FILES = Path(__file__).with_name("tree")
PARTS = ("benchmarks", "client", "competitions", "config", "frontend", "games", "solvers", "tests")
#: Left out of the copy: what is large, and this test. What is compiled is copied, not compiled anew.
LEFT_OUT = shutil.ignore_patterns("node_modules", "sixth", "dist")
GAME, FOLDER = "aces-up", "aces_up"

# One worker runs them, so that the tree is copied once.
pytestmark = [pytest.mark.xdist_group("the sixth game"), pytest.mark.long]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("sixth") / "tree"
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=LEFT_OUT)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, copy)
    (copy / "frontend/node_modules").symlink_to(ROOT / "frontend/node_modules")
    for file in filter(Path.is_file, FILES.rglob("*.*")):
        place = copy / file.relative_to(FILES)
        assert not place.exists(), "a game changes no file"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    return copy


def run(tree: Path, *command: str, code: int = 0) -> str:
    """Return the output of a command in the copy. Fails unless it ends with this exit status."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment["PYTHONPATH"] = str(tree)
    done = subprocess.run(
        command,
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def run_tests(tree: Path, *arguments: str) -> None:
    run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not extra", *arguments)


def test_no_file_of_the_product_names_it():
    assert GAME not in GAMES
    named = [
        file
        for part in PARTS[:-1]
        for file in (ROOT / part).rglob("*")
        if file.suffix in (".py", ".ts", ".svelte", ".html", ".css", ".json", ".toml", ".md")
        and "node_modules" not in file.parts
        and any(name in file.read_text() for name in (GAME, FOLDER, "Aces Up"))
    ]
    assert named == []


@pytest.mark.extra
def test_the_tests_of_all_games_of_the_terminal_and_of_a_site_hold_for_it(tree):
    run_tests(tree, "tests/games", "tests/client/test_screens.py", "-k", f"{FOLDER} or {GAME}")


@pytest.mark.extra
def test_the_kit_proves_an_engine_of_it(tree):
    ours = (sys.executable, "-m", "games")
    said = run(tree, *ours, "conform", "--game", GAME, "--count", "3", "--", *ours)
    assert "agrees" in said
    run(tree, *ours, "conform", "--write", "kit")
    rules = (tree / "kit" / "RULES.md").read_text()
    assert f"## 8. Aces Up — `{GAME}`" in rules
    assert f"| `{GAME}` | 52 | lowest | 100 |" in rules


@pytest.mark.parametrize(
    ("missing", "command", "said"),
    [
        (None, ("manage.py", "check"), "No module named 'solvers.aces_up'"),
        ("EFFORT = ", ("-c", "import solvers"), "has no attribute 'EFFORT'"),
        ("PROVES = ", ("-c", "import solvers"), "has no attribute 'PROVES'"),
    ],
)
def test_a_game_without_a_whole_solver_is_found_at_once(tree, missing, command, said):
    solver = tree / f"solvers/{FOLDER}.py"
    whole = solver.read_text()
    solver.unlink()
    if missing:
        solver.write_text("".join(line for line in whole.splitlines(True) if not line.startswith(missing)))
    try:
        assert said in run(tree, sys.executable, *command, code=1)
    finally:
        solver.write_text(whole)


@pytest.mark.extra
def test_it_is_played_in_a_browser_with_and_without_a_network(tree):
    run(tree / "frontend", "npx", "vite", "build")
    run_tests(tree, f"tests/frontend/browser/test_{FOLDER}.py")
