"""`evendeal receipt`, and the part of `evendeal verify` that checks receipts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from evendeal.cli.screen import Screen, why_failed
from evendeal.client import Client
from evendeal.receipts import KeysError, PublicKeys, check_receipt, keys_in
from evendeal.text_files import utf8_text
from games.language import Message


def fetch(screen: Screen, client: Client, log: str, save: Path | None) -> None:
    """Print the receipt of a log, or save it in a file."""
    text = json.dumps(client.receipt(log), indent=2)
    if save is None:
        print(text)
        return
    save.write_text(text + "\n")
    screen.say(Message("evendeal.receipt_kept", file=str(save)))


def verify_receipt(screen: Screen, signed: Mapping[str, Any], key: str | None) -> int:
    """Check a receipt, and print what is wrong or unchecked. Return the exit status of `verify`."""
    result = check_receipt(signed, None if key is None else _keys(screen, key), screen.language)
    if result.fault is not None:
        unchecked, false = Message("evendeal.receipt_unchecked"), Message("evendeal.receipt_false")
        screen.say(f"{result.name}: {result.fault}", unchecked if result.unchecked else false)
        return 2 if result.unchecked else 1
    receipt = signed["receipt"]
    name, score, place, field = (
        result.name,
        str(result.score),
        receipt.get("place"),
        str(receipt.get("field")),
    )
    if place is None:
        screen.say(Message("evendeal.receipt_without_place", name=name, score=score))
    else:
        screen.say(
            Message("evendeal.receipt_with_place", name=name, score=score, place=str(place), field=field)
        )
    if key is None:
        said = str(signed.get("key"))
        screen.say(Message("evendeal.receipt_true"), Message("evendeal.signature_unchecked", key=said))
    else:
        screen.say(Message("evendeal.receipt_signed"))
    if (proof := signed.get("inclusion")) is not None:
        number, size, root = str(proof["leaf"] + 1), str(proof["size"]), str(proof["root"])
        screen.say(Message("evendeal.receipt_number", number=number, size=size, root=root))
        screen.say(Message("evendeal.receipt_compare"))
    return 0


def _keys(screen: Screen, key: str) -> PublicKeys:
    """The public keys in the file that `key` names; if there is no such file, `key` itself as a public
    key."""
    file = Path(key)
    try:
        return keys_in(utf8_text(file).decode() if file.is_file() else key)
    except KeysError as error:
        fault = Message("evendeal.no_key", key=key, why=error.reason)
    except UnicodeDecodeError:
        fault = Message("evendeal.no_key", key=key, why=Message("evendeal.no_keys"))
    except OSError as error:
        fault = Message("evendeal.no_key", key=key, why=why_failed(error, screen.language))
    raise typer.BadParameter(fault.words(screen.language))
