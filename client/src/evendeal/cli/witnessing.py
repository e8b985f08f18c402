"""`evendeal witness`: fetches a site's checkpoint regularly, keeps it in a file, and checks receipts against
it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from evendeal.cli.screen import Screen, why_failed
from evendeal.client import Client
from evendeal.errors import Problem, Unreachable
from evendeal.receipts import PublicKeys, keys_in, receipt_in
from evendeal.resources import Checkpoint
from evendeal.text_files import utf8_text
from evendeal.verifying import VerifiedLog
from evendeal.witnessing import BrokenHistory, check_against_history, witness
from games.language import Message
from games.logs import LogError, read_json

LOUD_AFTER = 3
"""After this many checks in a row without an answer, warn loudly: a site that hides a change may simply not
answer."""


def watch_history(screen: Screen, site: str, file: Path, every_s: float | None, receipts: Path | None) -> int:
    """Check a site again and again, and pause `every_s` seconds after each check. If `every_s` is None, check
    it once, and return the exit status.

    If the history is broken, every later check reports it again, because the last good checkpoint stays in
    the file.
    """
    kept = _kept(screen, file)
    with Client(site, language=screen.language) as client:
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
            held = []
            if receipts is not None:
                held = list(_held_against(client, receipts, shown, keys, screen.language))
        except BrokenHistory as broken:
            status = 1
            _raise_alarm(screen, broken)
        except (Unreachable, Problem) as error:
            if every_s is None:
                raise
            unproven += 1
            screen.say(Message("evendeal.no_answer_now", why=error.words(screen.language)))
            if unproven >= LOUD_AFTER and kept is None:
                screen.say(Message("evendeal.nothing_proved", looks=unproven))
            elif unproven >= LOUD_AFTER and kept is not None:
                screen.say(Message("evendeal.nothing_proved_since", time=kept["time"], looks=unproven))
        else:
            _keep(file, shown)
            screen.say(_grown(kept, shown))
            status = _say_receipts(screen, held)
            kept, unproven = shown, 0
        if every_s is None:
            return status
        time.sleep(every_s)


def _held_against(
    client: Client, folder: Path, shown: Checkpoint, keys: PublicKeys, language: str
) -> Iterator[tuple[Path, VerifiedLog]]:
    """Each file in a folder that is a receipt with a proof, and the result of checking it. A file that cannot
    be read or is not JSON is included, too, as unchecked."""
    for file in sorted(folder.glob("*.json")):
        try:
            text = utf8_text(file)
            read_json(text)
        except OSError as error:
            yield file, VerifiedLog(file.name, None, why_failed(error, language), unchecked=True)
        except LogError as error:
            yield file, VerifiedLog(file.name, None, error.reason.words(language), unchecked=True)
        else:
            signed = receipt_in(text)
            if signed is not None and signed.get("inclusion") is not None:
                yield file, check_against_history(client, signed, shown, keys, language)


def _say_receipts(screen: Screen, held: Sequence[tuple[Path, VerifiedLog]]) -> int:
    """Print how many receipts are in the history, and warn loudly of those that are not. Return the exit
    status: 1 if one is not in the history. Otherwise it is 2 if a file could not be checked, else 0."""
    unchecked = [(file, each.fault) for file, each in held if each.unchecked]
    lost = [(file, each.fault) for file, each in held if each.fault is not None and not each.unchecked]
    if checked := len(held) - len(unchecked):
        screen.say(Message("evendeal.receipts_in_it", found=checked - len(lost), checked=checked))
    for file, fault in unchecked:
        screen.say(Message("evendeal.file_unchecked", file=str(file), why=str(fault)))
    for file, fault in lost:
        screen.say(Message("evendeal.receipt_lost"), f"{file}: {fault}.")
    return 1 if lost else 2 if unchecked else 0


def _grown(kept: Checkpoint | None, shown: Checkpoint) -> Message:
    time, leaves = shown["time"], shown["size"]
    if kept is None:
        return Message("evendeal.first_checkpoint", time=time, leaves=leaves)
    more = leaves - kept["size"]
    return Message("evendeal.history_grew", time=time, leaves=leaves, more=more, before=kept["time"])


def _raise_alarm(screen: Screen, broken: BrokenHistory) -> None:
    screen.say(
        Message("evendeal.history_broken"),
        Message("evendeal.what_is_wrong", why=broken.why),
        Message("evendeal.keep_both"),
    )
    print(json.dumps(broken.shown), flush=True)


def _kept(screen: Screen, file: Path) -> Checkpoint | None:
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
        fault = Message("evendeal.no_checkpoint_in", file=str(file))
        raise typer.BadParameter(fault.words(screen.language)) from None


def _keep(file: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint completely or not at all: after an interruption, the file has the old one."""
    new = file.with_name(file.name + ".new")
    with new.open("w") as written:
        json.dump(checkpoint, written, indent=2)
        written.write("\n")
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)
