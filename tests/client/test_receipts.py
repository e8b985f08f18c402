"""Receipts, checked offline."""

import base64
import copy
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from evendeal.receipts import check_receipt, keys_in, receipt_in, result_leaf
from games import RULES_VERSION
from games.deck import commitment
from tests.history import plain

from .conftest import Run

EXAMPLE = Path(__file__).parents[2] / "frontend" / "src" / "verify" / "receipt.example.json"

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = base64.b64encode(PRIVATE.public_key().public_bytes_raw()).decode()
OTHER = base64.b64encode(
    Ed25519PrivateKey.from_private_bytes(b"1" * 32).public_key().public_bytes_raw()
).decode()
KEYS = json.dumps({"keys": [{"id": "whatever it says", "algorithm": "Ed25519", "public": PUBLIC}]})

RECEIPT: dict[str, Any] = {
    "version": 1,
    "site": "https://patience.example",
    "log": "log1",
    "competition": {"id": "c", "name": "Friday — été"},
    "state": "final",
    "round": 1,
    "player": {"id": "p", "name": "Ada \U0001f0a1", "bot": False},
    "deal": {"game": "wish", "rules": {}, "seed": "pub"},
    "commitment": commitment("wish", "pub"),
    "moves": ["pair 2 3"],
    "score": 30,
    "won": False,
    "finished": False,
    "place": 2,
    "field": 7,
    "started_at": "2026-11-21T12:00:00Z",
    "ended_at": "2026-11-21T12:01:00Z",
    "rules_version": RULES_VERSION,
}


def signed(**other: Any) -> dict[str, Any]:
    """A receipt with a true signature, whatever it says."""
    receipt = {**copy.deepcopy(RECEIPT), **other}
    signature = base64.b64encode(PRIVATE.sign(rfc8785.dumps(receipt))).decode()
    key = sha256(base64.b64decode(PUBLIC)).hexdigest()[:16]
    return {"receipt": receipt, "key": key, "signature": signature}


@pytest.mark.parametrize("keys", [KEYS, PUBLIC, f"{PUBLIC}\n"])
def test_a_right_receipt_stands(keys: str) -> None:
    text = json.dumps(signed(), indent=2).encode()
    found = receipt_in(text)
    assert found is not None
    result = check_receipt(found, keys_in(keys))
    assert (result.name, result.score, result.fault) == ("Ada \U0001f0a1 log1 wish", 30, None)


def change(*path: str, to: object) -> Callable[[dict[str, Any]], None]:
    def apply(whole: dict[str, Any]) -> None:
        at = whole
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = to

    return apply


NOT_SIGNED = "its signature is not the site's"


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (change("receipt", "score", to=28), "says score 28"),
        (change("receipt", "moves", to=["pair 1 2"]), "move 1: "),
        (change("receipt", "moves", to=[]), "says score 30, but the replay ends with 32"),
        (change("receipt", "player", "name", to="Bob"), NOT_SIGNED),
        (change("receipt", "place", to=1), NOT_SIGNED),
        (change("receipt", "competition", "name", to="Friday"), NOT_SIGNED),
        (change("receipt", "more", to=2**70), NOT_SIGNED),
        (change("receipt", "more", to="\ud800"), NOT_SIGNED),
        (change("receipt", "deal", "seed", to="other"), ""),
        (change("signature", to=base64.b64encode(bytes(64)).decode()), NOT_SIGNED),
        (change("signature", to="é"), NOT_SIGNED),
        (change("signature", to=None), NOT_SIGNED),
        (change("key", to="0" * 16), "which is none of those given"),
        (change("key", to=[7]), "which is none of those given"),
    ],
)
def test_whatever_is_changed_is_found(changed: Callable[[dict[str, Any]], None], fault: str) -> None:
    whole = signed()
    changed(whole)
    found = check_receipt(whole, keys_in(KEYS)).fault
    assert found is not None
    assert fault in found


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": 28},
        {"won": True},
        {"finished": None},
        {"moves": ["pair 3 2"]},
        {"commitment": commitment("wish", "other")},
        {"commitment": None},
        {"deal": None},
        {"deal": {"game": "wish", "rules": {}, "seed": "other"}, "moves": [], "score": 32},
        {"version": 2},
        {"rules_version": RULES_VERSION + 1},
    ],
)
def test_what_a_site_signs_that_is_not_so_is_found_with_a_key_and_without(wrong: dict[str, Any]) -> None:
    assert check_receipt(signed(**wrong), keys_in(KEYS)).fault
    assert check_receipt(signed(**wrong), None).fault


