"""The command line: the best that one game can still come to, in a process that gives way to all others.

    python -m solvers < LOG

reads a log as `python -m games replay` does, and prints the best final score from where it stops, whether
that is proven, the moves from there, and the version of the solvers. The exit status is 1 if the log is
refused or nothing was found within the limits.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys

from games.replay import Refused, replay_line
from solvers import VERSION, Search, Stopped, solve


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m solvers", description=__doc__, allow_abbrev=False)
    parser.add_argument("--seconds", type=int, help="of the processor's time; no limit without it")
    parser.add_argument("--megabytes", type=int, help="of memory; no limit without it")
    asked = parser.parse_args(arguments)
    asking = os.getppid()
    os.nice(19)
    if asked.seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (asked.seconds, asked.seconds))
    if asked.megabytes is not None:
        # Of what is written to: a machine for WebAssembly sets much more aside, and never uses it.
        resource.setrlimit(resource.RLIMIT_DATA, (asked.megabytes << 20, asked.megabytes << 20))
    replayed = replay_line(sys.stdin.buffer.readline())
    if isinstance(replayed, Refused):
        print(json.dumps(replayed.result()))
        return 1
    try:
        found = solve(replayed.position, Search(stop=lambda: os.getppid() != asking))
    except (Stopped, MemoryError):
        return 1
    print(
        json.dumps({"score": found.score, "proven": found.proven, "moves": found.moves, "version": VERSION})
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
