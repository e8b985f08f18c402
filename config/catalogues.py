"""Compiles the translations. Translators write `.po` files, and Django reads the `.mo` files compiled from
them.

Git has only the `.po` files. `config.setup.door` compiles changed files before each command.
"""

import os
from pathlib import Path

from .setup.requirements import ROOT

LOCALE = ROOT / "config" / "locale"


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Compile every catalogue whose text has changed since it was compiled."""
    for text in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        written, compiled = text.stat().st_mtime_ns, text.with_suffix(".mo")
        # A compiled file gets the time of its text, so equal times mean that it is current. A compiled file
        # that is newer may still be out of date, because the text of a new release may be older than it.
        if compiled.exists() and compiled.stat().st_mtime_ns == written:
            continue
        # Imported here, because this module is imported before packages are installed.
        import polib

        new = compiled.with_suffix(f".{os.getpid()}.new")
        polib.pofile(str(text)).save_as_mofile(str(new))
        os.utime(new, ns=(written, written))
        new.replace(compiled)
