"""The kit's reports on programs: right ones that look different, and those that hang, die, flood or
forget."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from games import GAMES
from games.conform.cases import Case, ProgramCall, log_line
from games.conform.disagreements import Disagreement, check_call, first_disagreement
from games.conform.fresh_cases import vectors
from games.conform.program import Program
from games.conform.reports import report

ROOT = Path(__file__).resolve().parents[3]

CASES = [
    Case(f"test:{place}", "a log", log_line("wish", "pub", None, moves))
    for place, moves in enumerate([[], ["pair 2 3"], ["pair 2 3", "pair 5 6"], ["pair 1 2"], ["x"]])
]

#: Our engine in a process of its own; some programs change `answer(line)`.
OURS = f"""
import json, sys
sys.path.insert(0, {str(ROOT)!r})
from games.replay import replay_line
answer = lambda line: replay_line(line).result()
"""
ANSWERING = """
status = 0
for line in sys.stdin.buffer:
    result = answer(line)
    status |= not result["ok"]
    print(json.dumps(result))
sys.exit(status)
"""


def program(code: str, patience: float = 60) -> Program:
    return Program([sys.executable, "-S", "-c", code], patience)


def found(code: str, cases: list[Case] = CASES, patience: float = 60) -> Disagreement:
    found = first_disagreement(program(code, patience), cases)
    assert found is not None
    return found


def test_a_program_in_other_clothes_agrees():
    """It asks ours, answers at the end, and orders keys, moves and numbers differently."""
    code = f"""
import json, subprocess, sys
command = [sys.executable, "-S", "-m", "games", *sys.argv[1:]]
ours = subprocess.run(command, cwd={str(ROOT)!r}, capture_output=True, input=sys.stdin.buffer.read())
def dressed(answer):
    if not isinstance(answer, dict):
        return [dressed(each) for each in reversed(answer)]
    answer = dict(reversed(answer.items()))
    if "error" in answer:
        answer["error"] = "no"
    if "legal" in answer:
        answer["legal"].reverse()
        answer["score"] = float(answer["score"])
    return answer
replies = [dressed(json.loads(line)) for line in ours.stdout.splitlines()]
indent = None if sys.argv[1] == "replay" else 2
sys.stdout.write("\\r\\n".join(json.dumps(reply, indent=indent) for reply in replies))
sys.exit(ours.returncode)
"""
    asked = program(code)
    assert first_disagreement(asked, CASES) is None
    assert check_call(asked, ProgramCall("", "", ["list"], list(GAMES))) is None
    assert check_call(asked, ProgramCall("", "", ["deal", "wish", "--rules", "{}", "--", "-a"])) is None


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; sys.stdin.read()", "it ended, and 0 of 1 lines were answered"),
        ("", "it ended, and 0 of 1 lines were answered"),
        ("import sys; sys.stderr.write('no cards'); sys.exit(3)", "exit status 3, and wrote: no cards"),
        ("import os; os.kill(os.getpid(), 9)", "it was ended by signal 9"),
        ("print('ready')", "something that is not JSON: not JSON at character 0: ready"),
        ("print('{\"score\": NaN}')", "NaN is not JSON"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "not UTF-8 at byte 0"),
        ("print()", "nothing is written there"),
        ("print([])", "theirs  []"),
        ("while True: print(end='x' * 65536)", "more than 1,000,000 bytes where one answer is due"),
    ],
)
def test_what_a_program_does_instead_of_answering_is_said(code, words):
    said = report(found(code, CASES[:1]), ["engine"])
    assert words in said
    assert "again     python -m games conform --only test:0 -- engine" in said


def test_a_program_that_writes_more_lines_than_it_was_given_is_cut_off():
    code = OURS + "line = sys.stdin.buffer.readline()\nwhile True: print(json.dumps(answer(line)))"
    assert "more lines than it was given" in found(code, CASES[:1]).failure


def test_a_program_that_complains_without_end_is_read_no_further(tmp_path):
    complaints = "import sys\nwhile True: sys.stderr.write('x' * 65536)"
    assert "not done within 0.5 s" in found(complaints, CASES[:1], patience=0.5).failure


def test_a_program_that_never_ends_is_ended_with_all_that_it_has_started(tmp_path):
    """Its child holds a pipe open, which ends only when the child is gone too."""
    os.mkfifo(pipe := tmp_path / "pipe")
    code = f"import subprocess; subprocess.run(['sleep', '600'], stdout=open({str(pipe)!r}, 'w'))"
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert "not done within 1 s; 0 of 1 lines" in found(code, CASES[:1], patience=1).failure
        os.set_blocking(reading, True)
        assert os.read(reading, 1) == b""
    finally:
        os.close(reading)


@pytest.mark.extra
def test_of_many_lines_the_one_that_the_program_dies_of_is_named():
    """Its answers are lost with it, so only halving can tell."""
    answer = """
import os
ours = answer
def answer(line):
    return os._exit(70) if b"pair 1 2" in line else ours(line)
"""
    it = found(OURS + answer + ANSWERING)
    assert it.of is CASES[3]
    assert it.failure == "it ended with exit status 70; 0 of 1 lines were answered"


def test_what_only_the_line_before_brings_about_is_shown_with_that_line():
    answer = """
ours, before = answer, b""
def answer(line):
    global before
    result = ours(line)
    if b"5 6" in before:
        result["ply"] = 7
    before = line
    return result
"""
    it = found(OURS + answer + ANSWERING)
    assert it.of is CASES[3]
    assert it.among == ("test:2", "test:3")
    assert "--only test:2 --only test:3 -- engine" in report(it, ["engine"])


def test_a_status_that_tells_nothing_is_found():
    it = found(OURS + ANSWERING.replace("sys.exit(status)", ""))
    assert it.where[0] == ("exit status", "1", "0")


@pytest.mark.extra
@pytest.mark.parametrize("ply", [0, 200])
def test_the_first_ply_at_which_views_differ_is_found(ply):
    """In the longest won game of the vectors, which takes more than one run of prefixes."""
    won = max((case for case in vectors([GAMES["winabit"]]) if "won: the whole" in case.kind), key=_plies)
    assert _plies(won) == 475
    answer = f"""
ours = answer
def answer(line):
    result = ours(line)
    result["score"] += result["ply"] >= {ply}
    return result
"""
    it = found(OURS + answer + ANSWERING, [won])
    assert it.plies == ply
    assert len(it.of.log["moves"]) == ply
    assert [where.field for where in it.where] == ["score"]


def _plies(case: Case) -> int:
    return case.expected["ply"]
