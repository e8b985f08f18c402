"""Verifying logs offline."""

import json
from pathlib import Path

import pytest

from evendeal.verifying import check, check_text, commitments_of
from games.deck import commitment

from .conftest import Run

LOG = {"competition": "c", "round": 1, "game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 30}
CONTEST = {"id": "c", "rounds": [{"number": 1, "commitment": commitment("wish", "pub")}]}


def test_a_seed_is_held_against_its_commitment() -> None:
    commitments = commitments_of(CONTEST)
    assert check(LOG, commitments).fault is None
    other = {**LOG, "seed": "other", "moves": [], "score": 32}
    assert check(other).fault is None
    assert check(other, commitments).fault == "its seed is not the one that was committed to"
    assert "does not have" in str(check({**LOG, "round": 2}, commitments).fault)


@pytest.mark.parametrize("claim", [{"score": 28}, {"won": True}, {"finished": True}, {"score": "30"}])
def test_whatever_a_log_says_of_itself_is_checked(claim: dict[str, object]) -> None:
    assert "comes to" in str(check({**LOG, **claim}).fault)


def test_a_file_holds_one_log_or_one_a_line() -> None:
    line = json.dumps(LOG).encode()
    assert [result.fault for result in check_text(json.dumps(LOG, indent=2).encode())] == [None]
    assert [result.fault for result in check_text(line + b"\n\n" + line)] == [None, None]
    *_, last = check_text(line + b"\n{")
    assert last.name == "line 2"
    assert last.fault is not None


@pytest.mark.parametrize("line", [b"[]", b"7", b"null", b'{"player": 7, "game": [], "seed": {}}', b"\xff"])
def test_whatever_is_in_a_file_there_is_a_result(line: bytes) -> None:
    (result,) = check_text(line)
    assert result.fault is not None


def test_what_is_verified_is_counted_and_an_empty_file_is_none_of_it(run: Run, home: Path) -> None:
    for name, text in {"logs.ndjson": "", "log.json": "\n", "contest.json": "[]"}.items():
        Path(name).write_text(text)
    for empty in ("logs.ndjson", "log.json"):
        assert "no log" in run("verify", empty, status=1).output
    assert "is no contest" in run("verify", "logs.ndjson", "--contest", "contest.json", status=2).output
    Path("logs.ndjson").write_text((json.dumps({**LOG, "score": 1}) + "\n") * 30)
    said = run("verify", "logs.ndjson", status=1).output
    assert said.count("says score 1") == 20
    assert "and 10 more" in said
    assert "30 logs: 30 not what they say." in said
