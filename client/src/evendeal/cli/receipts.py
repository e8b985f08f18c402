"""`evendeal receipt`, and what `evendeal verify` says of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.receipts import PublicKeys, check_receipt, keys_in
from evendeal.text_files import utf8_text


def fetch(screen: Screen, client: Client, log: str, save: Path | None) -> None:
    """Print the receipt of a log, or save it in a file."""
    text = json.dumps(client.receipt(log), indent=2)
    if save is None:
        print(text)
        return
    save.write_text(text + "\n")
    screen.say(f"In {save}. Check it with: evendeal verify {save} --key keys.json")


def verify_receipt(screen: Screen, signed: Mapping[str, Any], key: str | None) -> int:
    """Check a receipt, and print what is wrong or unchecked; returns the exit status of `verify`."""
    result = check_receipt(signed, None if key is None else _keys(key))
    if result.fault is not None:
        verdict = "The receipt cannot be checked." if result.unchecked else "The receipt is not what it says."
        screen.say(f"{result.name}: {result.fault}", verdict)
        return 2 if result.unchecked else 1
    receipt = signed["receipt"]
    screen.say(f"{result.name}: score {result.score}, {_place(receipt)}.")
    if key is None:
        screen.say(
            "The moves, the score and the commitment are as it says.",
            f"The signature was not checked: --key was not given. It is said to be {signed.get('key')}.",
        )
    else:
        screen.say("The receipt is as it says, and the site has signed it.")
    if (proof := signed.get("inclusion")) is not None:
        screen.say(
            f"It is leaf {proof['leaf']} of a history of {proof['size']}, whose root is {proof['root']}.",
            "Compare it with the checkpoint of a witness who kept one of this size.",
        )
    return 0


def _place(receipt: Mapping[str, Any]) -> str:
    place, field = receipt.get("place"), receipt.get("field")
    return "without a place" if place is None else f"place {place} among {field}"


def _keys(key: str) -> PublicKeys:
    """The keys in a file, or the key that was typed."""
    file = Path(key)
    try:
        return keys_in(utf8_text(file).decode() if file.is_file() else key)
    except (ValueError, OSError) as error:
        raise typer.BadParameter(f"{key} is neither a keys.json nor a key: {error}") from None
