"""Checking receipts offline: the game is played again, and the site's signature held against its key."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from evendeal.verifying import CLAIMS, VerifiedLog, check, keeps
from games import RULES_VERSION
from games.logs import LogError, read_json
from games.replay import Refused, replay_log

VERSION = 1
"""The form of receipts that is known here."""

PublicKeys = Mapping[str, bytes]
"""The public keys of a site, by their ids."""


def receipt_in(text: bytes) -> dict[str, Any] | None:
    """The signed receipt that a file holds; None if it holds something else."""
    try:
        value = read_json(text)
    except LogError:
        return None
    return value if isinstance(value, dict) and isinstance(value.get("receipt"), dict) else None


def keys_in(text: str) -> PublicKeys:
    """The public keys of a `keys.json`, or the one that the text itself is, in base64; raises ValueError.

    An id is what follows from its key, whatever the text says.
    """
    try:
        listed = read_json(text.encode())["keys"]
        public = [base64.b64decode(each["public"], validate=True) for each in listed]
    except LogError:
        public = [base64.b64decode(text.strip(), validate=True)]
    except (KeyError, TypeError) as error:
        raise ValueError(f"no keys: {error}") from None
    if not public or any(len(each) != 32 for each in public):
        raise ValueError("a public key has 32 bytes")
    return {sha256(each).hexdigest()[:16]: each for each in public}


def check_receipt(signed: Mapping[str, Any], keys: PublicKeys | None) -> VerifiedLog:
    """Check all that a receipt says and can be known offline; without keys, all but who signed it."""
    receipt = signed["receipt"]
    if (told := receipt.get("version")) != VERSION:
        return VerifiedLog("a receipt", None, f"is of version {_short(told)}, and {VERSION} is known here")
    if (told := receipt.get("rules_version")) != RULES_VERSION:
        fault = f"was played by version {_short(told)} of the rules, and {RULES_VERSION} is known here"
        return VerifiedLog("a receipt", None, fault)
    checked = _played_again(receipt)
    if checked.fault is None and keys is not None:
        return checked._replace(fault=_signature_fault(signed, keys))
    return checked


def _played_again(receipt: Mapping[str, Any]) -> VerifiedLog:
    deal = receipt.get("deal")
    log = {**receipt, **(deal if isinstance(deal, dict) else {}), "id": receipt.get("log")}
    checked = check(log)
    return checked if checked.fault is not None else checked._replace(fault=_fault(receipt, log))


def _fault(receipt: Mapping[str, Any], log: Mapping[str, Any]) -> str | None:
    """What is wrong with a receipt whose log stands and comes to what it says, if it says it."""
    missing = [claim for claim in CLAIMS if receipt.get(claim) is None]
    if missing:
        return f"does not say {missing[0]}"
    replayed = replay_log(log)
    if isinstance(replayed, Refused) or list(replayed.moves) != log["moves"]:
        return "its moves are not in their canonical spelling"
    promised = receipt.get("commitment")
    if not isinstance(promised, str) or not keeps(log["game"], log["seed"], promised):
        return "its seed is not the one that was committed to"
    return None


def _signature_fault(signed: Mapping[str, Any], keys: PublicKeys) -> str | None:
    name, signature = signed.get("key"), signed.get("signature")
    public = keys.get(name) if isinstance(name, str) else None
    if public is None:
        return f"was signed with the key {_short(name)}, which is none of those given"
    try:
        said = rfc8785.dumps(signed["receipt"])
        given = base64.b64decode(signature, validate=True) if isinstance(signature, str) else b""
        Ed25519PublicKey.from_public_bytes(public).verify(given, said)
    except (InvalidSignature, binascii.Error, ValueError):
        return "its signature is not the site's"
    return None


def _short(value: object) -> str:
    return str(value)[:40]
