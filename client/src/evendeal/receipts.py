"""Checks receipts offline: replays the game, verifies the site's signature, and follows the proof that the
result is in the history."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from evendeal.proofs import leaf_hash, proves_inclusion
from evendeal.verifying import CLAIMS, VerifiedLog, check, keeps
from games import RULES_VERSION
from games.language import ENGLISH, Message, MessageError
from games.logs import LogError, read_json
from games.replay import Refused, replay_log

VERSION = 1
"""The version of receipts that this client knows."""

RESULT = (
    "log",
    "round",
    "deal",
    "commitment",
    "moves",
    "score",
    "won",
    "finished",
    "place",
    "field",
    "started_at",
    "ended_at",
    "rules_version",
)
"""The certified fields of a receipt. The history has a hash of them and of the ids of competition and player.
"""


class KeysError(MessageError):
    """The given text or file contains no public key."""


PublicKeys = Mapping[str, bytes]
"""A site's public keys, by id."""


def receipt_in(text: bytes) -> dict[str, Any] | None:
    """The signed receipt in the text of a file; None if the text is something else."""
    try:
        value = read_json(text)
    except LogError:
        return None
    return value if isinstance(value, dict) and isinstance(value.get("receipt"), dict) else None


def keys_in(text: str) -> PublicKeys:
    """The public keys in the text of a `keys.json`, or a single key in base64; raises KeysError.

    The id of a key is computed from the key. Ids in the text are ignored.
    """
    try:
        try:
            listed = read_json(text.encode())["keys"]
            public = [base64.b64decode(each["public"], validate=True) for each in listed]
        except LogError:
            public = [base64.b64decode(text.strip(), validate=True)]
    except (KeyError, TypeError):
        raise KeysError("evendeal.no_keys") from None
    except ValueError:
        raise KeysError("evendeal.not_base64") from None
    if not public or any(len(each) != 32 for each in public):
        raise KeysError("evendeal.key_length")
    return {sha256(each).hexdigest()[:16]: each for each in public}


def check_receipt(signed: Mapping[str, Any], keys: PublicKeys | None, language: str = ENGLISH) -> VerifiedLog:
    """Check everything in a receipt that can be checked offline; without keys, everything but the signature.
    The fault is in `language`.

    The proof in `inclusion` leads to the root of a checkpoint. Only somebody who has kept the site's
    checkpoints can tell whether that checkpoint is the site's.
    """
    receipt = signed["receipt"]
    if (version := receipt.get("version")) != VERSION:
        return _of_other_version(
            Message("evendeal.receipt_version", told=_short(version), known=VERSION), language
        )
    if (version := receipt.get("rules_version")) != RULES_VERSION:
        return _of_other_version(
            Message("evendeal.rules_version", told=_short(version), known=RULES_VERSION), language
        )
    log = _log_in(receipt)
    checked = check(log, language=language)
    if checked.fault is not None:
        return checked
    fault = _fault(receipt, log)
    if fault is None and keys is not None:
        fault = signature_fault(signed, receipt, keys)
    if fault is None and signed.get("inclusion") is not None:
        fault = _inclusion_fault(receipt, signed["inclusion"])
    return checked if fault is None else checked._replace(fault=fault.words(language))


def result_leaf(receipt: Mapping[str, Any]) -> bytes:
    """The leaf of a certified result, from its receipt; raises KeyError and TypeError for other values."""
    said = {name: receipt[name] for name in RESULT}
    said |= {"competition": receipt["competition"]["id"], "player": receipt["player"]["id"]}
    return rfc8785.dumps({"type": "result", "hash": sha256(rfc8785.dumps(said)).hexdigest()})


def _of_other_version(fault: Message, language: str) -> VerifiedLog:
    name = Message("evendeal.a_receipt").words(language)
    return VerifiedLog(name, None, fault.words(language), unchecked=True)


def _log_in(receipt: Mapping[str, Any]) -> dict[str, Any]:
    deal = receipt.get("deal")
    return {**receipt, **(deal if isinstance(deal, dict) else {}), "id": receipt.get("log")}


def _fault(receipt: Mapping[str, Any], log: Mapping[str, Any]) -> Message | None:
    """Another fault of a receipt whose log is legal and has the claimed result; None if it has none."""
    missing = [claim for claim in CLAIMS if receipt.get(claim) is None]
    if missing:
        return Message("evendeal.claim_missing", claim=missing[0])
    replayed = replay_log(log)
    if isinstance(replayed, Refused) or list(replayed.moves) != log["moves"]:
        return Message("evendeal.other_spelling")
    promised = receipt.get("commitment")
    if not isinstance(promised, str) or not keeps(log["game"], log["seed"], promised):
        return Message("evendeal.other_seed")
    return None


def _inclusion_fault(receipt: Mapping[str, Any], inclusion: Mapping[str, Any]) -> Message | None:
    try:
        proven = proves_inclusion(
            leaf_hash(result_leaf(receipt)),
            inclusion["leaf"],
            inclusion["size"],
            [bytes.fromhex(each) for each in inclusion["proof"]],
            bytes.fromhex(inclusion["root"]),
        )
    except (KeyError, TypeError, ValueError):
        proven = False
    return None if proven else Message("evendeal.not_in_history")


def signature_fault(signed: Mapping[str, Any], said: Mapping[str, Any], keys: PublicKeys) -> Message | None:
    """The fault of the `key` or the `signature` in `signed`; None if `said`, as canonical JSON, has this
    signature."""
    name, signature = signed.get("key"), signed.get("signature")
    public = keys.get(name) if isinstance(name, str) else None
    if public is None:
        return Message("evendeal.other_key", key=_short(name))
    try:
        text = rfc8785.dumps(dict(said))
        given = base64.b64decode(signature, validate=True) if isinstance(signature, str) else b""
        Ed25519PublicKey.from_public_bytes(public).verify(given, text)
    except (InvalidSignature, binascii.Error, ValueError):
        return Message("evendeal.bad_signature")
    return None


def _short(value: object) -> str:
    return str(value)[:40]
