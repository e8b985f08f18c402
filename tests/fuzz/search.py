"""A few examples that are always the same, or as many as there is time for."""

import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")
AT_ONCE = 500


def search(
    config: pytest.Config, strategy: st.SearchStrategy[T], check: Callable[[T], None], *, examples: int
) -> None:
    """Check so many examples of a strategy, or search for `--minutes` from `--seed` on."""
    common = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
    searching = given(strategy)(check)
    if not (minutes := config.getoption("minutes")):
        settings(common, max_examples=examples, derandomize=True, phases=[Phase.generate])(searching)()
        return
    over_at, start = time.monotonic() + 60 * minutes, config.getoption("seed")
    while time.monotonic() < over_at:
        print(f"seed {start}")
        some = settings(common, max_examples=AT_ONCE, derandomize=False)
        seed(start)(some(given(strategy)(check)))()
        start += 1
