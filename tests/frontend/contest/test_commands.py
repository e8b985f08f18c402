"""The commands that a page shows, typed into a shell as they are."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from frontend.contest.command_lines import Commands
from games import GAMES

ROOT = Path(__file__).parents[3]


def typed(command: str, folder: Path) -> str:
    """What the command prints; `python` is this Python, and the rules are on its path."""
    (folder / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (folder / "python").chmod(0o755)
    env = {"PATH": f"{folder}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.extra
@pytest.mark.parametrize(
    ("slug", "seed"), [*((slug, "spring-2026") for slug in GAMES), ("wish", "-starts-with-a-hyphen")]
)
def test_deal_log_and_replay_work_as_shown(slug, seed, tmp_path):
    rules = {option: values[-1] for option, values in GAMES[slug].options.items()}
    url = "http://127.0.0.1:8000/api/v1/competitions/x/rounds/1/logs"
    commands = Commands(number=1, game=GAMES[slug], rules=rules, seed=seed, url=url)
    view = json.loads(typed(commands.deal, tmp_path))
    assert (view["game"], view["rules"], view["ply"]) == (slug, rules, 0)
    log = json.loads(commands.log)
    log["moves"] += view["legal"][:1]  # a deal of Wish may have none
    (tmp_path / "log.json").write_text(json.dumps(log))
    result = json.loads(typed(commands.replay, tmp_path))
    assert (result["ok"], result["ply"]) == (True, len(log["moves"]))
