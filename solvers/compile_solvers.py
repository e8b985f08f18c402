"""Compiles the solvers to machine code, if this machine can; otherwise they run from their sources.

    python -m solvers.compile_solvers

copies `games` and `solvers` into a folder in `.venv`, lets mypyc compile the searches there, and
prints a sentence about the outcome. The folder's name is a digest of the sources, of Python and of mypyc. So
changed solvers have no folder, and run from their sources until they are compiled again.
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
from tempfile import mkdtemp

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "solvers")
LOCK = ROOT / "config" / "requirements" / "compiler.lock"
"""The file that pins the version of mypyc."""

PLACE = ROOT / ".venv"
"""The folder for the compiled solvers, which is no part of the sources."""

NOT_COMPILED = {"__main__", "bands", "compile_solvers", "limits"}
"""The modules that do not search, so that nothing is gained by compiling them."""

PYCACHE = "__pycache__"


def best_folder(place: Path = PLACE) -> Path:
    """Return the folder of the compiled solvers, or the root if the solvers are not compiled."""
    compiled = compiled_folder(place, ROOT)
    return compiled if compiled.is_dir() else ROOT


def compiled_folder(place: Path, sources: Path) -> Path:
    """Return the folder for the solvers that this Python and the locked mypyc compile from the folder
    `sources`. It may not exist yet."""
    digest = sha256(f"{sys.version} {sysconfig.get_config_var('EXT_SUFFIX')}\n".encode())
    digest.update(LOCK.read_bytes())
    for room in ROOMS:
        for file in sorted((sources / room).rglob("*.*")):
            if file.is_file() and PYCACHE not in file.parts:
                content = sha256(file.read_bytes()).hexdigest()
                digest.update(f"{file.relative_to(sources)} {content}\n".encode())
    return place / f"solvers-{digest.hexdigest()[:16]}"


def compile_solvers(place: Path = PLACE, *, level: int = 3) -> str:
    """Compile the solvers unless they are compiled already, and return a sentence about the outcome. A higher
    level, 3 at most, takes more time and makes faster solvers.

    Several processes may call this at once: one of them compiles, and the others wait.
    """
    if fault := missing_to_compile():
        return _stay(fault)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with _alone(place / "solvers.lock"):
            return _compile_in(place, level)
    except OSError as error:
        return _stay(str(error))


def _compile_in(place: Path, level: int) -> str:
    """Compile the solvers into a new folder, and remove the folders of earlier sources. The new folder gets
    its name only when it is complete.

    The name is the digest of the copied sources, because the originals may change meanwhile.
    """
    if compiled_folder(place, ROOT).is_dir():
        return "The solvers are compiled already."
    for old in list(place.glob("solvers-*")):
        # Rename the folder before removing it. If files of it cannot be removed, the rest must not have the
        # name of a complete folder.
        left = old.rename(mkdtemp(prefix="solvers-old-", dir=place))
        shutil.rmtree(left, ignore_errors=True)
    new = place / "solvers-new"
    try:
        for room in ROOMS:
            shutil.copytree(ROOT / room, new / room, ignore=shutil.ignore_patterns(PYCACHE))
        folder = compiled_folder(place, new)
        if fault := _compile(new, level):
            return _stay(fault)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return "The solvers are compiled now."


def missing_to_compile() -> str:
    """Return what this machine lacks for compiling; an empty string if it lacks nothing."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    try:
        program = shutil.which(shlex.split(compiler)[0])
    except (IndexError, ValueError):  # `compiler` is empty, or has an open quotation mark
        program = None
    if not program:
        return f"this machine has no C compiler ({compiler})"
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        return f"the headers of this Python are missing in {headers}"
    return ""


def _stay(fault: str) -> str:
    return f"The solvers stay as they are, and take longer than compiled ones: {fault}."


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait until no other process has locked this file, and lock it while the block runs."""
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile(folder: Path, level: int) -> str:
    """Compile the solvers in this folder, in place. Return what went wrong, or an empty string.

    The compiler gets only the environment variables that help to find it, so that no other variable changes
    its output.
    """
    modules = sorted(file for file in (folder / "solvers").glob("*.py") if file.stem not in NOT_COMPILED)
    names = [f"solvers/{file.name}" for file in modules]
    kept = {name: os.environ[name] for name in ("PATH", "CC", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", "--config-file=", *names],
        cwd=folder,
        env={**kept, "MYPYC_OPT_LEVEL": str(level), "MYPYC_DEBUG_LEVEL": "0"},
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
