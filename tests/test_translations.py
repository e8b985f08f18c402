"""Translations: each says what its source says, and German leaves nothing in English."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any, Final

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

from competitions.management.commands import language as command
from competitions.management.commands.language import DOMAINS, ROOT, SPEAKERS, renewed
from config.catalogues import LOCALE
from games.language import ENGLISH, language_for
from games.teacher import CARD_WORDS

GERMAN: Final = LOCALE / "de" / "LC_MESSAGES"
COMPLETE: Final = sorted({*settings.OFFERED, "de"} - {ENGLISH})
"""The languages that may leave nothing in English."""

FACT: Final = re.compile(r"%\(\w+\)[ds]|(?<!%)\{\w*\}|%%")
TAG: Final = re.compile(r"</?[a-z][^>]*>")

COUNTED: Final = re.compile(
    r"(?:%\((\w+)\)[ds]|\{(\w+)\})(?:</?\w[^>]*>)* (?:[a-z]+ )?"
    r"(?!(?:beats|has|leads|opens|others|this|was)\b)\b[a-z]+[a-rt-z]s\b"
)
"""A fact before a noun in the plural."""
NO_NUMBERS: Final = {
    "code",
    "first",
    "keys",
    "name",
    "other",
    "press",
    "rank",
    "scripts",
    "second",
    "total",
    "word",
}
"""Facts that are words, or amounts with decimals."""

FILES: Final = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def facts_of(text: str) -> frozenset[str]:
    return frozenset(FACT.findall(text))


def tags_of(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


def spaces_around(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def faults(entry: polib.POEntry) -> str:
    """What is wrong with a translation; nothing, if it is good."""
    sources = [entry.msgid, *filter(None, [entry.msgid_plural])]
    facts = [facts_of(source) for source in sources]
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    for text in texts:
        if not frozenset.intersection(*facts) <= facts_of(text) <= frozenset.union(*facts):
            return f"other facts than its source: {text!r}"
        if tags_of(text) not in [tags_of(source) for source in sources]:
            return f"other tags than its source: {text!r}"
        if "python-format" in entry.flags and "%" in FACT.sub("", text):
            return f"a % that begins no fact: {text!r}"
        if spaces_around(text) != spaces_around(entry.msgid):
            return f"other spaces around it than its source: {text!r}"
    if facts_of(texts[-1]) != facts[-1]:
        return f"a fact is missing: {texts[-1]!r}"
    return ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_translation_has_the_facts_and_tags_of_its_source(file: Path) -> None:
    entries = [entry for entry in polib.pofile(str(file)) if entry.translated()]
    assert not {entry.msgid: fault for entry in entries if (fault := faults(entry))}


@pytest.mark.parametrize(
    ("source", "plural", "said", "fault"),
    [
        ("%(n)s of <b>%(all)d</b>", "", ["<b>%(all)d</b>, %(n)s"], ""),
        ("%(n)s of <b>%(all)d</b>", "", ["<b>%(all)d</b>"], "other facts"),
        ("%(n)s of <b>%(all)d</b>", "", ["<b>%(all)d, %(n)s"], "other tags"),
        ("%(n)s is", "", ["%(n) s"], "other facts"),
        ("All of %(n)s", "", ["100 % von %(n)s"], "a %"),
        (" {card}", "", ["{card}"], "other spaces"),
        ("one card", "{n} cards", ["eine Karte", "{n} Karten"], ""),
        ("one card", "{n} cards", ["eine Karte", "viele Karten"], "a fact is missing"),
    ],
)
def test_what_differs_is_found(source: str, plural: str, said: list[str], fault: str) -> None:
    texts: dict[str, Any] = {"msgstr_plural": dict(enumerate(said))} if plural else {"msgstr": said[0]}
    entry = polib.POEntry(msgid=source, msgid_plural=plural, flags=["python-format"], **texts)
    assert faults(entry).startswith(fault)
    assert bool(faults(entry)) == bool(fault)


def counts(text: str) -> bool:
    """Whether a number stands before what it counts."""
    return any((one or other) not in NO_NUMBERS for one, other in COUNTED.findall(text))


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("Up to %(most)d cards", True),
        ("{a} of <b>{b}</b> new cards", True),
        ("%(code)s stops working", False),
        ("round {n} opens", False),
    ],
)
def test_what_a_number_counts_is_found(text: str, counted: bool) -> None:
    assert counts(text) is counted


def test_a_text_in_which_a_number_counts_has_a_plural_form() -> None:
    texts = [entry for domain in DOMAINS for entry in polib.pofile(str(GERMAN / f"{domain}.po"))]
    assert not [entry.msgid for entry in texts if counts(entry.msgid) and not entry.msgid_plural]


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_is_missing_and_none_is_left_over(settings, tmp_path, domain, language):
    if not shutil.which("msgmerge"):
        pytest.fail("GNU gettext is missing: install it (on Debian: apt install gettext)", pytrace=False)
    if not (ROOT / "frontend" / "messages.js").exists():
        pytest.fail("frontend/messages.js is missing: run `python3 manage.py build`", pytrace=False)
    kept = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    file = tmp_path / kept.relative_to(LOCALE)
    file.parent.mkdir(parents=True)
    shutil.copy(kept, file)
    settings.LOCALE_PATHS = [tmp_path]
    now, then = renewed(domain, language), polib.pofile(str(kept))
    todo = f"run `python3 manage.py language {language}`, and translate"
    assert {entry.msgid for entry in now if not entry.translated()} == set(), todo
    assert {named(entry) for entry in now} == {named(entry) for entry in then}, todo


@pytest.mark.parametrize("language", [ENGLISH, *(folder.name for folder in LOCALE.iterdir())])
def test_pages_and_games_have_the_same_word_for_a_joker(language: str) -> None:
    """A table finds the template of a text by writing the template's cards and comparing it with the text."""
    said = "joker"
    if (file := LOCALE / language / "LC_MESSAGES" / "djangojs.po").exists():
        entry = polib.pofile(str(file)).find("joker")
        assert entry is not None
        said = entry.msgstr or said
    assert {card.words(language_for(language)) for card in CARD_WORDS[52:]} == {said}


def test_a_new_language_has_a_file_for_the_terminal_too(monkeypatch, tmp_path, capsys):
    [terminal] = (room for room in SPEAKERS if room.name == "evendeal")
    shutil.copytree(terminal / "messages", tmp_path / "evendeal" / "messages")
    for name, value in (("DOMAINS", {}), ("ROOT", tmp_path), ("SPEAKERS", (tmp_path / "evendeal",))):
        monkeypatch.setattr(command, name, value)
    call_command("language", "fr")
    made = json.loads((tmp_path / "evendeal" / "messages" / "fr.json").read_text())
    assert capsys.readouterr().out == f"evendeal/messages/fr.json: {len(made)} of {len(made)} missing\n"
    assert {*made.values()} == {""}


def named(entry: polib.POEntry) -> tuple[str | None, str, str]:
    """What a text is found by."""
    return entry.msgctxt, entry.msgid, entry.msgid_plural
