"""Break the code in one named way after the other, and say which test notices.

    python3 -m tests.mutation                   all of them
    python3 -m tests.mutation locks 'a name'    a kind, and one mutant

At the end, the tests that noticed run on the unbroken tree: a failure there means they noticed nothing.
The status is 1 if a mutant was not noticed.
"""

import argparse
import os
import sys
from collections.abc import Sequence, Set
from pathlib import Path

from config.setup.venv import python_for

from .judging import LONGEST_S, ask, copy_of, judge
from .table import KINDS, ROOT, Code, Mutant, mutants


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutation", description="See which tests notice.")
    parser.add_argument("asked", nargs="*", metavar="NAME", help=f"a mutant, or one of {', '.join(KINDS)}")
    options = parser.parse_args(arguments)
    every = mutants()
    if unknown := set(options.asked) - {name for each in every for name in (each.name, each.kind)}:
        parser.error(f"there is no mutant {', '.join(sorted(unknown))}")
    chosen = [each for each in every if not options.asked or {each.name, each.kind} & set(options.asked)]
    with copy_of(ROOT) as tree:
        code = Code(tree)
        noticing = [noticed_by for each in chosen if (noticed_by := _noticed_by(each, code))]
        print(f"{len(noticing)} of {len(chosen)} were noticed.", flush=True)
        fails = bool(noticing) and _fails_unbroken(set(noticing), tree)
    return 1 if fails or len(noticing) < len(chosen) else 0


def _noticed_by(mutant: Mutant, code: Code) -> str | None:
    noticed_by, trouble, seconds = judge(mutant, code)
    print(f"{seconds:5.1f} s  {mutant.name}: {noticed_by or 'NOT NOTICED'}", flush=True)
    if trouble:
        print(trouble, flush=True)
    return noticed_by


def _fails_unbroken(tests: Set[str], tree: Path) -> bool:
    """Return whether one of these tests fails on the unbroken tree."""
    outcome = ask(tree, sorted(tests), LONGEST_S * len(tests))
    if failed := outcome.noticed_by or outcome.trouble:
        print(f"unbroken, it fails: {failed}")
    return bool(failed)


if __name__ == "__main__":
    if python := python_for({"serve", "servers", "test"}):
        os.execv(python, [str(python), "-m", "tests.mutation", *sys.argv[1:]])
    sys.exit(main(sys.argv[1:]))
