"""Who one is, on which site, and who else may know."""

import stat
from pathlib import Path

import pytest

from evendeal.cli import account, page_links
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
    "link",
    [
        "https://evil.example/c/abc123",
        "http://patience.example/c/abc123",
        "https://patience.example:8443/c/abc123",
        "https://patience.example@evil.example/c/abc123",
        "https://patience.example.evil.example/c/abc123",
    ],
)
def test_a_token_goes_to_no_other_site_than_its_own(
    home: Path, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    def token_for(link: str) -> str | None:
        return account.at(page_links.contest(link).site).token

    own = "https://Patience.example:443/c/abc123"
    account.remember(Account("https://patience.example", "Ada", "kept"))
    assert (token_for(link), token_for(own)) == (None, "kept")
    monkeypatch.setenv(account.SITE, "https://patience.example")
    monkeypatch.setenv(account.TOKEN, "from the environment")
    assert (token_for(link), token_for(own)) == (None, "from the environment")
    withheld = account.withheld_from(str(page_links.contest(link).site))
    assert withheld is not None
    assert "EVENDEAL_TOKEN is not sent to " in withheld.words()
    assert account.withheld_from("https://patience.example") is None


def test_a_token_of_the_environment_needs_its_site(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(account.TOKEN, "from the environment")
    account.remember(Account("https://patience.example", "Ada", "kept"))
    assert account.at(None).token == "kept"
    withheld = account.withheld_from(account.usual_site())
    assert withheld is not None
    assert "set EVENDEAL_SITE" in withheld.words()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"sites": []}', '{"sites": {"https://patience.example": 7}}']
)
def test_a_file_that_makes_no_sense_is_nobodys(home: Path, text: str) -> None:
    file = account.remember(Account("https://patience.example", "Ada", "secret"))
    file.write_text(text)
    assert account.at("https://patience.example").token is None
