"""The mark in a page's address that says where the list goes on."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from competitions.models.contest_orders import ContestPlace
from competitions.standings.tie_breaks import EPOCH, microseconds
from competitions.web.paths import PublicId

_WRITTEN: Final = re.compile(rf"([0-3])-([0-9]{{1,18}})-({PublicId.regex})")


@dataclass(frozen=True)
class Mark:
    """Where a page of a list of contests starts: after the contest with the time and the id in `place`.
    `part` is the index of the list's section that contains this contest."""

    part: int
    place: ContestPlace

    def __str__(self) -> str:
        return f"{self.part}-{microseconds(self.place.at)}-{self.place.id}"

    @classmethod
    def read(cls, text: str) -> "Mark":
        """Read a mark from text; raises ValueError if the text is no mark."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise ValueError(text)
        part, micros, id = written.groups()
        try:
            return cls(int(part), ContestPlace(EPOCH + timedelta(microseconds=int(micros)), id))
        except OverflowError:
            raise ValueError(text) from None
