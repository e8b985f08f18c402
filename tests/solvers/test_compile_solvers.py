"""Compiled solvers find what the sources find; without a C compiler, the sources are used."""

import json
import subprocess
import sys
from functools import partial

import pytest

from competitions.models import Deal
from competitions.solving.par import separate_process
from competitions.solving.par.separate_process import solve_deal
from solvers import compile_solvers as compiling
from solvers.compile_solvers import ROOT, best_folder, compile_solvers, compiled_folder
from solvers.limits import AT_ITS_LIMITS
from tests.clients.contests import golden
from tests.solvers.found import FOUND
from tests.threads import at_once

PROGRAM = """\
import json
print(json.dumps({"score": 7, "proven": False, "moves": [], "version": 1}))
"""


@pytest.mark.extra
@pytest.mark.long
def test_solvers_compiled_once_find_what_their_sources_find(tmp_path, monkeypatch):
    """Two start at once; what was made of earlier sources goes. Without a compiler, the sources are asked."""
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")  # it takes a quarter of the time
    (tmp_path / "solvers-0123456789abcdef").mkdir()
    said = set(at_once(*[partial(compile_solvers, tmp_path)] * 2))
    folder = best_folder(tmp_path)
    compiled = folder != ROOT
    if compiled:
        assert said == {"The solvers are compiled now.", "The solvers are compiled already."}
        assert sorted(tmp_path.iterdir()) == [folder, tmp_path / "solvers.lock"]
    else:
        assert all("has no C compiler" in each or "headers" in each for each in said)
    found = subprocess.run(
        [sys.executable, "-m", "tests.solvers.found"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert json.loads(found.stdout) == [compiled, FOUND]
    for limit in ("--seconds=1", "--megabytes=24"):
        command = [sys.executable, "-m", "solvers", "--analysis", limit]
        log = json.dumps(golden("winabit-5a")["log"])
        ended = subprocess.run(command, cwd=folder, input=log, text=True, capture_output=True, check=False)
        assert ended.returncode == AT_ITS_LIMITS, limit


def test_without_a_compiler_the_sources_are_used_and_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -pthread")
    assert compile_solvers(tmp_path) == (
        "The solvers stay as they are, and take longer than compiled ones: "
        "this machine has no C compiler (no-such-compiler -pthread)."
    )
    assert best_folder(tmp_path) == ROOT
    assert not list(tmp_path.iterdir())


@pytest.mark.extra
def test_a_compiler_that_fails_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert compile_solvers(tmp_path).startswith("The solvers stay as they are")
    assert best_folder(tmp_path) == ROOT
    assert [left.name for left in tmp_path.iterdir()] == ["solvers.lock"]


def test_a_solver_runs_from_the_folder_of_today_s_sources(tmp_path, monkeypatch):
    """Where sources have changed, nobody runs what was compiled of the earlier ones."""
    (tmp_path / "games").mkdir()
    (tmp_path / "solvers").mkdir()
    rules = tmp_path / "games" / "rules.py"
    rules.write_text("POINTS = 1")
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    program = compiled_folder(tmp_path) / "solvers" / "__main__.py"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM)
    monkeypatch.setattr(separate_process, "best_folder", partial(best_folder, tmp_path))
    assert solve_deal(Deal(game_slug="wish", rules={}, seed="pub")).score == 7
    rules.write_text("POINTS = 2")
    assert best_folder(tmp_path) == tmp_path
