"""What guides show to paste into a shell does what they say of it."""

import html
import json
import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from config.variables import VARIABLES
from frontend.guides.guide import FOLDER, SITE
from games import GAMES
from tests.servers.fixtures import StartDaphne
from tests.servers.pasted import ROOT, run

from ..reading import says

DECKS: list[dict[str, Any]] = json.loads((ROOT / "tests" / "vectors" / "decks.json").read_text())
TEMPLATES = ROOT / "frontend" / "templates" / "guides"


def code(*names: str) -> str:
    return "\n".join((FOLDER / name).read_text() for name in names)


def shown(slug: str) -> str:
    return html.unescape((TEMPLATES / f"{slug}.html").read_text())


@pytest.mark.extra
def test_a_log_is_sent_by_hand_and_counts(daphne_server: StartDaphne, tmp_path: Path) -> None:
    """In a folder without our tree: what it needs, the blocks get."""
    site = daphne_server().url
    steps = re.findall(r'"(log_\d_\w+\.sh)"', shown("first-log"))
    assert steps == sorted(file.name for file in FOLDER.glob("log_*.sh"))
    said = run(["bash", "-eu"], code(*steps).replace(SITE, site), folder=tmp_path)
    verdicts = [json.loads(line) for line in said.splitlines() if '"verdict"' in line]
    assert [verdict["verdict"] for verdict in verdicts] == ["accepted", "accepted"]
    assert [verdict["finished"] for verdict in verdicts] == [False, True]
    assert verdicts[1]["score"] < verdicts[0]["score"] == 28
    says(said, f"Watch it at {site}/c/", '"rank": 1', lacks=['"warnings"'])
    assert "event: standings" in said or '"type":"standings"' in said


def test_the_opening_moves_are_those_it_names() -> None:
    legal = {move.text for move in GAMES["three-by-three"].deal("spring-2026", {}).legal()}
    assert legal == {"turn w", "turn e"}
    assert all(f"<code>{move}</code>" in shown("first-log") for move in legal)


def test_the_command_line_answers() -> None:
    listed, dealt, replayed = map(json.loads, run(["bash", "-eu"], code("command_line.sh")).splitlines())
    assert [game["slug"] for game in listed] == list(GAMES)
    assert (dealt["game"], dealt["rules"]) == ("winabit", {"scoring": "5b"})
    assert replayed["ok"]


def test_the_deck_check_in_python_agrees_with_every_vector() -> None:
    check = f"""{code("check_deal.py").split("if __name__")[0]}
import json
for vector in json.load(open("tests/vectors/decks.json")):
    game, seed = vector["game"], vector["seed"]
    assert (deck(game, seed), commitment(game, seed)) == (vector["deck"], vector["commitment"]), vector
    print("agreed")
"""
    assert run([sys.executable, "-"], check).count("agreed") == len(DECKS)


@pytest.mark.extra
def test_the_deck_check_in_javascript_agrees_with_every_vector() -> None:
    check = f"""{code("check_deal.mjs").split("const [game, seed]")[0]}
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
    deal = ["three-by-three", "spring-2026"]
    assert "three-by-three spring-2026" in shown("check-a-deal")
    python, node = [sys.executable, str(FOLDER / "check_deal.py")], ["node", str(FOLDER / "check_deal.mjs")]
    assert run([*python, *deal], "") == run([*node, *deal], "")


@pytest.mark.extra
def test_the_production_example_is_clean(tmp_path: Path) -> None:
    exports = [line for line in code("production.sh").splitlines() if line.startswith("export ")]
    check = f"{sys.executable} manage.py check --deploy --fail-level WARNING"
    home = {"HOME": str(tmp_path), "DATA_DIR": str(tmp_path / "data")}
    assert "no issues" in run(["bash", "-eu"], "\n".join([code("secret.sh"), *exports, check]), **home)
    assert stat.S_IMODE((tmp_path / "evendeal.secret").stat().st_mode) == 0o600


def test_every_variable_is_told_to_who_runs_it() -> None:
    assert re.findall(r"<dt><code>([A-Z_]+)</code></dt>", shown("running")) == list(VARIABLES)
