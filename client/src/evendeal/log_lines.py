"""Reads logs, one on each line, while they arrive."""

from __future__ import annotations

import json
from collections.abc import Iterator

from evendeal.resources import Log


class LogLines:
    """Reads logs from pieces that may end anywhere.

    >>> lines = LogLines()
    >>> list(lines.read(b'{"game": "wish"}\\n{"ga')), list(lines.read(b'me": "well"}')), list(lines.rest())
    ([{'game': 'wish'}], [], [{'game': 'well'}])
    """

    def __init__(self) -> None:
        self._begun = b""

    def read(self, piece: bytes) -> Iterator[Log]:
        """The logs whose lines end in this piece."""
        *lines, self._begun = (self._begun + piece).split(b"\n")
        yield from map(json.loads, filter(None, lines))

    def rest(self) -> Iterator[Log]:
        """The last log, if no line end follows it."""
        if self._begun.strip():
            yield json.loads(self._begun)
