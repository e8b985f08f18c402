"""Garbage collection passes over what was loaded at the start, and runs seldom."""

import gc

import pytest

from config.server.garbage import search_later, search_less


@pytest.fixture
def search():
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)
    gc.enable()


@pytest.mark.usefixtures("search")
def test_what_is_loaded_is_searched_no_more_and_what_comes_is():
    class Circle:
        left = 0

        def __init__(self):
            self.myself = self

        def __del__(self):
            Circle.left += 1

    search_later()
    assert not gc.isenabled()
    search_less()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < 1_000
    Circle()
    gc.collect()
    assert Circle.left == 1
