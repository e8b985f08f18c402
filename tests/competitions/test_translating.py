"""`manage.py language`: what a translator is given, and told."""

import json
import shutil
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command

from competitions.management.commands import language
from games.catalogue import ROOM
from games.language import ENGLISH

FOUND = """
msgid ""
msgstr ""
"POT-Creation-Date: 2026-11-29 18:08+0000\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "ace"
msgstr "as"

#, fuzzy
msgid "king"
msgstr "reine"

msgid "queen"
msgstr ""
"""


@pytest.fixture
def tree(tmp_path, monkeypatch, settings):
    """The games' texts in a folder of their own, and what GNU gettext would find."""

    def makemessages(command, *, domain, locale, **_):
        file = tmp_path / locale[0] / "LC_MESSAGES" / f"{domain}.po"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FOUND)

    only_texts = shutil.ignore_patterns("*.py", "*.md", "*.ndjson", "__pycache__", "conform", "de.json")
    shutil.copytree(ROOM, tmp_path / "games", ignore=only_texts)
    monkeypatch.setattr(language, "SPEAKERS", [tmp_path / "games"])
    monkeypatch.setattr(language, "ROOT", tmp_path)
    monkeypatch.setattr(language, "call_command", makemessages)
    for room in ("competitions", "config", "frontend"):
        (tmp_path / room).mkdir()
    (tmp_path / "frontend" / "messages.js").touch()
    settings.LOCALE_PATHS = [tmp_path]
    return tmp_path


def told(code: str) -> dict[str, str]:
    out = StringIO()
    call_command("language", code, stdout=out)
    return dict(line.split(": ") for line in out.getvalue().splitlines())


def test_a_new_language_is_files_in_which_what_is_missing_is_counted(tree: Path):
    counts = told("pt-br")
    assert counts["django.po"] == counts["djangojs.po"] == "2 of 3 missing"
    catalogue = polib.pofile(str(tree / "pt_BR" / "LC_MESSAGES" / "django.po"))
    assert catalogue.metadata["Language"] == "pt_BR"
    assert catalogue.metadata["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    assert "POT-Creation-Date" not in catalogue.metadata, "it changes when nothing else does"
    english = json.loads((tree / "games" / "wish" / "messages" / f"{ENGLISH}.json").read_text())
    file = tree / "games" / "wish" / "messages" / "pt.json"
    assert json.loads(file.read_text()) == dict.fromkeys(english, "")
    file.write_text(json.dumps({"goal": "Tirar as cartas."}))
    of = len(english)
    assert told("pt-br")["games/wish/messages/pt.json"] == f"{of - 1} of {of} missing"
    assert json.loads(file.read_text()) == {**dict.fromkeys(english, ""), "goal": "Tirar as cartas."}


@pytest.mark.parametrize("code", ["xx", "en", "pt_BR", "../de", ""])
def test_what_is_no_language_to_translate_to_makes_no_file(tree: Path, code: str):
    before = sorted(tree.rglob("*"))
    with pytest.raises(CommandError, match="is not one of"):
        told(code)
    assert sorted(tree.rglob("*")) == before
