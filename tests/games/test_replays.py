"""Every golden game and every vector has exactly the result that it names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from games.cards import name
from games.deck import commitment, deck
from games.replay import Replayed, play, replay, replay_line, replay_log
from games.steps import record_log

from . import golden

ROOT = Path(__file__).resolve().parents[2]
VECTORS = sorted((ROOT / "tests" / "vectors").glob("*.ndjson"))
GOLDEN = golden.GOLDEN.values()


def cases(*files: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def line_of(case: dict[str, Any]) -> bytes:
    """Return the case as the line it arrives on; one that is no log is given as text."""
    return case["line"].encode() if "line" in case else json.dumps(case["log"]).encode()


def same(result: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Return whether a result has exactly the expected fields, apart from the wording of an error."""
    comparable = {**result, "legal": sorted(result.get("legal", []))}
    comparable.pop("error", None)
    return comparable == {**expected, "legal": sorted(expected.get("legal", []))}


@pytest.mark.parametrize("file", [*VECTORS, *GOLDEN], ids=lambda file: "/".join(file.parts[-2:]))
def test_a_replay_agrees_with_every_line(file):
    for number, case in enumerate(cases(file), 1):
        result = replay_line(line_of(case)).result()
        assert same(result, case["result"]), (number, result)
        if "log" in case:
            assert same(replay_log(case["log"]).result(), case["result"]), number


def test_the_command_line_agrees_with_every_line():
    every = cases(*VECTORS, *GOLDEN)
    lines = b"\n".join(map(line_of, every))  # the last line ends without a line feed
    run = subprocess.run(
        [sys.executable, "-m", "games", "replay"], input=lines, capture_output=True, cwd=ROOT, check=False
    )
    results = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(results) == len(every)
    for case, result in zip(every, results, strict=True):
        assert same(result, case["result"]), (case, result)
    assert run.returncode == 1
    assert run.stderr == b""


@pytest.mark.parametrize(
    "case", json.loads((ROOT / "tests/vectors/decks.json").read_text()), ids=lambda case: case["game"]
)
def test_a_seed_gives_its_deck_and_its_commitment(case):
    game = GAMES[case["game"]]
    assert [name(card) for card in deck(game.slug, game.pack, case["seed"])] == case["deck"]
    assert commitment(game.slug, case["seed"]) == case["commitment"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_brings_golden_games_under_each_of_its_options(game):
    brought = cases(golden.GOLDEN[game.slug])
    assert all(case["log"]["game"] == game.slug for case in brought)
    every_option = [{option: value} for option, values in game.options.items() for value in values] or [{}]
    for rules in every_option:
        kinds = {case["kind"] for case in brought if case["log"]["rules"] == rules}
        assert kinds >= {"won", "lost", "given_up", "illegal", "not_a_move"}, rules


@pytest.mark.parametrize("case", cases(*GOLDEN), ids=lambda case: f"{case['log']['game']}-{case['kind']}")
def test_a_golden_game_is_what_it_is_called(case):
    result = case["result"]
    match case["kind"]:
        case "won":
            assert result["finished"]
            assert result["won"]
        case "lost":
            assert result["finished"]
            assert not result["won"]
        case "given_up":
            assert not result["finished"]
        case "illegal":
            assert result["code"] == "illegal_move"
        case "not_a_move":
            assert result["code"] == "bad_move"
        case "after_the_end":
            assert result["code"] == "game_over"
        case kind:
            pytest.fail(f"unknown kind {kind}")


@pytest.mark.parametrize("case", cases(*GOLDEN), ids=lambda case: f"{case['log']['game']}-{case['kind']}")
def test_a_game_played_move_by_move_goes_as_its_replay_does(case):
    log, game = case["log"], GAMES[case["log"]["game"]]
    position = game.open(log["seed"], log["rules"])
    whole = replay(game, log["seed"], log["rules"], log["moves"])
    for text in log["moves"]:
        following = play(position, text)
        if hasattr(following, "code"):
            assert following == whole
            return
        position = following
    assert isinstance(whole, Replayed)
    assert whole.position == position


@pytest.mark.parametrize("case", cases(*GOLDEN), ids=lambda case: f"{case['log']['game']}-{case['kind']}")
def test_a_recording_says_what_a_replay_says_and_has_a_step_for_each_move_that_stands(case):
    log = case["log"]
    result, steps = record_log(log)
    assert result == replay_log(log)
    moves = result.moves if isinstance(result, Replayed) else tuple(log["moves"][: result.ply])
    vocabulary = GAMES[log["game"]].vocabulary(log["rules"])
    assert tuple(step.move for step in steps) == (None, *(vocabulary[text].text for text in moves))


def test_a_recording_of_what_is_no_log_has_no_steps():
    for value in (None, [], {"game": "wish"}, {"game": "wish", "seed": "a b", "moves": []}):
        assert record_log(value) == (replay_log(value), [])


def test_a_recording_of_a_log_beyond_the_limit_has_the_opening_alone():
    log = {"game": "wish", "seed": "pub", "moves": ["pair 1 2"] * 17}
    result, steps = record_log(log)
    assert (result, len(steps)) == (replay_log(log), 1)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_position_knows_the_move_that_led_to_it_in_its_canonical_spelling(game):
    position = game.open("pub")
    assert position.move is None
    allowed = {move.text for move in position.table.legal()}
    for text, move in game.vocabulary({}).items():
        if move.text in allowed:
            assert play(position, text).move == move.text


def test_a_log_beyond_the_limit_is_found_before_any_move_is_played():
    result = replay_log({"game": "wish", "seed": "pub", "moves": ["nonsense"] * 17})
    assert (result.code, result.ply) == ("too_long", None)


def test_a_table_kept_at_the_limit_takes_no_further_move():
    game = GAMES["winabit"]
    position = game.open("pub", {})._replace(ply=game.move_limit)
    assert play(position, "turn").code == "too_long"


def test_a_stored_log_is_canonical():
    result = replay_log({"game": "wish", "seed": "pub", "moves": ["pair 3 2", "pair 6 5"]})
    assert result.moves == ("pair 2 3", "pair 5 6")
