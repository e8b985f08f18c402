"""`evendeal verify`: what the checking of a file came to, with a bar for a long one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import typer
from rich.progress import Progress

from evendeal.cli.receipts import verify_receipt
from evendeal.cli.screen import Screen
from evendeal.receipts import receipt_in
from evendeal.verifying import Commitments, VerifiedLog, check_line, check_text, commitments_of

MOST_SHOWN = 20
"""How many faults are told one by one."""

NDJSON = ".ndjson"


def verify(screen: Screen, file: Path, contest: Path | None, key: str | None) -> int:
    """Check every log of a file, or the receipt that it is, and say what is wrong; gives the exit status."""
    signed = None if file.suffix == NDJSON else receipt_in(file.read_bytes())
    if signed is not None:
        return verify_receipt(screen, signed, key)
    commitments = _commitments(contest)
    checked = faults = 0
    with Progress(console=screen.console, transient=True, disable=not screen.console.is_terminal) as progress:
        task = progress.add_task("Playing again", total=file.stat().st_size or 1)
        for result, done in _results(file, commitments):
            checked += 1
            progress.update(task, completed=done)
            if result.fault is None:
                continue
            faults += 1
            if faults <= MOST_SHOWN:
                screen.say(f"{result.name}: {result.fault}")
    if faults > MOST_SHOWN:
        screen.say(f"… and {faults - MOST_SHOWN} more")
    if not checked:
        screen.say("There is no log in this file.")
        return 1
    logs = f"{checked} log" + ("" if checked == 1 else "s")
    screen.say(f"{logs}: {f'{faults} not what they say' if faults else 'all is as they say'}.")
    return 1 if faults else 0


def _results(file: Path, commitments: Commitments) -> Iterator[tuple[VerifiedLog, int]]:
    """Each log's result, and how many bytes are done. Only a file of one log is held in memory as a whole."""
    if file.suffix != NDJSON:
        for result in check_text(file.read_bytes(), commitments):
            yield result, 0
        return
    with file.open("rb") as lines:
        done = 0
        for number, line in enumerate(lines, 1):
            done += len(line)
            if line.strip():
                yield check_line(number, line, commitments), done


def _commitments(contest: Path | None) -> Commitments:
    if contest is None:
        return {}
    try:
        return commitments_of(json.loads(contest.read_text()))
    except (ValueError, KeyError, TypeError) as error:
        raise typer.BadParameter(f"{contest} is no contest: {error}") from None
