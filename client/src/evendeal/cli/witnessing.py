"""`evendeal witness`: fetches a site's checkpoint regularly, keeps it in a file, and checks receipts against
it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.errors import Problem, Unreachable
from evendeal.receipts import PublicKeys, keys_in, receipt_in
from evendeal.resources import Checkpoint
from evendeal.text_files import utf8_text
from evendeal.verifying import VerifiedLog
from evendeal.witnessing import BrokenHistory, check_against_history, witness
from games.logs import LogError, read_json

LOUD_AFTER = 3
"""After this many looks without an answer, report it loudly: a site that hides a change may simply be silent.
"""


def watch_history(screen: Screen, site: str, file: Path, every_s: float | None, receipts: Path | None) -> int:
    """Look at a site once, or again and again; gives the exit status of the only look.

    What is broken stays broken: it is said at each look, and the checkpoint that was good stays in the file.
    """
    kept = _kept(file)
    with Client(site) as client:
        return _watch(screen, client, file, kept, every_s, receipts)


def _watch(
    screen: Screen,
    client: Client,
    file: Path,
    kept: Checkpoint | None,
    every_s: float | None,
    receipts: Path | None,
) -> int:
    unproven = 0
    while True:
        status = 0
        try:
            keys = keys_in(json.dumps(client.keys()))
            shown = witness(client, kept, keys)
            held = [] if receipts is None else list(_held_against(client, receipts, shown, keys))
        except BrokenHistory as broken:
            status = 1
            _raise_alarm(screen, broken)
        except (Unreachable, Problem) as error:
            if every_s is None:
                raise
            unproven += 1
            screen.say(f"The site does not answer now, and is asked again later: {error}")
            if unproven >= LOUD_AFTER:
                since = "ever" if kept is None else f"since {kept['time']}"
                screen.say(f"THIS SITE HAS PROVED NOTHING {since.upper()}, in {unproven} looks.")
        else:
            _keep(file, shown)
            screen.say(f"{shown['time']}: {_grown(kept, shown)}")
            status = _say_receipts(screen, held)
            kept, unproven = shown, 0
        if every_s is None:
            return status
        time.sleep(every_s)


def _held_against(
    client: Client, folder: Path, shown: Checkpoint, keys: PublicKeys
) -> Iterator[tuple[Path, VerifiedLog]]:
    """The results of checking the receipts in a folder, and the files that cannot be read."""
    for file in sorted(folder.glob("*.json")):
        try:
            text = utf8_text(file)
            read_json(text)
        except OSError as error:
            yield file, VerifiedLog(file.name, None, str(error.strerror), unchecked=True)
        except LogError as error:
            yield file, VerifiedLog(file.name, None, str(error), unchecked=True)
        else:
            signed = receipt_in(text)
            if signed is not None and signed.get("inclusion") is not None:
                yield file, check_against_history(client, signed, shown, keys)


def _say_receipts(screen: Screen, held: Sequence[tuple[Path, VerifiedLog]]) -> int:
    """Print how many receipts are in the history, and loudly which are not; returns the exit status of
    `verify`."""
    unchecked = [(file, each.fault) for file, each in held if each.unchecked]
    lost = [(file, each.fault) for file, each in held if each.fault is not None and not each.unchecked]
    if checked := len(held) - len(unchecked):
        screen.say(f"{checked - len(lost)} of {checked} receipts are in it.")
    for file, fault in unchecked:
        screen.say(f"{file} cannot be checked: {fault}.")
    for file, fault in lost:
        screen.say("A RECEIPT OF THIS SITE IS NOT IN ITS HISTORY.", f"{file}: {fault}.")
    return 1 if lost else 2 if unchecked else 0


def _grown(kept: Checkpoint | None, shown: Checkpoint) -> str:
    leaves = f"{shown['size']} leaves"
    if kept is None:
        return f"{leaves}. The first checkpoint is kept."
    more = shown["size"] - kept["size"]
    return f"{leaves}, {more} more than at {kept['time']}, and nothing before them was changed."


def _raise_alarm(screen: Screen, broken: BrokenHistory) -> None:
    screen.say(
        "THE HISTORY OF THIS SITE IS BROKEN.",
        f"What is wrong: {broken}.",
        "The checkpoint that was good stays where it is kept. Keep also what the site has signed now:",
    )
    print(json.dumps(broken.shown), flush=True)


def _kept(file: Path) -> Checkpoint | None:
    """The checkpoint in a file; None if there is no file yet."""
    if not file.exists():
        return None
    try:
        kept = read_json(utf8_text(file))
        return Checkpoint(
            size=int(kept["size"]),
            root=bytes.fromhex(kept["root"]).hex(),
            time=str(kept["time"]),
            key=str(kept["key"]),
            signature=str(kept["signature"]),
        )
    except (ValueError, KeyError, TypeError):
        raise typer.BadParameter(f"{file} has no checkpoint in it") from None


def _keep(file: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint completely or not at all; an interruption leaves the old one."""
    new = file.with_name(file.name + ".new")
    with new.open("w") as written:
        json.dump(checkpoint, written, indent=2)
        written.write("\n")
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)
