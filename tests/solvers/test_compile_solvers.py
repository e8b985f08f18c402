"""Compiled solvers find what the sources find; without a C compiler, the sources are used."""

import json
import shutil
import subprocess
import sys
from functools import partial

import pytest

from competitions.models import Deal
from competitions.solving.par import separate_process
from competitions.solving.par.separate_process import LimitsReached, ask_solver, solve_deal
from solvers import compile_solvers as compiling
from solvers.compile_solvers import ROOT, best_folder, compile_solvers, compiled_folder, missing_to_compile
from tests.clients.contests import golden
from tests.solvers.found import FOUND
from tests.threads import at_once

COMPILER = """\
#!/bin/sh
env > {folder}/environment
for argument
do
    test "$before" != -o || touch "$argument"
    before=$argument
done
"""
"""It says in which environment it ran, and makes empty files."""

PROGRAM = """\
import json
print(json.dumps({"score": 7, "proven": False, "moves": [], "version": 1}))
"""


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A folder with the least that can be compiled."""
    for room in compiling.ROOMS:
        (tmp_path / "sources" / room).mkdir(parents=True)
        (tmp_path / "sources" / room / "__init__.py").write_text("")
    monkeypatch.setattr(compiling, "ROOT", tmp_path / "sources")
    return tmp_path / "sources"


@pytest.fixture
def compiler(tmp_path, monkeypatch):
    """A compiler that works on every machine."""
    file = tmp_path / "compiler"
    file.write_text(COMPILER.format(folder=tmp_path))
    file.chmod(0o755)
    monkeypatch.setenv("CC", str(file))
    monkeypatch.setattr(compiling, "missing_to_compile", str)


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.timeout(1800)  # a minute on a quiet machine
def test_solvers_compiled_once_find_what_their_sources_find(tmp_path, monkeypatch):
    """Two start at once; what was made of earlier sources goes. Without a compiler, the sources are asked."""
    (tmp_path / "solvers-0123456789abcdef").mkdir()
    compile_fast = partial(compile_solvers, tmp_path, level=0)  # it takes a quarter of the time
    said = set(at_once(*[compile_fast] * 2))
    folder, missing = best_folder(tmp_path), missing_to_compile()
    compiled = folder != ROOT
    assert compiled == (not missing)
    if compiled:
        assert said == {"The solvers are compiled now.", "The solvers are compiled already."}
        assert sorted(tmp_path.iterdir()) == [folder, tmp_path / "solvers.lock"]
    else:
        assert all(missing in each for each in said)
    found = subprocess.run(
        [sys.executable, "-m", "tests.solvers.found"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert json.loads(found.stdout) == [compiled, FOUND]
    monkeypatch.setattr(separate_process, "best_folder", lambda: folder)
    for seconds, megabytes in ((1, 800), (90, 21), (90, 22), (90, 23), (90, 24)):
        monkeypatch.setattr(separate_process, "MEGABYTES", megabytes)
        with pytest.raises(LimitsReached):
            ask_solver("solvers", golden("winabit-5a")["log"], "--analysis", seconds=seconds)


@pytest.mark.parametrize("named", ["no-such-compiler -pthread", " ", "'"])
def test_without_a_compiler_the_sources_are_used_and_that_is_said(named, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", named)
    assert compile_solvers(tmp_path) == (
        "The solvers stay as they are, and take longer than compiled ones: "
        f"this machine has no C compiler ({named})."
    )
    assert best_folder(tmp_path) == ROOT
    assert not list(tmp_path.iterdir())


@pytest.mark.extra
def test_a_compiler_that_fails_leaves_nothing(sources, tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "missing_to_compile", str)
    monkeypatch.setenv("CC", "false")
    place = tmp_path / "place"
    assert compile_solvers(place).startswith("The solvers stay as they are")
    assert best_folder(place) == sources
    assert [left.name for left in place.iterdir()] == ["solvers.lock"]


@pytest.mark.extra
def test_what_is_compiled_depends_on_nothing_but_what_names_it(sources, compiler, tmp_path, monkeypatch):
    """Sources that change before they are copied, and the environment of who compiles them."""
    for name in ("CFLAGS", "MYPYC_OPT_LEVEL", "MYPYPATH", "PYTHONPATH"):
        monkeypatch.setenv(name, "meant for others")
    copy = shutil.copytree

    def copy_changed(*arguments, **options):
        (sources / "games" / "rules.py").write_text("POINTS = 2")
        return copy(*arguments, **options)

    monkeypatch.setattr(shutil, "copytree", copy_changed)
    place = tmp_path / "place"
    assert compile_solvers(place) == "The solvers are compiled now."
    assert (best_folder(place) / "games" / "rules.py").read_text() == "POINTS = 2"
    assert best_folder(place) == compiled_folder(place, sources)
    assert "meant for others" not in (tmp_path / "environment").read_text()


@pytest.mark.extra
def test_half_of_what_was_compiled_is_never_used(sources, compiler, tmp_path, monkeypatch):
    """Even if it can only be removed in part, it makes way."""

    def remove_no_folder(folder, ignore_errors=False):
        if not ignore_errors:
            raise PermissionError("another user made it")

    monkeypatch.setattr(shutil, "rmtree", remove_no_folder)
    half = compiled_folder(tmp_path, sources)
    half.mkdir()
    (half / "left").touch()
    (sources / "games" / "rules.py").write_text("POINTS = 2")
    assert compile_solvers(tmp_path) == "The solvers are compiled now."
    assert not half.exists()


@pytest.mark.parametrize("changed", ["games/rules.py", "compiler.lock"])
def test_a_solver_runs_from_the_folder_of_today_s_sources(changed, sources, tmp_path, monkeypatch):
    """Where the sources or the locked mypyc have changed, nobody runs what was compiled earlier."""
    monkeypatch.setattr(compiling, "LOCK", sources / "compiler.lock")
    for file in ("games/rules.py", "compiler.lock"):
        (sources / file).write_text("of yesterday")
    program = compiled_folder(tmp_path, sources) / "solvers" / "__main__.py"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM)
    monkeypatch.setattr(separate_process, "best_folder", partial(best_folder, tmp_path))
    assert solve_deal(Deal(game_slug="wish", rules={}, seed="pub")).score == 7
    (sources / changed).write_text("of today")
    assert best_folder(tmp_path) == sources
