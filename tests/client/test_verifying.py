"""Verifying logs offline."""

import codecs
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
    assert "the replay" in str(check({**LOG, **claim}).fault)


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
        assert "no log" in run("verify", empty, status=2).output
    assert "is no contest" in run("verify", "logs.ndjson", "--contest", "contest.json", status=2).output
    Path("logs.ndjson").write_text((json.dumps({**LOG, "score": 1}) + "\n") * 30)
    said = run("verify", "logs.ndjson", status=1).output
    assert said.count("says score 1") == 20
    assert "and 10 more" in said
    assert "30 logs: 30 with a false claim." in said


MARKED = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
}
"""Encodings in which Windows saves a text, and the mark that it puts before it."""


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_with_a_byte_order_mark_are_read(run: Run, home: Path, encoding: str, end: str) -> None:
    def save(name: str, *values: object) -> None:
        text = end.join(json.dumps(each, ensure_ascii=False) for each in values) + end
        Path(name).write_bytes(MARKED[encoding] + text.encode(encoding))

    log = {**LOG, "player": {"name": "Zoë 🂡"}}
    save("log.json", log)
    save("logs.ndjson", log, log)
    save("contest.json", CONTEST)
    for name, said in {"log.json": "1 log: all", "logs.ndjson": "2 logs: all"}.items():
        assert said in run("verify", name, "--contest", "contest.json").output
    save("logs.ndjson", log, {**log, "score": 28})
    assert "Zoë 🂡" in run("verify", "logs.ndjson", status=1).output


def test_what_cannot_be_read_is_told_from_what_is_false(run: Run, home: Path) -> None:
    true, false = json.dumps(LOG), json.dumps({**LOG, "score": 28})
    unreadable = ("no log", json.dumps({**LOG, "moves": None}), json.dumps({**LOG, "game": "golf"}))
    logs = Path("logs.ndjson")
    for each in unreadable:
        logs.write_text(f"{true}\n{each}\n")
        said = run("verify", "logs.ndjson", status=2).output
        assert "2 logs: 1 that cannot be checked." in said
        assert "a false claim" not in said
    logs.write_text("\n".join((true, false, *unreadable)))
    said = run("verify", "logs.ndjson", status=1).output
    assert "5 logs: 1 with a false claim, 3 that cannot be checked." in said
    Path("log.json").write_bytes(true.encode("utf-16-le"))
    assert "1 that cannot be checked" in run("verify", "log.json", status=2).output
