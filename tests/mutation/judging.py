"""Asking the tests about a broken copy of the tree."""

import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from config.variables import VARIABLES

from .table import ROOT, Code, Mutant

LONGEST_S: Final = 300.0

LEFT_BEHIND: Final = shutil.ignore_patterns(
    ".*", "__pycache__", "data", "staticfiles", "screenshots", "node_modules", "static"
)
LINKED: Final = ("frontend/node_modules", "frontend/static")
"""Made, not written, and large: a copy uses what is there."""

PASSED, FAILED = 0, 1


class Outcome(NamedTuple):
    """How the tests answered for one mutant."""

    noticed_by: str | None
    """The first test that failed."""
    trouble: str
    """Why there is no answer, where there is none: the tests did not run to their end."""
    seconds: float


@contextmanager
def copy_of(tree: Path) -> Iterator[Path]:
    """A copy of the tree as it is now, to be broken."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(shutil.copytree(tree, Path(folder) / "tree", ignore=LEFT_BEHIND))
        for made in filter(lambda each: (tree / each).exists(), LINKED):
            (copy / made).symlink_to((tree / made).resolve())
        yield copy


def judge(mutant: Mutant, tree: Path = ROOT) -> Outcome:
    """Whether the tests that are asked notice the mutant."""
    with copy_of(tree) as copy:
        try:
            mutant.break_in(Code(copy))
        except LookupError as error:
            return Outcome(None, str(error), 0.0)
        return ask(copy, mutant.arguments)


def ask(tree: Path, arguments: Sequence[str]) -> Outcome:
    """What the tests say of a tree, up to the first that fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *arguments]
    began = monotonic()
    try:
        done = subprocess.run(
            command,
            cwd=tree,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(None, f"no end after {LONGEST_S:.0f} s", monotonic() - began)
    seconds = monotonic() - began
    failed = re.search(r"^(?:FAILED|ERROR) (\S+\.py\b.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    if done.returncode == FAILED and failed:
        return Outcome(failed[1], "", seconds)
    said = "" if done.returncode == PASSED else (done.stdout + done.stderr).strip()[-2000:]
    return Outcome(None, said, seconds)


def _environment() -> dict[str, str]:
    """This process's, without the settings of a service that is run here."""
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return {**inherited, "SECRET_KEY": secrets.token_urlsafe(48)}
