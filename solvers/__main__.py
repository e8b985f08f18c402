"""The command line: the best that one game can still come to, in a process that gives way to all others.

    python -m solvers < LOG

reads a log as `python -m games replay` does, and prints the best final score from where it stops, whether
that is proven, the moves from there, and the version of the solvers. The exit status is 1 if the log is
refused or nothing was found within the limits.
"""

from __future__ import annotations

import argparse
import json
import sys

from games.replay import Refused, replay_line
from solvers import VERSION, Stopped, solve
from solvers.giving_way import give_way, limits_of


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m solvers", description=__doc__, allow_abbrev=False)
    search = give_way(limits_of(parser).parse_args(arguments))
    replayed = replay_line(sys.stdin.buffer.readline())
    if isinstance(replayed, Refused):
        print(json.dumps(replayed.result()))
        return 1
    try:
        found = solve(replayed.position, search)
    except (Stopped, MemoryError):
        return 1
    print(
        json.dumps({"score": found.score, "proven": found.proven, "moves": found.moves, "version": VERSION})
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
