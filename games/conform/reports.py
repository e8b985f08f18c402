"""Reports of disagreements in plain words, and how to see each one again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from games.conform.cases import Case, ProgramCall
from games.conform.disagreements import Disagreement

LONGEST_LINE = 2_000
"""A line with more bytes than this is not shown as a command."""
MOST_NAMES, LAST_MOVES = 8, 12


def report(found: Disagreement, command: Sequence[str], options: Sequence[str] = ()) -> str:
    """Return a report of several lines. Each line begins with a word that says what it shows."""
    return "\n".join(f"{word:9} {text}" for word, text in _sections(found, command, options))


def _sections(
    found: Disagreement, command: Sequence[str], options: Sequence[str]
) -> Iterator[tuple[str, str]]:
    case = found.of
    yield "case", f"{case.name}, {case.kind}"
    if isinstance(case, ProgramCall):
        yield "asked", shlex.join(case.arguments)
    elif case.log is None:
        yield "line", _fitted(ascii(case.line)[2:-1])
    else:
        yield from _log(case)
    if found.plies is not None:
        yield "differs", _place(found.plies, case)
    for field, ours, theirs in found.where[:5]:
        yield "field", field
        yield "  ours", ours
        yield "  theirs", theirs
    if more := found.where[5:]:
        yield "", f"and {len(more)} more fields"
    if found.failure:
        yield "failure", found.failure
    if found.note:
        yield "note", found.note
    if found.among:
        yield "note", f"It is found when {len(found.among)} lines are asked in one run, and in none alone."
    names = found.among if 0 < len(found.among) <= MOST_NAMES else [case.name]
    only = [word for name in names for word in ("--only", name)]
    yield "again", shlex.join(["python", "-m", "games", "conform", *options, *only, "--", *command])
    if isinstance(case, ProgramCall):
        yield "alone", shlex.join([*command, *case.arguments])
    elif len(case.line) <= LONGEST_LINE and case.line.isascii() and case.line.decode().isprintable():
        yield "alone", f"echo {shlex.quote(case.line.decode())} | {shlex.join([*command, 'replay'])}"


def _log(case: Case) -> Iterator[tuple[str, str]]:
    log = case.log
    assert log is not None
    rules = f"rules {log['rules']!a}" if "rules" in log else "no rules named"
    yield "deal", _fitted(f"{log['game']!a}, seed {log['seed']!a}, {rules}")
    moves = [ascii(move)[1:-1] for move in log["moves"]]
    last = moves[-LAST_MOVES:]
    before = f"{len(moves) - len(last)} moves, then " if len(moves) > len(last) else ""
    yield "log", _fitted(before + ", ".join(last)) if moves else "no moves"


def _place(plies: int, case: Case | ProgramCall) -> str:
    if not plies or not isinstance(case, Case) or case.log is None:
        return "before the first move"
    move = case.log["moves"][plies - 1]
    return _fitted(f"at ply {plies - 1}, with the move {move!a}; one move less, and the answers agree")


def _fitted(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else f"{text[:200]} ... {text[-200:]} ({len(text)} letters)"
