"""The calendar months of dumps, written like 2026-11."""

import re
from datetime import UTC, datetime
from typing import NamedTuple


class DumpMonth(NamedTuple):
    """A calendar month by UTC."""

    year: int
    number: int

    @classmethod
    def called(cls, words: str) -> "DumpMonth":
        """Parse a month that is written like 2026-11. Raises ValueError for any other text, and for the years
        0000 and 9999.

        >>> str(DumpMonth.called("2026-11")), DumpMonth.called("2026-12").end.isoformat()
        ('2026-11', '2027-01-01T00:00:00+00:00')
        """
        is_month = re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", words, re.ASCII)
        if not is_month or words.startswith(("0000", "9999")):  # `datetime` has no years 0 and 10000
            raise ValueError(f"{words} is no month, as 2026-11")
        return cls(int(words[:4]), int(words[5:]))

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"

    @property
    def start(self) -> datetime:
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The start of the next month."""
        return datetime(self.year + self.number // 12, self.number % 12 + 1, 1, tzinfo=UTC)
