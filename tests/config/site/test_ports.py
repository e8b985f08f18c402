"""Ports for the parts of a site."""

from itertools import chain, count

import pytest

from config.site import ports


def test_no_port_is_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens on the first one yet when the second one is asked for."""
    first = ports.free_port() - 10_000
    drawn = chain([first, first], count(first + 1))
    monkeypatch.setattr(ports.secrets, "randbelow", lambda below: next(drawn) % below)
    assert ports.free_port() != first + 10_000
