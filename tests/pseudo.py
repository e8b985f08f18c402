"""A language that nobody speaks, for tests: English in accents, a third longer, in brackets.

What a page says in plain letters is then no message, and a bracket without its other one was cut.
"""

import fcntl
import json
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any, Final

import django
import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.test import override_settings

from config.catalogues import LOCALE
from frontend.offline.views import BUILT
from games import catalogue
from games.language import ENGLISH

PSEUDO, MIRRORED = "xa", "xb"
"""The codes of the language, and of its variant that is written from right to left."""

OPENS, CLOSES = "⟦", "⟧"

KEPT: Final = re.compile(r"(%\(\w+\)\w|%[sd%]|\{[^}]*\}|</?[a-z][^>]*>|&#?\w+;|https?://\S+)")
"""What stays as it is: facts, tags, signs of HTML and addresses."""

FORM_OF_A_DATE: Final = "form of a date"

ACCENTED: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
VOWEL: Final = re.compile("[aeiouAEIOU]")


def accented(text: str) -> str:
    """The text in the language. A text without letters of its own stays.

    >>> accented("Take %(cards)d <b>cards</b>.")
    '⟦Ţààķéé %(cards)d <b>çààŕđš</b>.⟧'
    """
    parts = KEPT.split(text)
    parts[::2] = [VOWEL.sub(r"\g<0>\g<0>", part).translate(ACCENTED) for part in parts[::2]]
    longer = "".join(parts)
    return text if longer == text else f"{OPENS}{longer}{CLOSES}"


@contextmanager
def speaking_pseudo(folder: Path) -> Iterator[None]:
    """Let the site and the games speak the language, and those who ask for it read English or the mirrored
    variant. The texts are those of the German files, and those that libraries have in German."""
    write_catalogues(folder / "locale")
    names = [("en", "English"), (PSEUDO, accented("Accents")), (MIRRORED, accented("Mirrored"))]
    speaking = override_settings(
        LANGUAGE_CODE=PSEUDO,
        LANGUAGES=names,
        LANGUAGES_BIDI=[*settings.LANGUAGES_BIDI, MIRRORED],
        LOCALE_PATHS=[folder / "locale"],
    )
    with speaking, messages_in_pseudo(folder):
        yield


@contextmanager
def messages_in_pseudo(folder: Path) -> Iterator[None]:
    """Let the games, and the client if it is there, speak the language to those who ask for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "ROOM", _with_both_variants(catalogue.ROOM, folder / "games"))
        for name, home in catalogue.HOMES.items():
            patch.setitem(catalogue.HOMES, name, _with_both_variants(home, folder / name))
        for code in (PSEUDO, MIRRORED):
            patch.setitem(catalogue.PLURALS, code, catalogue.PLURALS[ENGLISH])  # type: ignore[arg-type]
        yield


def write_catalogues(folder: Path) -> None:
    """Write the compiled catalogues of both variants under a folder."""
    apart = [Path(django.__file__).parent / "conf", *(each.path for each in apps.get_app_configs())]
    libraries = [Path(each, "locale/de/LC_MESSAGES/django.mo") for each in apart]
    theirs = [entry for file in libraries if file.exists() for entry in polib.mofile(str(file))]
    made = _catalogue("django", theirs)
    for code in (PSEUDO, MIRRORED):
        made.save_as_mofile(str(_file_of(folder, code, "django.mo")))


def build_scripts(folder: Path) -> None:
    """Build the pages' scripts in both variants, beside those in English. `folder` is for what they are built
    from."""
    _catalogue("djangojs", []).save(str(_file_of(folder / "config" / "locale", PSEUDO, "djangojs.po")))
    _with_both_variants(catalogue.ROOM, folder / "games")
    built = BUILT / f"manifest.{PSEUDO}.json"
    with (BUILT / "manifest.json").open() as only_one:
        fcntl.flock(only_one, fcntl.LOCK_EX)
        subprocess.run(
            ["node_modules/.bin/vite", "build", "--mode", PSEUDO, "--logLevel", "warn"],
            cwd=LOCALE.parents[1] / "frontend",
            env=os.environ | {"TRANSLATIONS": str(folder)},
            check=True,
        )
        copyfile(built, BUILT / f"manifest.{MIRRORED}.json")


def _catalogue(domain: str, others: Iterable[polib.MOEntry]) -> polib.POFile:
    """Every text of ours in a domain, and these of others, in the language."""
    ours = polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po"))
    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    made.extend(map(_in_pseudo, {(entry.msgctxt, entry.msgid): entry for entry in [*others, *ours]}.values()))
    return made


def _file_of(folder: Path, code: str, name: str) -> Path:
    file = folder / code / "LC_MESSAGES" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def _in_pseudo(entry: polib.MOEntry | polib.POEntry) -> polib.POEntry:
    said = str if entry.msgctxt == FORM_OF_A_DATE else accented
    if not entry.msgid_plural:
        return polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=said(entry.msgid))
    plural = {0: said(entry.msgid), 1: said(entry.msgid_plural)}
    return polib.POEntry(
        msgctxt=entry.msgctxt, msgid=entry.msgid, msgid_plural=entry.msgid_plural, msgstr_plural=plural
    )


def _with_both_variants(room: Path, folder: Path) -> Path:
    """A copy of a folder, in which the texts of both variants are beside the English ones."""
    copytree(room, folder)
    for source in folder.glob(f"**/{ENGLISH}.json"):
        text = json.dumps(_all_accented(json.loads(source.read_text())), ensure_ascii=False)
        for code in (PSEUDO, MIRRORED):
            source.with_name(f"{code}.json").write_text(text)
    return folder


def _all_accented(given: Any) -> Any:
    """The text, or its cases or paragraphs, in the language."""
    if isinstance(given, dict):
        return {name: _all_accented(each) for name, each in given.items()}
    if isinstance(given, list):
        return [_all_accented(each) for each in given]
    return accented(given)
