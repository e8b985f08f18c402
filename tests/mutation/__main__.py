"""Break the code in one named way after the other, and say which test noticed.

    python3 -m tests.mutation                   all of them
    python3 -m tests.mutation rules 'a name'    a kind, and one mutant

First the same tests are asked about the tree as it is: what fails there notices nothing. The status is 1
if a mutant was not noticed.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

from config.setup.venv import python_for

from .judging import ask, copy_of, judge
from .table import KINDS, ROOT, Mutant, mutants


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutation", description="See which tests notice.")
    parser.add_argument("asked", nargs="*", metavar="NAME", help=f"a mutant, or one of {', '.join(KINDS)}")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="so many at the same time")
    options = parser.parse_args(arguments)
    every = mutants()
    if unknown := set(options.asked) - {name for each in every for name in (each.name, each.kind)}:
        parser.error(f"there is no mutant {', '.join(sorted(unknown))}")
    chosen = [each for each in every if not options.asked or {each.name, each.kind} & set(options.asked)]
    with ThreadPoolExecutor(options.at_once) as pool:
        return _fails_unbroken(chosen, pool) or _all_noticed(chosen, pool)


def _fails_unbroken(chosen: Sequence[Mutant], pool: ThreadPoolExecutor) -> int:
    """1 if the tree as it is fails one of the tests that are asked."""
    failed = 0
    with copy_of(ROOT) as copy:
        for outcome in pool.map(partial(ask, copy), {tuple(each.arguments) for each in chosen}):
            if outcome.noticed_by or outcome.trouble:
                print(f"unbroken, it fails: {outcome.noticed_by or outcome.trouble}", flush=True)
                failed = 1
    return failed


def _all_noticed(chosen: Sequence[Mutant], pool: ThreadPoolExecutor) -> int:
    """1 if one of them was not noticed."""
    unnoticed = 0
    judging = {pool.submit(judge, each): each for each in chosen}
    for done in as_completed(judging):
        mutant, (noticed_by, trouble, seconds) = judging[done], done.result()
        print(f"{seconds:5.1f} s  {mutant.name}: {noticed_by or 'NOT NOTICED'}", flush=True)
        if trouble:
            print(trouble)
        unnoticed += noticed_by is None
    print(f"{len(chosen) - unnoticed} of {len(chosen)} were noticed.")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    if python := python_for({"serve", "test"}):
        os.execv(python, [str(python), "-m", "tests.mutation", *sys.argv[1:]])
    sys.exit(main(sys.argv[1:]))
