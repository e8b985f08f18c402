"""The command line: the best score of one game, found by a process that gives way to all others.

    python -m solvers < LOG

reads a log as `python -m games replay` does. It prints the best final score that can be reached after the
log's last move, whether this score is proven, the moves to it, and the version of the solvers. The exit
status is 1 if the log is refused or the parent process has ended, and 3 if the time or the memory ran out.

    python -m solvers --analysis < LOG

prints the analysis of all moves of the log, and the version of the solvers.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from games.game import Position
from games.logs import read_log
from games.replay import Refused, open_deal, replay_line
from solvers import VERSION, Search, Stopped, analyse, solve
from solvers.limits import AT_ITS_LIMITS, give_way, limits_of


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m solvers", description=__doc__, allow_abbrev=False)
    parser.add_argument("--analysis", action="store_true", help="analyse all moves of the log")
    asked = limits_of(parser).parse_args(arguments)
    search = give_way(asked)
    replayed = replay_line(line := sys.stdin.buffer.readline())
    if isinstance(replayed, Refused):
        print(json.dumps(replayed.result()))
        return 1
    try:
        answer = _analysis(line, search) if asked.analysis else _solution(replayed.position, search)
    except Stopped:
        return 1
    except (MemoryError, SystemError):  # CPython sometimes raises SystemError in place of MemoryError
        return AT_ITS_LIMITS
    print(json.dumps({"version": VERSION, **answer}))
    return 0


def _solution(position: Position, search: Search) -> dict[str, Any]:
    found = solve(position, search)
    return {"score": found.score, "proven": found.proven, "moves": found.moves}


def _analysis(line: bytes, search: Search) -> dict[str, Any]:
    log = read_log(line)
    opening = open_deal(log.game, log.seed, log.rules)
    assert not isinstance(opening, Refused), "the log has been replayed"
    return analyse(opening, log.moves, search)


if __name__ == "__main__":
    sys.exit(main())
