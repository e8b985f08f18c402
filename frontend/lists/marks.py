"""The mark in an address that says where a page of contests begins."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from competitions.http.paths import PublicId
from competitions.models.contest_orders import ContestPlace

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_WRITTEN: Final = re.compile(rf"([0-3])-([0-9]{{1,18}})-({PublicId.regex})")


@dataclass(frozen=True)
class Mark:
    """The page begins after this place in this part of the list."""

    part: int
    place: ContestPlace

    def __str__(self) -> str:
        micros = (self.place.at - EPOCH) // timedelta(microseconds=1)
        return f"{self.part}-{micros}-{self.place.id}"

    @classmethod
    def read(cls, text: str) -> "Mark":
        """The mark that this text stands for; raises ValueError if it stands for none."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise ValueError(text)
        part, micros, id = written.groups()
        try:
            return cls(int(part), ContestPlace(EPOCH + timedelta(microseconds=int(micros)), id))
        except OverflowError:
            raise ValueError(text) from None
