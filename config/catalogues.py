"""Compiles the translations. Translators write texts (`.po`), and Django reads compiled files (`.mo`).

Git has the texts alone. `config.setup.door` compiles them before each command.
"""

import os
from pathlib import Path

from .setup.requirements import ROOT

LOCALE = ROOT / "config" / "locale"


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Compile every catalogue whose text has changed since it was compiled."""
    for text in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        written, compiled = text.stat().st_mtime_ns, text.with_suffix(".mo")
        # Equal, not later: a release may be unpacked with times that are older than the last compilation.
        if compiled.exists() and compiled.stat().st_mtime_ns == written:
            continue
        # Imported here, because this module is imported before packages are installed.
        import polib

        new = compiled.with_suffix(f".{os.getpid()}.new")
        polib.pofile(str(text)).save_as_mofile(str(new))
        os.utime(new, ns=(written, written))
        new.replace(compiled)
