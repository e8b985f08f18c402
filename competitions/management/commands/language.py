"""`manage.py language CODE`: renew the files of a translation, and count what is missing in them."""

import json
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import polib
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale

import games
from games.language import ENGLISH

ROOM: Final = Path(games.__file__).parent
ROOT: Final = ROOM.parent

SPEAKERS: Final = (ROOM, ROOT / "client" / "src" / "evendeal")
"""The folders whose texts are messages of `games.language`: the games, and the client in a terminal."""

DOMAINS: Final = {
    "django": ("competitions", "config", "frontend", "games"),
    "djangojs": ("frontend/messages.js",),
}
"""The catalogues, each with the sources of its texts: Python and templates, or the file in which the build of
the pages' scripts gathers their messages.
"""
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "locale", "node_modules", "static", "messages.js")

WIDTH: Final = 110


class Command(BaseCommand):
    help = (
        "Make or renew the files of a translation from the texts in the code, and count what is missing in "
        "them. It needs GNU gettext."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the language, as browsers call it in small letters: de, pt-br")

    def handle(self, *, code: str, **_: Any) -> None:
        if code not in LANG_INFO or code == ENGLISH:
            known = ", ".join(sorted(LANG_INFO.keys() - {ENGLISH}))
            raise CommandError(f"{code} is not one of the possible languages: {known}.")
        for domain in DOMAINS:
            if domain == "djangojs" and not (ROOT / "frontend" / "messages.js").exists():
                self.stdout.write("djangojs.po: not renewed; build the pages first, which gathers its texts")
                continue
            catalogue = renewed(domain, code)
            texts = [each for each in catalogue if not each.obsolete]
            missing = sum(not each.translated() for each in texts)
            self._count(f"{domain}.po", missing, len(texts))
        for room in SPEAKERS:
            for name, messages in _messages_in(room, code):
                self._count(name, sum(not text for text in messages.values()), len(messages))

    def _count(self, name: str, missing: int, all: int) -> None:
        self.stdout.write(f"{name}: {missing} of {all} missing")


def renewed(domain: str, code: str) -> polib.POFile:
    """Renew a catalogue of the language `code`, and return it. It has the present texts of the sources, and
    its earlier translations of them."""
    file = Path(settings.LOCALE_PATHS[0], to_locale(code), "LC_MESSAGES", f"{domain}.po")
    with TemporaryDirectory() as folder, chdir(_copied(DOMAINS[domain], Path(folder))):
        call_command(
            "makemessages",
            domain=domain,
            locale=[to_locale(code)],
            add_location="file",
            no_obsolete=True,
            verbosity=0,
        )
    catalogue = polib.pofile(str(file), wrapwidth=WIDTH)
    # Without the time of extraction, the file changes only when a text does.
    catalogue.header, catalogue.metadata_is_fuzzy = "", False
    catalogue.metadata = {
        "Language": to_locale(code),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        **({"Plural-Forms": forms} if (forms := catalogue.metadata.get("Plural-Forms")) else {}),
    }
    catalogue.save()
    return catalogue


def _copied(sources: tuple[str, ...], to: Path) -> Path:
    """A folder with copies of the sources, because `makemessages` writes files beside what it reads."""
    for source in sources:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, to / source, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / source, to)
    return to


def _messages_in(room: Path, code: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Renew the file of the language `code` beside each English file of messages below `room`. Yield the path
    of each renewed file, and its texts by name; a text without a translation is empty."""
    for source in sorted(room.glob(f"**/{ENGLISH}.json")):
        file = source.with_name(f"{code.partition('-')[0]}.json")
        had = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        texts = {name: had.get(name, "") for name in json.loads(source.read_text(encoding="utf-8"))}
        if not texts.keys() <= had.keys():
            file.write_text(json.dumps(texts | had, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        yield str(file.relative_to(ROOT)), texts
