"""Running a solver in a process of its own, so that no request waits for it.

Only one solver runs at a time on a machine. It runs at the lowest priority, with limits on memory and time.
It ends with the process that started it. It gets the deal, and no secret of this site.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple

from solvers.compile_solvers import best_folder
from solvers.limits import AT_ITS_LIMITS

from ...jobs.due_rows import TookTooLong
from ...jobs.workers import ToldToStop, told_to_stop
from ...models import Deal

ROOT: Final = Path(__file__).resolve().parents[3]
"""The folder that contains `solvers`."""

PROCESSOR_S: Final = 90.0
"""The seconds of processor time that a solver may use. Solvers usually need less, since the number of their
steps is limited."""

LONGEST_S: Final = 600.0
"""The seconds that a solver may take by the clock: more than the processor time, since a solver gives way to
all other processes."""

MEGABYTES: Final = 800
"""The megabytes of memory that a solver may use."""

LONGEST_ANSWER: Final = 4 << 20
"""The greatest number of bytes that are read of an answer."""

LOOK_EVERY_S: Final = 0.2
"""The seconds between two checks whether this process has to stop."""


ASK_AGAIN_S: Final = 0.01
"""The seconds after which a thread that waits for the lock tries again. The pause is short, so that the
waiting thread gets the lock before the worker that has released the lock begins another job."""


class DealSolution(NamedTuple):
    """The best line found for a deal, and its score."""

    score: int
    proven: bool
    moves: tuple[str, ...]
    solvers_version: int


class NotSolved(Exception):
    """A solver failed, was killed, ran out of time, or gave a wrong answer."""


class LimitsReached(NotSolved, TookTooLong):
    """A solver used up its processor time or memory. Another try would do so again."""


class OutOfTime(NotSolved, TookTooLong):
    """A solver took too long by the clock, because it gave way to other processes."""


def one_at_a_time(some: Callable[[float], bool]) -> Callable[[float], bool]:
    """Return a function that waits until no other thread on this machine works with solvers, and then calls
    `some` with the end of the slice of time. The function returns what `some` returns (whether no work is
    left), or False if the worker must stop during the wait."""

    def alone(end: float) -> bool:
        solvers = os.open(ROOT / "solvers", os.O_RDONLY)
        try:
            while not _try_lock(solvers):
                if told_to_stop():
                    return False
                time.sleep(ASK_AGAIN_S)
            return some(end)
        finally:
            os.close(solvers)  # this unlocks the folder, as the end of the process would

    return alone


def _try_lock(folder: int) -> bool:
    """Try to lock a folder; return whether it is locked now."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def solve_deal(deal: Deal) -> DealSolution:
    """Let a solver find the best line of a deal.

    Raises what `ask_solver` raises, and NotSolved if the answer cannot be read.
    """
    return _read(ask_solver("solvers", game_json(deal, [])))


def game_json(deal: Deal, moves: Sequence[str]) -> Mapping[str, object]:
    """A game of a deal, in the JSON form that solvers read."""
    return {"game": deal.game_slug, "seed": deal.seed, "rules": deal.rules, "moves": moves}


def ask_solver(program: str, question: object, *options: str, seconds: float = PROCESSOR_S) -> bytes:
    """Run a program of the solvers with a question in JSON, and return the printed answer. `seconds` limits
    the processor time. Raises NotSolved if the program fails or takes too long, and ToldToStop soon after
    this worker is told to stop."""
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
        cwd=best_folder(),
        env={"PYTHONHASHSEED": "0", "PATH": os.environ.get("PATH", "")},
        stdin=question,
        stdout=answer,
        stderr=subprocess.DEVNULL,  # the output may contain cards
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
    # A compiled solver that gets no memory sometimes aborts, where Python would raise MemoryError.
    if solver.returncode in (AT_ITS_LIMITS, -signal.SIGABRT):
        raise LimitsReached("it has come to its limits")
    if solver.returncode:
        raise NotSolved(f"it ended with {solver.returncode}")


def _has_ended(solver: "subprocess.Popen[bytes]") -> bool:
    """Wait at most `LOOK_EVERY_S` seconds for the process to end. Return whether it has ended."""
    try:
        solver.wait(LOOK_EVERY_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def _read(answer: bytes) -> DealSolution:
    try:
        found = json.loads(answer)
        return DealSolution(found["score"], found["proven"], tuple(found["moves"]), found["version"])
    except (ValueError, TypeError, KeyError) as error:
        raise NotSolved("its answer cannot be read") from error
