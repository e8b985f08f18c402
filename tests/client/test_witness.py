"""`evendeal witness` at sites that are honest, and at sites that cheat."""

import base64
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from evendeal.errors import Unreachable, problem_of
from evendeal.receipts import result_leaf
from games import RULES_VERSION
from tests.history import plain

from .conftest import Run
from .test_receipts import signed

SITE = "https://patience.example"
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = PRIVATE.public_key().public_bytes_raw()


NOT_PROVEN = b"a site with this leaf gives no proof"
NOT_FOUND = b"a site with this leaf knows of no proof"
GARBLED = b"a site with this leaf says something else"


class FakeSite:
    """Tells of the leaves that it has now, and proves what it can."""

    def __init__(self, *leaves: bytes) -> None:
        self.leaves = list(leaves)
        self.signs = True
        self.is_away = False

    def __enter__(self) -> "FakeSite":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def keys(self) -> Any:
        return {"keys": [{"id": "x", "public": base64.b64encode(PUBLIC).decode()}]}

    def checkpoint(self) -> Any:
        if self.is_away:
            raise Unreachable("no answer")
        said = {
            "size": len(self.leaves),
            "root": plain.root(self.leaves).hex(),
            "time": f"2026-11-23T12:00:{len(self.leaves):02}Z",
        }
        signed = rfc8785.dumps(dict(said) if self.signs else {})
        signature = base64.b64encode(PRIVATE.sign(signed)).decode()
        return {**said, "key": sha256(PUBLIC).hexdigest()[:16], "signature": signature}

    def consistency(self, old: int, new: int) -> Any:
        if NOT_PROVEN in self.leaves:
            raise problem_of(422, {"code": "invalid", "detail": "The request is at fault."})
        if NOT_FOUND in self.leaves:
            raise problem_of(404, {"code": "not_found", "detail": "There is no such page."})
        if GARBLED in self.leaves:
            return ["proof"]
        proof = plain.proof(old, self.leaves[:new])
        return {"old": old, "new": new, "proof": [each.hex() for each in proof]}


def leaves(count: int) -> list[bytes]:
    return [b"%d" % number for number in range(count)]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeSite:
    site = FakeSite(*leaves(5))
    monkeypatch.setattr("evendeal.cli.witnessing.Client", lambda address, language: site)
    return site


@pytest.fixture
def look(run: Run, fake: FakeSite) -> Callable[..., str]:
    """Looks once, and gives what is said."""

    def look(status: int = 0, receipts: str | None = None) -> str:
        more = () if receipts is None else ("--receipts", receipts)
        said: str = run("witness", SITE, "--state", "kept.json", "--once", *more, status=status).output
        return said

    return look


def kept() -> Any:
    return json.loads(Path("kept.json").read_text())


def test_a_history_that_only_grows_is_good(look: Callable[..., str], fake: FakeSite) -> None:
    assert "5 leaves. The first checkpoint is kept." in look()
    assert kept() == fake.checkpoint()
    assert "5 leaves, 0 more" in look()
    fake.leaves += leaves(9)
    assert "14 leaves, 9 more" in look()
    assert kept() == fake.checkpoint()
    assert [each.name for each in Path().glob("kept*")] == ["kept.json"]


def test_an_empty_history_may_become_any_other(look: Callable[..., str], fake: FakeSite) -> None:
    fake.leaves.clear()
    look()
    fake.leaves += leaves(3)
    look()


def test_receipts_are_held_against_the_history(look: Callable[..., str], fake: FakeSite) -> None:
    """One whose result was in it proves a rewriting to whoever has kept nothing else."""
    receipt = signed()
    fake.leaves[1] = result_leaf(receipt["receipt"])
    proof = [each.hex() for each in plain.path(1, fake.leaves)]
    root = plain.root(fake.leaves).hex()
    Path("mine").mkdir()
    Path("mine/one.json").write_text(
        json.dumps({**receipt, "inclusion": {"leaf": 1, "size": 5, "root": root, "proof": proof}})
    )
    Path("mine/not_certified.json").write_text(json.dumps({**receipt, "inclusion": None}))
    fake.leaves += leaves(3)
    assert "1 of 1 receipt is in the history" in look(receipts="mine")
    saved_by_windows = Path("mine/one.json").read_text()
    Path("mine/one.json").write_text(saved_by_windows, encoding="utf-16")
    Path("kept.json").write_text(Path("kept.json").read_text(), encoding="utf-16")
    assert "1 of 1 receipt is in the history" in look(receipts="mine")
    Path("kept.json").unlink()
    fake.leaves[1] = b"another"
    said = look(status=1, receipts="mine")
    assert "0 of 1 receipt is" in said
    assert "A RECEIPT OF THIS SITE IS NOT IN ITS HISTORY" in said


