"""The README tells the truth: what it says to paste is run."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from config.serving import parse
from config.variables import VARIABLES
from games import GAMES
from games.replay import Code
from tests.servers.daphne import environment
from tests.servers.fixtures import StartDaphne

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text()
DECKS: list[dict[str, Any]] = json.loads((ROOT / "tests" / "vectors" / "decks.json").read_text())


def blocks(label: str) -> str:
    """The code blocks that carry this label, one after another."""
    found = re.findall(rf"^```{label}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found, label
    return "".join(found)


def run(command: list[str], program: str, **settings: str) -> str:
    """What the program prints, read from standard input in this folder, with this Python as `python3`."""
    variables = environment(settings)
    variables["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), variables["PATH"]])
    done = subprocess.run(
        command, input=program, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_log_is_sent_and_counts(daphne_server: StartDaphne) -> None:
    site = daphne_server().url
    said = run(["bash", "-eu"], blocks("sh first-log").replace("http://127.0.0.1:8000", site))
    verdicts = [json.loads(line) for line in said.splitlines() if '"verdict"' in line]
    assert [verdict["verdict"] for verdict in verdicts] == ["accepted", "accepted"]
    assert [verdict["finished"] for verdict in verdicts] == [False, True]
    assert verdicts[1]["score"] < verdicts[0]["score"] == 28
    assert '"warnings"' not in said
    assert f"Watch it at {site}/c/" in said
    assert '"rank": 1' in said


def test_the_opening_moves_are_those_it_names() -> None:
    assert {move.text for move in GAMES["three-by-three"].deal("spring-2026", {}).legal()} == {
        "turn w",
        "turn e",
    }


def test_the_command_line_answers() -> None:
    listed, dealt, replayed = map(json.loads, run(["bash", "-eu"], blocks("sh command-line")).splitlines())
    assert [game["slug"] for game in listed] == list(GAMES)
    assert (dealt["game"], dealt["rules"]) == ("winabit", {"scoring": "5b"})
    assert replayed["ok"]


def test_an_engine_is_proved(tmp_path: Path) -> None:
    """The reader's engine is ours, in a process of its own."""
    engine, folder = f"{sys.executable} -S -m games", str(tmp_path / "kit")
    proof = blocks("sh prove").replace("node engine.js", engine).replace("--write kit", f"--write {folder}")
    written, agreed = run(["bash", "-eu"], proof).split("It agrees: ")
    assert {Path(file).name for file in written.split()} >= {"RULES.md", "wish.ndjson", "decks.ndjson"}
    assert "10 fresh deals of wish" in agreed
    assert all(f"{code} " in agreed for code in ("ok", *get_args(Code)))


def test_the_deck_check_in_python_agrees_with_every_vector() -> None:
    check = f"""{blocks("python check")}
import json
for vector in json.load(open("tests/vectors/decks.json")):
    game, seed = vector["game"], vector["seed"]
    assert (deck(game, seed), commitment(game, seed)) == (vector["deck"], vector["commitment"]), vector
    print("agreed")
"""
    assert run([sys.executable, "-"], check).count("agreed") == len(DECKS)


def test_the_deck_check_in_javascript_agrees_with_every_vector() -> None:
    check = f"""{blocks("js check")}
import assert from "node:assert/strict";
import {{ readFileSync }} from "node:fs";
for (const vector of JSON.parse(readFileSync("tests/vectors/decks.json"))) {{
  const {{ game, seed }} = vector;
  assert.deepEqual({{ game, seed, commitment: commitment(game, seed), deck: deck(game, seed) }}, vector);
  console.log("agreed");
}}
"""
    assert run(["node", "--input-type=module", "-"], check).count("agreed") == len(DECKS)


def test_both_deck_checks_print_the_same() -> None:
    assert run([sys.executable, "-"], blocks("python check")) == run(
        ["node", "--input-type=module", "-"], blocks("js check")
    )


def test_the_production_example_is_clean(tmp_path: Path) -> None:
    exports = [line for line in blocks("sh production").splitlines() if line.startswith("export ")]
    check = f"{sys.executable} manage.py check --deploy --fail-level WARNING"
    home = {"HOME": str(tmp_path), "DATA_DIR": str(tmp_path / "data")}
    said = run(["bash", "-eu"], "\n".join([blocks("sh secret"), *exports, check]), **home)
    assert "no issues" in said
    assert stat.S_IMODE((tmp_path / "evendeal.secret").stat().st_mode) == 0o600


def test_every_variable_is_in_its_table() -> None:
    assert re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE) == list(VARIABLES)


def test_every_option_of_serve_is_in_its_table() -> None:
    named = re.findall(r"^\| `(--[^`]+)` \|", README, re.MULTILINE)
    asked = vars(parse(" ".join(named).split()))
    assert asked == {"demo": True, "host": "0.0.0.0", "port": 9000, "data": Path("DIR"), "no_worker": True}


def test_every_game_is_credited_as_on_its_page() -> None:
    def plain(text: str) -> str:
        return re.sub(r"""["'.]""", "", text)

    for game in GAMES.values():
        row = re.search(rf"^\| {game.name} \| (.*) \|$", README, re.MULTILINE)
        assert row, game.name
        assert plain(row[1]) == plain(game.about.source)


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)]+)\)", README))
def test_what_it_points_to_is_there(target: str) -> None:
    assert (ROOT / target).exists()
