"""`evendeal verify`: the results of checking a file, with a bar for a long one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer
from rich.progress import Progress

from evendeal.cli.receipts import verify_receipt
from evendeal.cli.screen import Screen
from evendeal.receipts import receipt_in
from evendeal.text_files import utf8_lines, utf8_text
from evendeal.verifying import Commitments, VerifiedLog, check_line, check_text, commitments_of
from games.logs import read_json

MOST_SHOWN = 20
"""The most faults that are listed."""

NDJSON = ".ndjson"


def verify(screen: Screen, file: Path, contest: Path | None, key: str | None) -> int:
    """Check every log of a file, or the receipt that it is, and say what is wrong; gives the exit status.

    It is 1 if something is false, and 2 if nothing is, but something cannot be checked.
    """
    signed = None if file.suffix == NDJSON else receipt_in(utf8_text(file))
    if signed is not None:
        return verify_receipt(screen, signed, key)
    commitments = _commitments(contest)
    checked = false = unchecked = 0
    with Progress(console=screen.console, transient=True, disable=not screen.console.is_terminal) as progress:
        task = progress.add_task("Playing again", total=file.stat().st_size or 1)
        for result, done in _results(file, commitments, screen.language):
            checked += 1
            progress.update(task, completed=done)
            if result.fault is None:
                continue
            false += not result.unchecked
            unchecked += result.unchecked
            if false + unchecked <= MOST_SHOWN:
                screen.say(f"{result.name}: {result.fault}")
    if false + unchecked > MOST_SHOWN:
        screen.say(f"… and {false + unchecked - MOST_SHOWN} more")
    if not checked:
        screen.say("There is no log in this file.")
        return 2
    logs = f"{checked} log" + ("" if checked == 1 else "s")
    screen.say(f"{logs}: {_verdict(false, unchecked)}.")
    return 1 if false else 2 if unchecked else 0


def _verdict(false: int, unchecked: int) -> str:
    parts = [f"{false} not what they say"] if false else []
    parts += [f"{unchecked} that cannot be checked"] if unchecked else []
    return ", ".join(parts) or "all is as they say"


def _results(file: Path, commitments: Commitments, language: str) -> Iterator[tuple[VerifiedLog, int]]:
    """Each log's result, and the number of bytes done. Only a single log is held in memory whole."""
    if file.suffix != NDJSON:
        for result in check_text(utf8_text(file), commitments, language):
            yield result, 0
        return
    with file.open("rb") as data:
        for number, line in enumerate(utf8_lines(data), 1):
            if line.strip():
                yield check_line(number, line, commitments, language), data.tell()


def _commitments(contest: Path | None) -> Commitments:
    if contest is None:
        return {}
    try:
        return commitments_of(read_json(utf8_text(contest)))
    except (ValueError, KeyError, TypeError) as error:
        raise typer.BadParameter(f"{contest} is no contest: {error}") from None