def test_a_receipt_that_cannot_be_checked_is_named_and_accuses_nobody(look: Callable[..., str]) -> None:
    later = signed(rules_version=RULES_VERSION + 1)
    Path("mine/folder.json").mkdir(parents=True)
    Path("mine/later.json").write_text(json.dumps({**later, "inclusion": {"leaf": 1, "size": 5}}))
    Path("mine/torn.json").write_text('{"receipt": {')
    Path("mine/keys.json").write_text("{}")
    said = look(status=2, receipts="mine").replace("\n", " ")
    for name in ("folder", "later", "torn"):
        assert f"mine/{name}.json cannot be checked: " in said
    assert "keys.json" not in said
    assert "NOT IN ITS HISTORY" not in said
    assert kept()["size"] == 5


CHEATS: dict[str, Callable[[FakeSite], None]] = {
    "rewrites": lambda site: site.leaves.__setitem__(2, b"another"),
    "drops": lambda site: site.leaves.pop(0),
    "reorders": lambda site: site.leaves.reverse(),
    "cuts off": lambda site: site.leaves.__delitem__(slice(3, None)),
    "rewrites and grows": lambda site: site.leaves.__setitem__(slice(0, 1), [b"another", b"and one more"]),
    "proves nothing": lambda site: site.leaves.append(NOT_PROVEN),
    "knows no proof": lambda site: site.leaves.append(NOT_FOUND),
    "says something else": lambda site: site.leaves.append(GARBLED),
    "does not sign": lambda site: setattr(site, "signs", False),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_site_that_cheats_is_told_loudly_and_again_and_what_was_good_is_kept(
    cheat: str, look: Callable[..., str], fake: FakeSite
) -> None:
    look()
    good = kept()
    CHEATS[cheat](fake)
    for _ in range(2):
        said = look(status=1)
        assert "THE HISTORY OF THIS SITE IS BROKEN" in said
        assert json.loads(said.strip().splitlines()[-1]) == fake.checkpoint()
        assert kept() == good
        fake.leaves.append(b"more")


def test_it_looks_again_and_again_and_a_site_that_is_away_is_no_cheat(
    run: Run, fake: FakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleep(seconds: float) -> None:
        assert seconds == 5 * 60
        if fake.is_away:
            fake.leaves.reverse()
        elif fake.leaves[0] == b"4":
            raise KeyboardInterrupt
        fake.is_away = not fake.is_away

    monkeypatch.setattr("time.sleep", sleep)
    said = run("witness", SITE, "--state", "kept.json", "--every", "5", status=130).output
    assert [line.split(":")[0] for line in said.splitlines() if ": " in line][:3] == [
        "2026-11-23T12",
        "The site does not answer now, and is asked again later",
        "What is wrong",
    ]
    assert kept()["root"] == plain.root(leaves(5)).hex()


def test_a_site_that_stays_silent_is_told_loudly(
    run: Run, fake: FakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter(range(5))

    def sleep(seconds: float) -> None:
        fake.is_away = True
        if next(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", sleep)
    said = run("witness", SITE, "--state", "kept.json", "--every", "5", status=130).output
    assert said.count("THIS SITE HAS PROVED NOTHING SINCE 2026-11-23T12:00:05Z, in 3 checks") == 1


def test_a_file_without_a_checkpoint_is_told_and_left_alone(run: Run, fake: FakeSite) -> None:
    Path("kept.json").write_text("{}")
    said = run("witness", SITE, "--state", "kept.json", "--once", status=2).output
    assert "no checkpoint" in said
    assert Path("kept.json").read_text() == "{}"
