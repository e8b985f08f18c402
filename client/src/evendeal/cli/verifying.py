"""`evendeal verify`: checks a file, with a progress bar, and prints what is wrong."""

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
from games.language import Message
from games.logs import LogError, read_json

MOST_SHOWN = 20
"""The most faults that are listed."""

NDJSON = ".ndjson"


def verify(screen: Screen, file: Path, contest: Path | None, key: str | None) -> int:
    """Check every log of a file, or the receipt in it, and print what is wrong. Return the exit status.

    The status is 1 if something is false. It is 2 if nothing is false, but something could not be checked, or
    if the file has no log. Otherwise it is 0.
    """
    signed = None if file.suffix == NDJSON else receipt_in(utf8_text(file))
    if signed is not None:
        return verify_receipt(screen, signed, key)
    commitments = _commitments(screen, contest)
    checked = false = unchecked = 0
    with Progress(console=screen.console, transient=True, disable=not screen.console.is_terminal) as progress:
        doing = Message("evendeal.playing_again").words(screen.language)
        task = progress.add_task(doing, total=file.stat().st_size or 1)
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
        screen.say(Message("evendeal.more_faults", faults=false + unchecked - MOST_SHOWN))
    screen.say(_verdict(checked, false, unchecked))
    return 1 if false else 2 if unchecked or not checked else 0


def _verdict(checked: int, false: int, unchecked: int) -> Message:
    if not checked:
        return Message("evendeal.file_without_log")
    if false and unchecked:
        return Message("evendeal.some_false_some_unchecked", logs=checked, false=false, unchecked=unchecked)
    if false:
        return Message("evendeal.some_false", logs=checked, false=false)
    if unchecked:
        return Message("evendeal.some_unchecked", logs=checked, unchecked=unchecked)
    return Message("evendeal.all_true", logs=checked)


def _results(file: Path, commitments: Commitments, language: str) -> Iterator[tuple[VerifiedLog, int]]:
    """The result of each log, and the number of bytes read so far. Of an NDJSON file, only one log at a time
    is in memory. Any other file is read whole, and the number is 0."""
    if file.suffix != NDJSON:
        for result in check_text(utf8_text(file), commitments, language):
            yield result, 0
        return
    with file.open("rb") as data:
        for number, line in enumerate(utf8_lines(data), 1):
            if line.strip():
                yield check_line(number, line, commitments, language), data.tell()


def _commitments(screen: Screen, contest: Path | None) -> Commitments:
    if contest is None:
        return {}
    try:
        return commitments_of(read_json(utf8_text(contest)))
    except LogError as error:
        fault = Message("evendeal.of_file", file=str(contest), why=error.reason)
    except (KeyError, TypeError):
        fault = Message("evendeal.no_contest", file=str(contest))
    raise typer.BadParameter(fault.words(screen.language))
