"""Solving a deal in a process of its own, which nobody who is served has to wait for.

One runs at a time on a machine, so that one core at most is busy with it. It gives way to everything else,
has limits on memory and time, and ends with the process that asked. It is told the deal and no secret of this
site.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple

from solvers.giving_way import AT_ITS_LIMITS

from ...jobs.due_rows import TookTooLong
from ...jobs.workers import ToldToStop, told_to_stop
from ...models import Deal

ROOT: Final = Path(__file__).resolve().parents[3]
"""Where the solvers are."""

PROCESSOR_S: Final = 90.0
"""How much of a processor a solver may take; one that counts its steps needs less."""

LONGEST_S: Final = 600.0
"""How long it may take, as it gives way to all others."""

MEGABYTES: Final = 800
"""How much memory it may take."""

LONGEST_ANSWER: Final = 4 << 20
"""How many bytes of what it says are read."""

LOOK_EVERY_S: Final = 0.2
"""How often it is looked whether this process is to stop."""


ASK_AGAIN_S: Final = 0.01
"""How often work with solvers that waits looks for its turn: so often that it comes before the next job of
the worker that has just ended."""


class DealSolution(NamedTuple):
    """The best line that was found of a deal, and what it comes to."""

    score: int
    proven: bool
    moves: tuple[str, ...]
    solvers_version: int


class NotSolved(Exception):
    """A solver has failed, or was killed, or there was no time left for it."""


class LimitsReached(NotSolved, TookTooLong):
    """A solver has used up its share of the processor or of memory, as it would if it were asked again."""


class OutOfTime(NotSolved, TookTooLong):
    """A solver gave way to others for so long that it did not end."""


def one_at_a_time(some: Callable[[float], bool]) -> Callable[[float], bool]:
    """The same work with solvers, while no other thread or process of this machine does any."""

    def alone(end: float) -> bool:
        solvers = os.open(ROOT / "solvers", os.O_RDONLY)
        try:
            while not _locks(solvers):
                if told_to_stop():
                    return False
                time.sleep(ASK_AGAIN_S)
            return some(end)
        finally:
            os.close(solvers)  # the lock goes with it, as it does if this process dies

    return alone


def _locks(folder: int) -> bool:
    """Lock a folder unless somebody else has, and say whether it is locked now."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def solve_apart(deal: Deal) -> DealSolution:
    """What a solver finds of a deal.

    Raises NotSolved, and ToldToStop within a moment of the order to stop.
    """
    return _read(ask_apart("solvers", game_json(deal, [])))


def game_json(deal: Deal, moves: Sequence[str]) -> Mapping[str, object]:
    """A game of a deal, as the solvers read it."""
    return {"game": deal.game_slug, "seed": deal.seed, "rules": deal.rules, "moves": moves}


def ask_apart(program: str, question: object, *options: str, seconds: float = PROCESSOR_S) -> bytes:
    """What a program of the solvers prints when it reads this question as JSON. It may take so many seconds
    of a processor. Raises what `solve_apart` raises."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answer:
        asked.write(json.dumps(question).encode())
        asked.seek(0)
        limits = (f"--seconds={seconds:.0f}", f"--megabytes={MEGABYTES}")
        _run([sys.executable, "-m", program, *options, *limits], asked, answer)
        answer.seek(0)
        return answer.read(LONGEST_ANSWER)


def _run(command: Sequence[str], question: IO[bytes], answer: IO[bytes]) -> None:
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={"PYTHONHASHSEED": "0", "PATH": os.environ.get("PATH", "")},
        stdin=question,
        stdout=answer,
        stderr=subprocess.DEVNULL,  # what it says may have cards in it
    ) as solver:
        end = time.monotonic() + LONGEST_S
        try:
            while not _has_ended(solver):
                if told_to_stop():
                    raise ToldToStop
                if time.monotonic() >= end:
                    raise OutOfTime(f"it took longer than {LONGEST_S:.0f} seconds")
        finally:
            solver.kill()
    if solver.returncode == AT_ITS_LIMITS:
        raise LimitsReached("it has come to its limits")
    if solver.returncode:
        raise NotSolved(f"it ended with {solver.returncode}")


def _has_ended(solver: "subprocess.Popen[bytes]") -> bool:
    """Whether it has ended, after a moment at the latest."""
    try:
        solver.wait(LOOK_EVERY_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _read(answer: bytes) -> DealSolution:
    try:
        told = json.loads(answer)
        return DealSolution(told["score"], told["proven"], tuple(told["moves"]), told["version"])
    except (ValueError, TypeError, KeyError) as error:
        raise NotSolved("its answer cannot be read") from error