def proven(whole: dict[str, Any]) -> dict[str, Any]:
    """The same with the proof that it is the third of five leaves."""
    told = [b"a", b"b", result_leaf(whole["receipt"]), b"c", b"d"]
    proof = [each.hex() for each in plain.path(2, told)]
    return {**whole, "inclusion": {"leaf": 2, "size": 5, "root": plain.root(told).hex(), "proof": proof}}


def test_a_receipt_is_followed_to_the_root_of_its_history() -> None:
    assert check_receipt(proven(signed()), keys_in(KEYS)).fault is None
    assert check_receipt({**signed(), "inclusion": None}, keys_in(KEYS)).fault is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"leaf": 1},
        {"size": 4},
        {"root": "00" * 32},
        {"root": 7},
        {"proof": []},
        {"proof": ["x"]},
        {"leaf": "2"},
        {"leaf": -1},
        {"proof": None},
    ],
)
def test_a_proof_that_shows_nothing_is_found(wrong: dict[str, Any]) -> None:
    whole = proven(signed())
    whole["inclusion"] |= wrong
    assert "in the history" in str(check_receipt(whole, keys_in(KEYS)).fault)


@pytest.mark.parametrize("changed", [{"place": 1}, {"field": 9}, {"ended_at": "2026-11-21T12:02:00Z"}])
def test_what_was_certified_otherwise_is_found_though_the_site_signs_it(changed: dict[str, Any]) -> None:
    inclusion = proven(signed())["inclusion"]
    again = {**signed(**changed), "inclusion": inclusion}
    assert "in the history" in str(check_receipt(again, keys_in(KEYS)).fault)


def test_the_example_that_the_page_is_tested_with_is_right_here_too() -> None:
    example = json.loads(EXAMPLE.read_text())
    keys = keys_in(json.dumps({"keys": example["keys"]}))
    assert check_receipt(example["signed"], keys).fault is None
    assert example["signed"]["inclusion"]


def test_another_sites_key_does_not_do() -> None:
    assert "none of those given" in str(check_receipt(signed(), keys_in(OTHER)).fault)


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "[]", '{"keys": []}', '{"keys": [{"public": "AAAA"}]}', "AAAA"]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"key|ase64|adding"):
        keys_in(text)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"receipt": 7}', b'{"game": "wish"}'])
def test_what_is_no_receipt_is_told_from_one(text: bytes) -> None:
    assert receipt_in(text) is None


def test_on_the_command_line_it_says_what_was_checked(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    Path("receipt.json").write_text(json.dumps(signed()))
    Path("keys.json").write_text(KEYS)
    for key in ("keys.json", PUBLIC):
        said = run("verify", "receipt.json", "--key", key).output
        assert "score 30, place 2 among 7." in said
        assert "the site has signed it" in said
    Path("receipt.json").write_text(json.dumps(proven(signed())))
    said = run("verify", "receipt.json").output
    assert "The signature was not checked" in said
    assert "The result is number 3 of 5 in the site's history" in said
    assert "signed it" not in said
    assert "none of those given" in run("verify", "receipt.json", "--key", OTHER, status=1).output
    assert "neither" in run("verify", "receipt.json", "--key", "nothing.json", status=2).output
    Path("receipt.json").write_text(json.dumps(signed(score=28)))
    assert "is not true" in run("verify", "receipt.json", status=1).output
    for later in ({"version": 2}, {"rules_version": RULES_VERSION + 1}):
        Path("receipt.json").write_text(json.dumps(signed(**later)))
        said = run("verify", "receipt.json", status=2).output
        assert "cannot be checked" in said
        assert "is not true" not in said


def test_a_receipt_and_its_keys_may_have_been_saved_by_windows(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    Path("receipt.json").write_text(json.dumps(signed()), encoding="utf-16")
    for encoding in ("utf-16", "utf-8-sig"):
        Path("keys.json").write_text(KEYS, encoding=encoding)
        assert "the site has signed it" in run("verify", "receipt.json", "--key", "keys.json").output
