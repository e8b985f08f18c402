"""Watches a site's history: the site must prove that its checkpoint (its signed head) continues an earlier
one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Protocol

from evendeal.errors import EvendealError, Problem
from evendeal.proofs import EMPTY, proves_consistency
from evendeal.receipts import PublicKeys, check_receipt, signature_fault
from evendeal.resources import Checkpoint, Consistency
from evendeal.verifying import VerifiedLog
from games.language import ENGLISH, Message

SIGNED = ("root", "size", "time")
"""The signed fields of a checkpoint."""


class BrokenHistory(EvendealError):
    """The site has changed its history, or cannot prove that it has not.

    `kept` is the checkpoint that the witness kept, and `shown` is the one that the site shows now. If the
    site has signed both, they are evidence that you can show to others.
    """

    def __init__(self, fault: Message, kept: Checkpoint | None, shown: Checkpoint) -> None:
        super().__init__(fault)
        self.kept, self.shown = kept, shown


class History(Protocol):
    """The calls that a witness makes. `Client` has these methods."""

    def checkpoint(self) -> Checkpoint: ...

    def consistency(self, old: int, new: int) -> Consistency: ...


def witness(site: History, kept: Checkpoint | None, keys: PublicKeys) -> Checkpoint:
    """The site's current checkpoint, after a proof that it continues `kept`. Raises BrokenHistory without
    this proof, and the client's errors."""
    shown = site.checkpoint()
    fault = checkpoint_fault(shown, keys)
    if fault is None and kept is not None:
        fault = _change(site, kept, shown)
    if fault is not None:
        raise BrokenHistory(fault, kept, shown)
    return shown


def check_against_history(
    site: History, signed: Mapping[str, Any], shown: Checkpoint, keys: PublicKeys, language: str = ENGLISH
) -> VerifiedLog:
    """Check a receipt that has an `inclusion`: the proof that the site's history contained the result. Check
    also that the site has only added to this history since. `shown` is the current checkpoint."""
    checked = check_receipt(signed, keys, language)
    if checked.fault is None and (change := _change(site, signed["inclusion"], shown)) is not None:
        checked = checked._replace(fault=change.words(language))
    return checked


def checkpoint_fault(checkpoint: object, keys: PublicKeys) -> Message | None:
    """The fault of a single checkpoint; None if the site signed it."""
    if not isinstance(checkpoint, Mapping):
        return Message("evendeal.no_checkpoint")
    said = {name: checkpoint.get(name) for name in SIGNED}
    size, root = said["size"], said["root"]
    if type(size) is not int or size < 0 or _hashes([root]) is None:
        return Message("evendeal.checkpoint_lacks")
    if size == 0 and root != EMPTY.hex():
        return Message("evendeal.checkpoint_empty")
    fault = signature_fault(checkpoint, said, keys)
    return None if fault is None else Message("evendeal.of_checkpoint", fault=fault)


def _change(site: History, kept: Mapping[str, Any], shown: Checkpoint) -> Message | None:
    """What changed in the history after it had the `size` and the `root` of `kept`; None if it only grew."""
    old, new = kept["size"], shown["size"]
    if new < old:
        return Message("evendeal.history_shrank", old=old, new=new)
    if new == old:
        same = shown["root"] == kept["root"]
        return None if same else Message("evendeal.other_root", leaves=old)
    try:
        answer: object = site.consistency(old, new) if old else {"proof": []}
    except Problem as error:
        if error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise  # the site may give this proof later
        return Message("evendeal.no_proof", old=old, new=new, why=error.detail)
    proof = answer.get("proof") if isinstance(answer, Mapping) else None
    path, roots = _hashes(proof), _hashes([kept["root"], shown["root"]])
    if path is None or roots is None or not proves_consistency(old, new, roots[0], roots[1], path):
        return Message("evendeal.nothing_proves", old=old, new=new)
    return None


def _hashes(texts: object) -> Sequence[bytes] | None:
    """The hashes as bytes, from their hex texts; None for other values."""
    try:
        return [bytes.fromhex(each) for each in texts]  # type: ignore[attr-defined]  # a site may send anything
    except (TypeError, ValueError):
        return None
