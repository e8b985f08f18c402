"""What the owner of the site has published: the months whose files lie in the folder that they named."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from .dump_months import DumpMonth
from .file_format import FILES, HEAD, KEYS, file_of

CC0: Final = "CC0-1.0"
"""By its name in the list of SPDX."""

NAMES: Final = (*map(file_of, FILES), HEAD, KEYS, "schema.json", "README.md")


class DumpFile(NamedTuple):
    name: str
    bytes: int


class Dump(NamedTuple):
    """A month that is published."""

    month: DumpMonth
    files: Sequence[DumpFile]

    @property
    def license(self) -> str | None:
        """The licence that the owner has put it under; None if they have not said."""
        return CC0 if settings.DUMPS_CC_ZERO else None


def published_dumps() -> Sequence[Dump]:
    """The months that are published, the newest first."""
    return [] if settings.DUMPS_DIR is None else dumps_in(settings.DUMPS_DIR)


def dumps_in(folder: Path) -> Sequence[Dump]:
    """The months whose files lie in a folder, the newest first."""
    found = []
    for each in folder.iterdir() if folder.is_dir() else ():
        try:
            month = DumpMonth.called(each.name)
        except ValueError:
            continue
        paths = [each / name for name in NAMES]
        files = [DumpFile(path.name, path.stat().st_size) for path in paths if path.is_file()]
        if files:  # a release before this one wrote fewer
            found.append(Dump(month, files))
    return sorted(found, reverse=True, key=lambda dump: dump.month)


def dumped_file(month: str, name: str) -> Path | None:
    """Where a published file lies; None if there is none."""
    folder = settings.DUMPS_DIR
    there = {(str(dump.month), file.name) for dump in published_dumps() for file in dump.files}
    is_there = (month, name) in there
    return folder / month / name if is_there and folder is not None else None
