"""`evendeal export`: writes a contest to files, and shows a progress bar if that takes long."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from evendeal.cli.screen import Screen
from evendeal.client import Client
from games.language import Message


def export(screen: Screen, client: Client, contest: str, folder: Path) -> None:
    """Write a contest's files into a folder. A new file replaces an old one only once it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    competition = json.dumps(client.competition(contest), indent=2).encode() + b"\n"
    keys = json.dumps(client.keys(), indent=2).encode() + b"\n"
    files = {
        "contest.json": iter([competition]),
        "keys.json": iter([keys]),
        "standings.csv": client.standings_csv(contest),
        "logs.ndjson": client.logs_ndjson(contest),
    }
    columns = (TextColumn("{task.description:<13}"), BarColumn(), DownloadColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen.console, disable=not screen.console.is_terminal) as progress:
        for name, pieces in files.items():
            task = progress.add_task(name, total=None)
            written = 0
            for size in _write(folder / name, pieces):
                written += size
                progress.update(task, completed=written)
            progress.update(task, total=written or 1, completed=written or 1)
    names, logs = ", ".join(files), str(folder / "logs.ndjson")
    screen.say(Message("evendeal.exported", folder=str(folder), files=names, logs=logs))


def _write(file: Path, pieces: Iterator[bytes]) -> Iterator[int]:
    """Write the pieces, and yield their sizes. An interruption leaves the old file unchanged."""
    begun = file.with_name(file.name + ".part")
    try:
        with begun.open("wb") as written:
            for piece in pieces:
                written.write(piece)
                yield len(piece)
        begun.replace(file)
    finally:
        begun.unlink(missing_ok=True)
