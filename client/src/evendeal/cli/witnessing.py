"""`evendeal witness`: the checkpoint of a site, asked for again and again and kept in a file; receipts are
held against it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.errors import Problem, Unreachable
from evendeal.receipts import PublicKeys, keys_in, receipt_in
from evendeal.resources import Checkpoint
from evendeal.witnessing import BrokenHistory, receipt_fault, witness

LOUD_AFTER = 3
"""After how many looks without an answer that is said loudly: who hides a change may just be silent."""


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
            held = [] if receipts is None else _held_against(client, receipts, shown, keys)
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
) -> list[tuple[Path, str | None]]:
    """The receipts of certified results in a folder, each with what is wrong with it."""
    receipts = [(file, receipt_in(file.read_bytes())) for file in sorted(folder.glob("*.json"))]
    return [
        (file, receipt_fault(client, signed, shown, keys))
        for file, signed in receipts
        if signed is not None and signed.get("inclusion") is not None
    ]


def _say_receipts(screen: Screen, held: Sequence[tuple[Path, str | None]]) -> int:
    """Say how many are in the history, and loudly which are not; gives the exit status."""
    lost = [(file, fault) for file, fault in held if fault is not None]
    if held:
        screen.say(f"{len(held) - len(lost)} of {len(held)} receipts are in it.")
    for file, fault in lost:
        screen.say("A RECEIPT OF THIS SITE IS NOT IN ITS HISTORY.", f"{file}: {fault}.")
    return 1 if lost else 0


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
        kept: Any = json.loads(file.read_text())
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
    """Write it down at once or not at all: whoever is stopped in the middle has the one before."""
    new = file.with_name(file.name + ".new")
    with new.open("w") as written:
        json.dump(checkpoint, written, indent=2)
        written.write("\n")
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)
