"""Compares a program's answer with the answer of our engine, field by field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.logs import LogError, read_json

SHOWN = 400
"""The most characters of a value that are shown; a longer value is cut."""


class Difference(NamedTuple):
    """A field in which two answers differ, with both values in words."""

    field: str
    ours: str
    theirs: str


class NotJSON(ValueError):
    """The output is not one JSON value."""


def answer_in(text: bytes) -> Any:
    """Return the JSON value of an output; raises NotJSON."""
    if not text.strip():
        raise NotJSON("nothing is written there")
    try:
        return read_json(text)
    except LogError as error:
        raise NotJSON(f"{error}: {_cut(ascii(text[:SHOWN])[2:-1])}") from None


def differences(ours: Any, theirs: Any) -> list[Difference]:
    """Return the fields in which two answers differ. Errors may be worded freely, and legal moves come in
    any order.

    >>> differences({"ok": True, "score": 3}, {"ok": True, "score": 3.0, "speed": 1})
    [Difference(field='speed', ours='is not there', theirs='1')]
    """
    return list(_differences("", ours, theirs))


def _differences(field: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            inner = f"{field}.{key}" if field else key
            if key not in theirs:
                yield Difference(inner, _excerpt(ours[key]), MISSING)
            elif key not in ours:
                yield Difference(_cut(ascii(inner)[1:-1]), MISSING, _excerpt(theirs[key]))
            elif inner == "legal":
                yield from _moves(ours[key], theirs[key])
            elif inner != "error":
                yield from _differences(inner, ours[key], theirs[key])
    elif not _same(ours, theirs):
        yield Difference(field or "the answer", _excerpt(ours), _excerpt(theirs))


MISSING = "is not there"


def _moves(ours: list[str], theirs: Any) -> Iterator[Difference]:
    """Yield a difference unless both answers have the same moves, each once. The order does not matter."""
    if not isinstance(theirs, list) or not all(isinstance(move, str) for move in theirs):
        yield Difference("legal", _excerpt(sorted(ours)), _excerpt(theirs))
        return
    if sorted(ours) == sorted(theirs):
        return
    only_ours, only_theirs = sorted({*ours} - {*theirs}), sorted({*theirs} - {*ours})
    twice = sorted(move for move, times in Counter(theirs).items() if times > 1)
    if only_ours or only_theirs:
        yield Difference("legal", _among(only_ours, "has also"), _among(only_theirs, "has also"))
    if twice:
        yield Difference("legal", "has each move once", _among(twice, "has more than once"))


def _among(moves: list[str], having: str) -> str:
    return f"{having} {_excerpt(moves)}" if moves else "has no other"


def _same(ours: Any, theirs: Any) -> bool:
    """Return whether both values are equal as JSON: true is not 1, but 3.0 is 3."""
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours is theirs
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return bool(ours == theirs)


def _excerpt(value: Any) -> str:
    """Return a value as JSON, shortened if it is long."""
    return _cut(json.dumps(value))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} letters)"
