"""Asks a program, and finds the smallest case in which its answer differs from that of our engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from games.conform.cases import Case, ProgramCall
from games.conform.differences import Difference, NotJSON, answer_in, differences
from games.conform.program import ProgramFailure, ProgramRun

PREFIXES_AT_ONCE = 64
STATUS = "exit status"


class Askable(Protocol):
    """A program to compare with our engine, or an object that answers like one."""

    def replay(self, lines: Sequence[bytes], by_file: bool = False) -> AbstractContextManager[ProgramRun]: ...

    def call(self, arguments: Sequence[str]) -> AbstractContextManager[ProgramRun]: ...


class Disagreement(NamedTuple):
    """A case that a program answers differently from our engine, or does not answer."""

    of: Case | ProgramCall
    where: Sequence[Difference] = ()
    failure: str = ""
    note: str = ""
    plies: int | None = None
    """The number of moves after which the answers first differ; None if that is not known."""
    among: Sequence[str] = ()
    """The names of the cases that must be asked in one run to show the disagreement; empty if one case is
    enough."""


def check_call(program: Askable, call: ProgramCall) -> Disagreement | None:
    """Make one call of the program, and return the disagreement; None if the program agrees."""
    try:
        with program.call(call.arguments) as run:
            text = run.whole()
            status = run.status()
        answer = answer_in(text)
    except NotJSON as error:
        return Disagreement(call, failure=f"it wrote something that is not one JSON value: {error}")
    except ProgramFailure as failure:
        return Disagreement(call, failure=str(failure))
    if where := differences(call.expected, call.part(answer)):
        return Disagreement(call, where)
    return _wrong_status(call, call.status, status)


def first_disagreement(program: Askable, cases: Sequence[Case], by_file: bool = False) -> Disagreement | None:
    """Return the disagreement on a batch of lines, made as small as possible; None if the program agrees."""
    found = _first(program, cases, by_file)
    if found is None:
        return None
    print("An answer differs. Looking for the smallest case that shows it.", file=sys.stderr)
    if by_file and _first(program, cases) is None:
        return found._replace(note="Given the same lines on its standard input, it answers as we do.")
    found = _narrowed(program, cases, found)
    return found if found.among or not found.where else _shortest(program, found)


def _narrowed(program: Askable, cases: Sequence[Case], found: Disagreement) -> Disagreement:
    """Return a disagreement that is shown by as few lines as can be found. Try the line of the disagreement
    alone, then with the line before it, then each half of the lines. Go on with the first of these that still
    shows a disagreement, until none does."""
    while len(cases) > 1:
        at = next(place for place, case in enumerate(cases) if case is found.of)
        for fewer in (
            [cases[at]],
            cases[max(at - 1, 0) : at + 1],
            cases[: len(cases) // 2],
            cases[len(cases) // 2 :],
        ):
            if len(fewer) < len(cases) and (again := _first(program, fewer)):
                cases, found = fewer, again
                break
        else:
            break
    return found._replace(among=tuple(case.name for case in cases) if len(cases) > 1 else ())


def _first(program: Askable, cases: Sequence[Case], by_file: bool = False) -> Disagreement | None:
    """Return the first disagreement on a batch of lines; None if the program agrees on all of them."""
    answered, last = 0, cases[-1]
    try:
        with program.replay([case.line for case in cases], by_file) as run:
            for line in run.lines():
                if answered == len(cases):
                    return Disagreement(last, failure="it wrote more lines than it was given")
                case = cases[answered]
                if where := differences(case.expected, answer_in(line)):
                    return Disagreement(case, where)
                answered += 1
            status = run.status()
    except NotJSON as error:
        return Disagreement(cases[answered], failure=f"it wrote something that is not JSON: {error}")
    except ProgramFailure as failure:
        case = cases[min(answered, len(cases) - 1)]
        return Disagreement(case, failure=f"{failure}; {answered} of {len(cases)} lines were answered")
    if answered < len(cases):
        return Disagreement(
            cases[answered], failure=f"it ended, and {answered} of {len(cases)} lines were answered"
        )
    refused = any(not case.expected["ok"] for case in cases)
    return _wrong_status(last, int(refused), status)


def _wrong_status(of: Case | ProgramCall, ours: int, theirs: int) -> Disagreement | None:
    if ours == theirs:
        return None
    return Disagreement(of, [Difference(STATUS, str(ours), str(theirs))])


def _shortest(program: Askable, found: Disagreement) -> Disagreement:
    """Return the disagreement, with the log cut after the move at which the answers begin to differ. Some
    lengths of the log are tried first, then the lengths between the longest on which the program agrees and
    the shortest on which it differs."""
    case = found.of
    if not isinstance(case, Case) or case.log is None:
        return found
    right, wrong = -1, len(case.log["moves"])
    while wrong - right > 1:
        step = max((wrong - right) // PREFIXES_AT_ONCE, 1)
        plies = [*range(right + step, wrong, step)]
        shorter = _first(program, prefixes := [case.prefix(ply) for ply in plies])
        if shorter is None:
            right = plies[-1]
        elif isinstance(shorter.of, Case) and shorter.where and shorter.where[0].field != STATUS:
            at = prefixes.index(shorter.of)
            found, wrong = shorter, plies[at]
            right = plies[at - 1] if at else right
        else:
            break
    return found._replace(plies=wrong)
