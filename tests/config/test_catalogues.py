"""Translations are compiled when their texts have changed, and only then."""

import gettext
import os

import pytest

from config.catalogues import LOCALE, compile_catalogues

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.fixture
def text(tmp_path):
    text = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    text.parent.mkdir(parents=True)
    return text


def said(text, word):
    compile_catalogues(text.parents[2])
    assert sorted(text.parent.iterdir()) == [text.with_suffix(".mo"), text]
    with text.with_suffix(".mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled).gettext(word)


def test_a_changed_text_is_compiled_even_if_it_is_older(text):
    text.write_text(f'{HEAD}\nmsgid "ace"\nmsgstr "Ass"\n')
    assert said(text, "ace") == "Ass"
    text.write_text(f'{HEAD}\nmsgid "ace"\nmsgstr "Aß"\n\n#, fuzzy\nmsgid "king"\nmsgstr "Queen"\n')
    os.utime(text, (1, 1))
    assert (said(text, "ace"), said(text, "king")) == ("Aß", "king")
    text.write_text("no catalogue")
    os.utime(text, (1, 1))
    assert said(text, "ace") == "Aß", "nothing is read again that has the same time"


def test_every_catalogue_of_ours_is_compiled_before_a_command():
    texts = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
    assert texts
    assert all(text.with_suffix(".mo").exists() for text in texts)
