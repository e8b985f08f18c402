"""Running tests on a broken copy of the tree."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from tests.servers.daphne import environment

from .table import Code, Mutant

LONGEST_S: Final = 300.0

LEFT_BEHIND: Final = shutil.ignore_patterns(
    ".*", "__pycache__", "data", "staticfiles", "screenshots", "node_modules", "static"
)
LINKED: Final = ("frontend/node_modules", "frontend/static")
"""Large and made by tools: a copy links to them."""

PASSED, FAILED = 0, 1


class Outcome(NamedTuple):
    """The outcome of the tests for one mutant."""

    noticed_by: str | None
    """The first test that failed."""
    trouble: str
    """Why there is no outcome: the tests did not run to their end."""
    seconds: float


@contextmanager
def copy_of(tree: Path) -> Iterator[Path]:
    """Yield a copy of the tree, to be broken. All mutants share it, so it is compiled once."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(shutil.copytree(tree, Path(folder) / "tree", ignore=LEFT_BEHIND))
        for made in filter(lambda each: (tree / each).exists(), LINKED):
            (copy / made).symlink_to((tree / made).resolve())
        yield copy


def judge(mutant: Mutant, code: Code) -> Outcome:
    """Return whether the tests notice the mutant."""
    try:
        with mutant.broken(code):
            return ask(code.tree, mutant.arguments)
    except LookupError as error:
        return Outcome(None, str(error), 0.0)


def ask(tree: Path, arguments: Sequence[str], longest_s: float = LONGEST_S) -> Outcome:
    """Run tests on a tree, up to the first failure or for `longest_s` seconds at most."""
    options = ["-x", "-q", "-p", "no:cacheprovider", "--nomigrations"]
    began = monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *arguments],
            cwd=tree,
            env=environment({}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=longest_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(None, f"no end after {longest_s:.0f} s", monotonic() - began)
    seconds = monotonic() - began
    failed = re.search(r"^(?:FAILED|ERROR) (\S+\.py\b.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    if done.returncode == FAILED and failed:
        return Outcome(failed[1], "", seconds)
    said = "" if done.returncode == PASSED else (done.stdout + done.stderr).strip()[-2000:]
    return Outcome(None, said, seconds)
