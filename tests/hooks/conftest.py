"""A network in which the name of the receivers leads to this machine, as if it were a public address."""

import ssl
from collections.abc import Callable

import pytest

from competitions.hooks import addresses, posting

from .receivers import AUTHORITY


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Tells what the look-ups of names give, one after the other; the last answer stays."""
    answers: list[list[str]] = [["127.0.0.1"]]

    def look_up(host: str, port: int) -> list[object]:
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(2, 1, 6, "", (address, port)) for address in found]

    def tell(*given: list[str]) -> None:
        answers[:] = given

    trusting = ssl.create_default_context()
    AUTHORITY.configure_trust(trusting)
    monkeypatch.setattr(posting, "context", lambda: trusting)
    monkeypatch.setattr(posting, "look_up", look_up)
    monkeypatch.setattr(posting, "is_public", lambda text: text == "127.0.0.1" or addresses.is_public(text))
    return tell
