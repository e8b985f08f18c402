"""A site in two languages, for tests: a few texts in German, whatever is translated of the real ones. And the
real ones."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polib

from config.catalogues import LOCALE

TEXTS = {
    "Skip to the content": "Zum Inhalt",
    "Contests": "Turniere",
    "Play now": "Jetzt spielen",
    "There is nothing here that you may see.": "Hier ist nichts, das Sie sehen dürfen.",
    "Must be a number from 1 to {max_value}.": "Muss eine Zahl von 1 bis {max_value} sein.",
    "Another process of this site serves this address.": "Diese Adresse hat ein anderer Dienst.",
    "Service Unavailable": "Dienst nicht verfügbar",
    "Not Found": "Nicht gefunden",
    "Method Not Allowed": "Methode nicht erlaubt",
    "Bad Request": "Fehlerhafte Anfrage",
    "Too Many Requests": "Zu viele Anfragen",
    "Unprocessable Entity": "Nicht verwendbar",
}


def speak_german(settings: Any, folder: Path, texts: Mapping[str, str] = TEXTS) -> None:
    """Let the site speak English and German. Of its own texts it has these alone."""
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "de"}
    catalogue.extend(polib.POEntry(msgid=text, msgstr=german) for text, german in texts.items())
    file = folder / "de" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    catalogue.save_as_mofile(str(file))
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [folder]


def texts_in(language: str) -> Mapping[str, str]:
    """The site's own texts in a language, by the English ones. English has none: a text is its own words."""
    files = (LOCALE / language / "LC_MESSAGES").glob("*.po")
    return {entry.msgid: entry.msgstr for file in files for entry in polib.pofile(str(file))}
