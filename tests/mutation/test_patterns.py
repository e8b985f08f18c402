"""Patterns: what they find, and the code after a change."""

import ast

import pytest

from .patterns import change

CODE = """
def end(entry, now):
    held = Entry.objects.select_for_update(of=("self",), nowait=False).get(pk=entry.pk)
    if held.ended_at is None and held.deadline < now:
        record("ended at last", held)
        announce(held)
    return held
"""


def changed(old, new):
    code = ast.parse(CODE)
    change(code, old, new)
    return ast.unparse(code)


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("_a < _b", "_a <= _b", "held.deadline < now", "held.deadline <= now"),
        ("_.ended_at is None", "True", "held.ended_at is None", "True"),
        ("announce(...)", "pass", "announce(held)", "pass"),
        ("_a.select_for_update(...)", "_a", ".select_for_update(of=('self',), nowait=False)", ""),
        ("_a.select_for_update(..., of=_)", "_a.select_for_update(...)", "of=('self',), ", ""),
        ("_a.get(pk=_b.pk)", "_a.get(pk=_b)", "pk=entry.pk", "pk=entry"),
        ("return _", "return None", "return held", "return None"),
        ("if _: ...", "if True: ...", "held.ended_at is None and held.deadline < now", "True"),
        ("' at last'", "''", "ended at last", "ended"),
    ],
)
def test_the_one_place_that_is_like_a_pattern_is_changed(old, new, before, after):
    whole = ast.unparse(ast.parse(CODE))
    assert whole.count(before) == 1
    assert changed(old, new) == whole.replace(before, after)


@pytest.mark.parametrize("old", ["_ < 3", "record(_)", "_.pk.pk", "held", "'is nowhere'"])
def test_what_stands_nowhere_or_twice_is_an_error(old):
    with pytest.raises(LookupError, match="times"):
        changed(old, "None")
