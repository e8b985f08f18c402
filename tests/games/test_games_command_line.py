"""The command line: what it prints, where it prints it, and its exit status."""

from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from games import GAMES
from games.__main__ import main
from games.views import view

ROOT = Path(__file__).resolve().parents[2]
STANDS = b'{"game": "wish", "seed": "pub", "moves": ["pair 2 3"]}'


def run(*arguments, given=b"", **environment):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )


def called(monkeypatch, *arguments, given=b""):
    """Run the command in this process, ten times as fast, with streams like those of a process."""
    said, complaints = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
    with redirect_stdout(said), redirect_stderr(complaints):
        try:
            status = main([*arguments])
        except SystemExit as ended:
            status = ended.code
    said.flush()
    complaints.flush()
    return subprocess.CompletedProcess(
        arguments, status, said.buffer.getvalue(), complaints.buffer.getvalue()
    )


def answer(done):
    """Return the one line of JSON that a run without complaints printed."""
    assert done.stderr == b""
    return json.loads(done.stdout.decode("ascii"))


def test_list_tells_each_game_its_options_and_its_limits():
    done = run("list")
    listed = answer(done)
    assert done.returncode == 0
    assert [entry["slug"] for entry in listed] == list(GAMES)
    facts = {
        "wish": ("Wish", {}, "lowest", 32, 16),
        "winabit": ("WinABit", {"scoring": ["5a", "5b"]}, "highest", -24, 3000),
        "well": ("Well", {"foundations": ["either", "up"]}, "lowest", 48, 1000),
        "pyramid": ("Pyramid", {"draw": ["one", "three"]}, "lowest", 28, 100),
        "three-by-three": ("Three By Three", {}, "lowest", 30, 70),
    }
    assert {entry["slug"]: (*entry.values(),)[1:] for entry in listed} == facts
    assert [*listed[0]] == ["slug", "name", "options", "score_order", "worst_score", "move_limit"]


@pytest.mark.parametrize(
    ("asked", "language"), [((), "de"), (("--language", "en"), "en"), (("--language", "eo"), "en")]
)
def test_names_and_reasons_are_in_the_language_that_is_asked_for_or_the_terminals(
    monkeypatch, asked, language
):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    names = [entry["name"] for entry in answer(called(monkeypatch, "list", *asked))]
    assert names == [game.title.words(language) for game in GAMES.values()]
    reasons = {"de": "'a b' ist kein Startwert", "en": "'a b' is no seed"}
    assert answer(called(monkeypatch, "deal", "wish", "a b", *asked))["error"] == reasons[language]
    replayed = answer(called(monkeypatch, "replay", *asked, given=STANDS.replace(b"pub", b"a b")))
    assert replayed["error"] == reasons[language]


def test_deal_gives_the_opening_view():
    done = run("deal", "pyramid", "pub", "--rules", '{"draw": "three"}')
    assert done.returncode == 0
    assert answer(done) == view(GAMES["pyramid"].open("pub", {"draw": "three"}))


def test_a_seed_that_begins_with_a_hyphen_is_given_after_two(monkeypatch):
    for arguments in (["--", "-a"], ["--rules", "{}", "--", "-a"], ["--", "--"], ["--", "--rules"]):
        done = called(monkeypatch, "deal", "wish", *arguments)
        assert done.returncode == 0, done.stderr
        assert answer(done) == view(GAMES["wish"].open(arguments[-1]))


IMPOSSIBLE = """
nope||[|unknown_game
wish||[|bad_seed
wish|a b|{}|bad_seed
wish|pub|[|bad_rules
wish|pub||bad_rules
wish|pub|[]|bad_rules
wish|pub|null|bad_rules
wish|pub|{"draw": "one"}|bad_rules
pyramid|pub|{"draw": 1}|bad_rules
pyramid|pub|{"draw": NaN}|bad_rules
"""


def test_an_impossible_deal_is_an_error_result_and_exit_status_1(monkeypatch):
    for row in (*IMPOSSIBLE.strip().splitlines(), f"pyramid|pub|{'[' * 5000}|bad_rules"):
        game, seed, rules, code = row.split("|")
        refused(called(monkeypatch, "deal", game, seed, "--rules", rules), code)
    refused(run("deal", "wish", b"\xff"), "bad_seed")  # bytes that are no text
    refused(run("deal", "wish", "pub", "--rules", b"\xff"), "bad_rules")


def refused(done, code):
    result = answer(done)
    assert done.returncode == 1
    assert (result["ok"], result["code"]) == (False, code)
    assert result["error"]
    assert "ply" not in result


def test_a_deal_is_the_same_in_every_process():
    first, second = (run("deal", "winabit", "pub", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.stdout == second.stdout


def test_replay_reads_a_file_and_exits_0_when_every_line_stands(tmp_path):
    file = tmp_path / "logs.ndjson"
    file.write_bytes(STANDS + b"\r\n" + STANDS)
    done = run("replay", str(file))
    assert done.returncode == 0
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(result["ok"], result["ply"], result["score"]) for result in results] == [(True, 1, 30)] * 2


def test_replay_answers_every_line_in_order_and_goes_on_after_a_bad_one():
    lines = [STANDS, b"", b"\xff", STANDS, b"[" * 200_000, STANDS.replace(b"pub", "p\u2028".encode()), STANDS]
    done = run("replay", given=b"\n".join(lines) + b"\n")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result.get("code", "ok") for result in results] == [
        "ok", "bad_log", "bad_log", "ok", "bad_log", "bad_seed", "ok",
    ]  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == b""


def test_only_a_line_feed_ends_a_line(monkeypatch):
    for separator in "\u2028\u0085\x0b\x0c\x1c\r":
        done = called(monkeypatch, "replay", given=STANDS + separator.encode() + STANDS)
        assert len(done.stdout.splitlines()) == 1
    done = run("replay")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_odd_input_is_quoted_in_ascii_whatever_the_locale():
    log = json.dumps({"game": "wish", "seed": "pub", "moves": ["pair \ud800 \u00a0\x00🂡" * 1000]})
    done = run("replay", given=log.encode(), PYTHONIOENCODING="latin-1", LC_ALL="C")
    result = answer(done)
    assert (result["code"], result["ply"]) == ("bad_move", 0)
    assert len(result["error"]) < 300


@pytest.mark.extra
@pytest.mark.parametrize(
    "arguments", [["replay", "no-such-file"], ["replay", "."], [], ["deal", "wish"], ["shuffle"]]
)
def test_a_wrong_call_is_told_on_standard_error_with_exit_status_2(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr


@pytest.fixture
def replaying():
    """A running `replay` that reads lines as they come."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command, pipe = [sys.executable, "-m", "games", "replay"], subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT, env=environment
    ) as process:
        yield process


def give(process):
    process.stdin.write(STANDS + b"\n")
    process.stdin.flush()


def test_each_result_is_out_before_the_next_line_is_in(replaying):
    for _ in range(3):
        give(replaying)
        answered, _, _ = select.select([replaying.stdout], [], [], 20)
        assert answered
        assert json.loads(replaying.stdout.readline())["ok"] is True


def test_a_reader_that_leaves_early_is_no_reason_for_a_traceback(replaying):
    give(replaying)
    replaying.stdout.readline()
    replaying.stdout.close()
    give(replaying)
    replaying.stdin.close()
    assert replaying.stderr.read() == b""
    assert replaying.wait() == 1
