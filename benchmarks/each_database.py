"""Runs a benchmark on one kind of database after the other, each time in a process of its own."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.servers import postgres

ROOT = Path(__file__).resolve().parent.parent


def measure_on_each(module: str, about: str, *, databases: Sequence[str], sizes: Sequence[int]) -> None:
    """Call `python -m MODULE --measure SIZES` on each database that the command line names, or on these. The
    exit status is 1 if one of the calls fails."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("databases", nargs="*", default=databases)
    parser.add_argument("--sizes", default=",".join(map(str, sizes)))
    chosen = parser.parse_args()
    good = True
    for name in chosen.databases:
        print(f"\n{name}", flush=True)
        with ExitStack() as stack:
            env = dict(os.environ)
            if name != "sqlite":
                server = stack.enter_context(postgres.server(os.environ, durable=True))
                env["BENCHMARK_DATABASE_URL"] = stack.enter_context(postgres.database(server))
            command = [sys.executable, "-m", module, "--measure", chosen.sizes]
            good = not subprocess.call(command, cwd=ROOT, env=env) and good
    sys.exit(not good)
