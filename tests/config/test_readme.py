"""The README tells the truth: what it says to paste is run."""

import json
import re
from pathlib import Path

import pytest

from config.serving import parse
from games import GAMES
from tests.servers.fixtures import StartDaphne
from tests.servers.pasted import ROOT, run

README = (ROOT / "README.md").read_text()
TWO_SCREENS = 100
"""In lines."""


def blocks(label: str) -> str:
    """The code blocks that carry this label, one after another."""
    found = re.findall(rf"^```{label}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found, label
    return "".join(found)


def test_the_first_log_is_sent_and_counts(daphne_server: StartDaphne) -> None:
    site = daphne_server().url
    said = run(["bash", "-eu"], blocks("sh first-log").replace("http://127.0.0.1:8000", site))
    verdicts = [json.loads(line) for line in said.splitlines() if '"verdict"' in line]
    assert [(verdict["verdict"], verdict["score"]) for verdict in verdicts] == [("accepted", 28)]
    assert '"warnings"' not in said
    assert f"Watch it at {site}/c/" in said
    assert '"rank":1' in said


def test_every_option_of_serve_is_in_its_table() -> None:
    named = re.findall(r"^\| `(--[^`]+)` \|", README, re.MULTILINE)
    asked = vars(parse(" ".join(named).split()))
    assert asked == {"demo": True, "host": "0.0.0.0", "port": 9000, "data": Path("DIR"), "no_worker": True}


def test_every_game_is_credited_as_on_its_page() -> None:
    def plain(text: str) -> str:
        return re.sub(r"""["'.]""", "", text)

    for game in GAMES.values():
        name = game.title.words()
        row = re.search(rf"^\| {name} \| (.*) \|$", README, re.MULTILINE)
        assert row, name
        assert plain(row[1]) == plain(game.about_in("en").source)


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)]+)\)", README))
def test_what_it_points_to_is_there(target: str) -> None:
    assert (ROOT / target).exists()


def test_it_fits_two_screens() -> None:
    assert len(README.splitlines()) <= TWO_SCREENS
