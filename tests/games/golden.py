"""The golden games: for each game a file of logs with their results, beside the game's tests."""

from __future__ import annotations

from pathlib import Path

from games import GAMES

GOLDEN = {slug: Path(__file__).parent / slug.replace("-", "_") / "golden.ndjson" for slug in GAMES}
