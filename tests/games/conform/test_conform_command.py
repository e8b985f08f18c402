"""The kit's command line: what it takes, what it says, and its exit status."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from games.conform.command import main
from tests.games.conform.engines import program
from tests.games.conform.operators import ROOT, Broken


class PairsLeft(Broken):
    def of(self, source: str) -> str:
        score = "len(PACK_32) - len(self.discard)"
        return source.replace(score, f"({score}) // 2")


BROKEN = PairsLeft("Wish: the score is the pairs left", "wish.rules", 0)


def run(*arguments, **more):
    command = [sys.executable, "-S", "-m", "games", "conform", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)


def test_ours_agrees_with_itself_in_another_process():
    done = run("--only", "vectors:wish:1:3", "--only", "7:pyramid:2:5", "--", *program(ROOT))
    assert done.stdout == "It agrees on vectors:wish:1:3, 7:pyramid:2:5.\n"
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.extra
def test_what_differs_is_shown_again_by_the_line_that_is_printed(tmp_path, capsys):
    tree = shutil.copytree(ROOT / "games", tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / BROKEN.file).write_text(BROKEN.of((ROOT / "games" / BROKEN.file).read_text()))
    assert main(["--game", "wish", "--", *program(tmp_path)]) == 1
    said = capsys.readouterr().out
    again = next(line for line in said.splitlines() if line.startswith("again"))
    done = subprocess.run(
        again.removeprefix("again").replace("python -m", f"{sys.executable} -m", 1),
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.splitlines() == said.splitlines()[1:]
    assert "  ours    32\n  theirs  16\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "the command to be proved is missing"),
        (["--", "/nowhere/engine"], "/nowhere/engine: No such file or directory"),
        (["--game", "golf", "--", "engine"], "invalid choice: 'golf'"),
        (["--seed", "a b", "--", "engine"], "1 to 64 letters"),
        (["--count", "-1", "--", "engine"], "--count"),
        (["--for", "0", "--", "engine"], "a number of seconds above 0"),
        (["--for", "nan", "--", "engine"], "a number of seconds above 0"),
        (["--only", "7:golf:1:1", "--", "engine"], "there is no case '7:golf:1:1'"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words, capsys):
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert words in capsys.readouterr().err
