"""Who one is, on which site, and who else may know."""

import stat
from pathlib import Path

import pytest

from evendeal.cli import account
from evendeal.cli.account import Account


def test_nobody_is_known_at_first(home: Path) -> None:
    assert account.at(None) == Account(account.USUAL_SITE)
    assert account.at("patience.example") == Account("https://patience.example")


def test_an_account_is_kept_for_its_owner_alone_and_its_site_is_the_usual_one(home: Path) -> None:
    ada = Account("https://patience.example", "Ada", "secret")
    file = account.remember(ada)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert account.at(None) == account.at("patience.example/") == ada
    file.chmod(0o644)
    bob = Account("http://127.0.0.1:8000", "Bob", "other")
    account.remember(bob)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert account.at(None) == bob
    assert account.at("patience.example") == ada
    assert [each.name for each in file.parent.iterdir()] == ["account.json"]


def test_the_environment_counts_more(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    account.remember(Account("https://patience.example", "Ada", "secret"))
    monkeypatch.setenv(account.SITE, "https://other.example")
    monkeypatch.setenv(account.TOKEN, "from the environment")
    assert account.at(None) == Account("https://other.example", None, "from the environment")


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"sites": []}', '{"sites": {"https://patience.example": 7}}']
)
def test_a_file_that_makes_no_sense_is_nobodys(home: Path, text: str) -> None:
    file = account.remember(Account("https://patience.example", "Ada", "secret"))
    file.write_text(text)
    assert account.at("https://patience.example").token is None
