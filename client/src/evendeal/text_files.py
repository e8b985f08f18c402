"""Reads text files as other programs save them: in UTF-8, or in the encoding of their byte order mark.

Windows saves files with such a mark. The rules take only JSON without a mark, so the mark is removed.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The encodings by their byte order marks. UTF-32 comes before UTF-16, because its mark begins with that of
UTF-16."""


def utf8_text(file: Path) -> bytes:
    """The content of a file, in UTF-8 and without its mark. A file without a mark is returned unchanged."""
    with file.open("rb") as data:
        return b"".join(utf8_lines(data))


def utf8_lines(data: BinaryIO) -> Iterator[bytes]:
    """The lines of an open file, one by one, in UTF-8 and without its mark. Only a line feed ends a line."""
    begins = data.read(4)
    data.seek(0)
    encoding = next((named for mark, named in MARKS.items() if begins.startswith(mark)), "utf-8")
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with TextIOWrapper(data, encoding, errors, newline="\n") as text:
        for line in text:
            yield line.encode("utf-8", errors)
