"""The vectors: always the same, with every refusal at every kind of place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import get_args

import pytest

from games import GAMES
from games.conform.cases import Case
from games.conform.differences import differences
from games.conform.fresh_cases import cases, named
from games.replay import Code

ROOT = Path(__file__).resolve().parents[3]
SPEC = ROOT / "tests" / "vectors"

CODES = set(get_args(Code))

# One worker runs them, so that the files are written once.
pytestmark = pytest.mark.xdist_group("the files of the kit")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The files as a separate process writes them."""
    folder = tmp_path_factory.mktemp("kit")
    command = [sys.executable, "-S", "-m", "games", "conform", "--write", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env={"PYTHONHASHSEED": "7"}, check=True, capture_output=True)
    assert {Path(os.fsdecode(file)) for file in done.stdout.splitlines()} == {*folder.iterdir()}
    return folder


def rows(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_the_rules_are_beside_them(written):
    rules = (written / "RULES.md").read_text()
    for number, game in enumerate(GAMES.values(), 3):
        assert f"\n## {number}. {game.title.words()} — `{game.slug}`\n" in rules
        assert f"| `{game.slug}` |" in rules
    assert all(f"`{code}`" in rules for code in CODES)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_refusal_of_every_game_is_there_at_every_kind_of_place(game, written):
    found = [(row, row["result"]) for row in rows(written / f"{game.slug}.ndjson")]
    results = [result for _, result in found]
    assert {result.get("code") for result in results} == {None, *CODES}
    for code in ("bad_move", "illegal_move"):
        plies = {result["ply"] for result in results if result.get("code") == code}
        assert 0 in plies
        assert len(plies) > 5
    views = [result for result in results if result["ok"]]
    assert {(view["finished"], view["won"]) for view in views} == {
        (True, True),
        (True, False),
        (False, False),
    }
    assert {json.dumps(view["rules"]) for view in views} == {
        json.dumps({option: value}) for option, values in game.options.items() for value in values
    } or not game.options
    logs = [json.loads(row["line"]) for row, result in found if "line" in row and result["ok"]]
    assert any("rules" not in log for log in logs)
    assert any(log.get("rules") == {} for log in logs)
    assert any(not log["moves"] for log in logs)
    assert {result["ply"] for row, result in found if result.get("code") == "game_over"}
    if game.slug in ("winabit", "well"):
        assert any(view["ply"] == game.move_limit and view["legal"] for view in views)


def line_of(row: dict) -> bytes:
    return row["line"].encode() if "line" in row else b64decode(row["base64"])


@pytest.mark.extra
def test_a_row_is_the_case_of_its_name_and_what_our_engine_answers(written):
    """This process makes the same cases as the one that wrote them."""
    games = list(GAMES.values())
    for file in [*(written / f"{slug}.ndjson" for slug in GAMES), written / "lines.ndjson"]:
        for row in rows(file)[::101]:
            case = named(row["name"], games)
            assert isinstance(case, Case)
            assert (case.line, case.kind) == (line_of(row), row["kind"])
            result = dict(case.expected)
            result.pop("error", None)
            assert result == row["result"], row["name"]


def test_no_line_is_two(written):
    """A line feed in a line would shift all answers after it."""
    for file in [*(written / f"{slug}.ndjson" for slug in GAMES), written / "lines.ndjson"]:
        assert not [row["name"] for row in rows(file) if b"\n" in line_of(row)]


def test_the_decks_that_any_correct_engine_deals_are_dealt(written):
    spec = {(row["game"], row["seed"]): row for row in json.loads((SPEC / "decks.json").read_text())}
    ours = {(row["game"], row["seed"]): row for row in rows(written / "decks.ndjson")}
    assert len(spec.keys() & ours.keys()) >= len(GAMES)
    assert all(ours[key] == spec[key] for key in spec.keys() & ours.keys())


def test_a_fresh_case_is_made_again_from_its_name():
    games = list(GAMES.values())
    for case in [*cases("7", GAMES["wish"], 3)][::9]:
        again = named(case.name, games)
        assert isinstance(again, Case)
        assert (again.line, again.kind) == (case.line, case.kind)
    assert named("7:wish:3:9999", games) is None


def test_a_name_of_no_case_is_none():
    for name in (
        "",
        "x",
        "7:wish",
        "7:wish:x:1",
        "7:golf:1:1",
        "7:calls:x",
        "7:lines:x:1",
        "vectors:calls:99",
    ):
        assert named(name, list(GAMES.values())) is None, name


COMPARED = """
{"ok": true} | {"ok": true} |
{"ok": true} | {"ok": 1} | ok
{"score": 1} | {"score": true} | score
{"score": 1} | {"score": 1.0} |
{"score": 1} | {} | score
{} | {"deck": []} | deck
{"ply": 1} | {"ply": null} | ply
{"error": "a"} | {"error": "b"} |
{"error": "a"} | {} | error
{"legal": ["a", "b"]} | {"legal": ["b", "a"]} |
{"legal": ["a", "b"]} | {"legal": ["b", "a", "a"]} | legal
{"legal": ["a"]} | {"legal": ["a", 1]} | legal
{"legal": []} | {"legal": {}} | legal
{"piles": {"1": ["??"], "2": []}} | {"piles": {"1": ["AC"]}} | piles.1 piles.2
{"piles": {"1": []}} | {"piles": [[]]} | piles
"""


def test_answers_are_compared_field_by_field():
    for row in COMPARED.strip().splitlines():
        ours, theirs, fields = row.split("|")
        found = differences(json.loads(ours), json.loads(theirs))
        assert [difference.field for difference in found] == fields.split(), row
    assert [difference.field for difference in differences({"ok": True}, None)] == ["the answer"]
