"""Compiles the solvers to machine code, where this machine can; elsewhere they run from their sources.

    python -m solvers.compile_solvers

copies `games` and `solvers` into a folder of the environment, lets mypyc compile the searches there, and says
in a sentence what was done. The folder is named by all that it is made from. So solvers that have changed run
from their sources until they are compiled again.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "solvers")
PLACE = ROOT / ".venv"
"""The folder for the compiled solvers, which is no part of the sources."""

NOT_COMPILED = {"__main__", "bands", "compile_solvers", "limits"}
"""The modules that search nothing: commands, and what only a running Python can set."""

PYCACHE = "__pycache__"


def best_folder(place: Path = PLACE) -> Path:
    """Return the folder to run the solvers from: that of the compiled ones, or the root if there are none."""
    compiled = compiled_folder(place)
    return compiled if compiled.is_dir() else ROOT


def compiled_folder(place: Path) -> Path:
    """Return the folder for what is compiled of today's sources by this Python, whether it exists or not."""
    digest = sha256(f"{sys.version} {sysconfig.get_config_var('EXT_SUFFIX')}\n".encode())
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.*")):
            if file.is_file() and PYCACHE not in file.parts:
                content = sha256(file.read_bytes()).hexdigest()
                digest.update(f"{file.relative_to(ROOT)} {content}\n".encode())
    return place / f"solvers-{digest.hexdigest()[:16]}"


def compile_solvers(place: Path = PLACE) -> str:
    """Compile the solvers if that is still to be done, and return a sentence about it.

    It gives way to all other processes. Of several at the same time, one compiles and the others wait for it.
    """
    if fault := _missing():
        return _stay(fault)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with _alone(place / "solvers.lock"):
            return _compile_into(compiled_folder(place))
    except OSError as error:
        return _stay(str(error))


def _compile_into(folder: Path) -> str:
    """Compile the solvers into a folder, which appears once it is whole. Those of earlier sources go."""
    if folder.is_dir():
        return "The solvers are compiled already."
    for old in folder.parent.glob("solvers-*"):
        shutil.rmtree(old)
    new = folder.with_suffix(".new")
    try:
        for room in ROOMS:
            shutil.copytree(ROOT / room, new / room, ignore=shutil.ignore_patterns(PYCACHE))
        if fault := _compile(new):
            return _stay(fault)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return "The solvers are compiled now."


def _missing() -> str:
    """Return what this machine lacks to compile; empty if it lacks nothing."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(shlex.split(compiler)[0]):
        return f"this machine has no C compiler ({compiler})"
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        return f"the headers of this Python are missing in {headers}"
    return ""


def _stay(fault: str) -> str:
    return f"The solvers stay as they are, and take longer than compiled ones: {fault}."


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait until no other process holds this file, and hold it."""
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile(folder: Path) -> str:
    """Compile the solvers in a folder in place; return what went wrong, or an empty string."""
    modules = sorted(file for file in (folder / "solvers").glob("*.py") if file.stem not in NOT_COMPILED)
    names = [f"solvers/{file.name}" for file in modules]
    done = subprocess.run(
        ["nice", "-n", "19", sys.executable, "-m", "mypyc", "--config-file=", *names],
        cwd=folder,
        env={**os.environ, "MYPYC_DEBUG_LEVEL": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(folder / left, ignore_errors=True)
    if done.returncode:
        return f"mypyc ended with {done.returncode}, and with “{done.stdout.strip().rpartition(chr(10))[2]}”"
    return ""


if __name__ == "__main__":
    print(compile_solvers())
