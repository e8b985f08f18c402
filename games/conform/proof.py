"""The proof that a program plays by our rules: in which order the program is asked, how much at once, and how
far the proof has come.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from time import monotonic

from games.conform.cases import Case, ProgramCall
from games.conform.disagreements import Askable, Disagreement, check_call, first_disagreement
from games.conform.fresh_cases import call, first_calls, fresh, vectors
from games.game import Game

FIRST_BATCH, LARGEST_BATCH = 16, 1024
"""The number of lines in the first batch, and in the largest. The first batches are small, so that a fault in
every answer is reported at once."""
LARGEST_GIVEN = 4_000_000
"""A batch with this many bytes gets no further lines."""
CALL_EVERY, MOST_CALLS = 20, 100
"""After the fresh deals come fresh calls: one for every `CALL_EVERY` deals, but at most `MOST_CALLS`, because
each call is a run of its own."""


class Proof:
    """The proof that one program plays by our rules. It counts what the program was asked."""

    def __init__(self, program: Askable, games: Sequence[Game], seed: str, patience: float) -> None:
        self._program, self._games, self._seed, self._patience = program, games, seed, patience
        self._began = self._told = monotonic()
        self._codes: Counter[str] = Counter()
        self._deals = self._calls = self._batches = self._lines = 0

    def found(self, deals: int, seconds: float | None) -> Disagreement | None:
        """Return the first disagreement; None if there is none. The program is asked the first calls and the
        vectors, then fresh deals, and last fresh calls. The number of fresh deals is `deals` or, if `seconds`
        is given, as many as that time allows."""
        for each in first_calls(self._games):
            if found := self._call(each):
                return found
        if found := self._all(vectors(self._games)):
            return found
        end = None if seconds is None else monotonic() + seconds
        return self._all(self._fresh(deals, end)) or self._fresh_calls()

    @property
    def asked(self) -> str:
        """The number of questions of each kind so far, in words."""
        return f"{self._lines:,} lines, {self._calls:,} calls, {self._deals:,} fresh deals"

    def sum_up(self) -> str:
        """Return what the program agreed on so far, in words."""
        took = monotonic() - self._began
        games = ", ".join(game.slug for game in self._games)
        answers = ", ".join(f"{code} {times:,}" for code, times in self._codes.most_common())
        whole = f"It agrees: {self.asked} of {games}, in {took:.0f} s (seed {self._seed})."
        return f"{whole}\nIts answers: {answers}."

    def _fresh(self, deals: int, end: float | None) -> Iterator[Case]:
        for number in count():
            if number >= deals if end is None else monotonic() >= end:
                return
            yield from fresh(self._seed, self._games, number)
            self._deals += 1

    def _fresh_calls(self) -> Disagreement | None:
        for number in range(min(self._deals // CALL_EVERY, MOST_CALLS)):
            if found := self._call(call(self._seed, self._games, number)):
                return found
        return None

    def _call(self, each: ProgramCall) -> Disagreement | None:
        self._calls += 1
        return check_call(self._program, each)

    def _all(self, cases: Iterator[Case]) -> Disagreement | None:
        """Return the first disagreement on these cases; None if there is none. Each batch of lines is one run
        of the program. Batches grow as long as the program answers quickly."""
        size = FIRST_BATCH
        while batch := _batch(cases, size):
            began = monotonic()
            self._lines += len(batch)
            for part, by_file in self._parts(batch):
                if part and (found := first_disagreement(self._program, part, by_file)):
                    return found
            self._batches += 1
            self._codes.update(case.expected.get("code", "ok") for case in batch)
            slow = monotonic() - began > self._patience / 8
            size = max(size // 2, 1) if slow else min(size * 2, LARGEST_BATCH)
            self._tell()
        return None

    def _parts(self, batch: Sequence[Case]) -> Iterator[tuple[Sequence[Case], bool]]:
        """Yield the parts of a batch, one for each run, each with whether its lines are given in a file.

        A third of the batches is split, so that one run has only accepted logs and must exit with status 0.
        Another third is given as files. In the last third, refused logs come first, and the exit status must
        still report them.
        """
        if self._batches % 3 == 1:
            yield [case for case in batch if case.expected["ok"]], False
            yield [case for case in batch if not case.expected["ok"]], False
        elif self._batches % 3 == 2:
            yield batch, True
        else:
            yield sorted(batch, key=lambda case: bool(case.expected["ok"])), False

    def _tell(self) -> None:
        """Report the progress from time to time."""
        now, screen = monotonic(), sys.stderr.isatty()
        if now - self._told < (0.5 if screen else 10):
            return
        self._told = now
        rate = self._lines / (now - self._began)
        end = "  \r" if screen else "\n"
        print(f"{self.asked}, {rate:,.0f} lines a second", end=end, file=sys.stderr, flush=True)


def _batch(cases: Iterator[Case], size: int) -> list[Case]:
    batch: list[Case] = []
    given = 0
    while len(batch) < size and given < LARGEST_GIVEN and (case := next(cases, None)):
        batch.append(case)
        given += len(case.line)
    return batch
