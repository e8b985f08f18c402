"""The published dumps. A month is published if its files are in the folder `DUMPS_DIR`, which the site's
owner sets."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from .dump_months import DumpMonth
from .file_format import FILES, HEAD, KEYS, file_of

CC0: Final = "CC0-1.0"
"""The name in the SPDX list of the licence that the owner of a site may choose for the dumps."""

NAMES: Final = (*map(file_of, FILES), HEAD, KEYS, "schema.json", "README.md")


class DumpFile(NamedTuple):
    name: str
    bytes: int


class Dump(NamedTuple):
    """A published month, with its files."""

    month: DumpMonth
    files: Sequence[DumpFile]

    @property
    def license(self) -> str | None:
        """The licence that the site's owner chose; None if the owner chose no licence."""
        return CC0 if settings.DUMPS_CC_ZERO else None


def published_dumps() -> Sequence[Dump]:
    """The published months, the newest first."""
    return [] if settings.DUMPS_DIR is None else dumps_in(settings.DUMPS_DIR)


def dumps_in(folder: Path) -> Sequence[Dump]:
    """The months with files in a folder, the newest first."""
    found = []
    for each in folder.iterdir() if folder.is_dir() else ():
        try:
            month = DumpMonth.called(each.name)
        except ValueError:
            continue
        paths = [each / name for name in NAMES]
        files = [DumpFile(path.name, path.stat().st_size) for path in paths if path.is_file()]
        if files:  # some files may be missing, since an earlier release wrote fewer
            found.append(Dump(month, files))
    return sorted(found, reverse=True, key=lambda dump: dump.month)


def dumped_file(month: str, name: str) -> Path | None:
    """The path of a published file; None if no such file is published."""
    folder = settings.DUMPS_DIR
    there = {(str(dump.month), file.name) for dump in published_dumps() for file in dump.files}
    return folder / month / name if folder is not None and (month, name) in there else None
