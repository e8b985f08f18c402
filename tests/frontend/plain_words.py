"""Finds what is in the wrong language. In a page of the language of `tests.pseudo`, what is in plain letters
was never a message."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import polib

from config.catalogues import LOCALE
from games import catalogue
from tests.pseudo import CLOSES, OPENS

SPOKEN: Final = {
    *("title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt"),
    *("placeholder", "label", "data-in-place", "data-done", "data-refused", "data-failed"),
}
"""Attributes that are read or heard."""

UNTOLD: Final = {"script", "style", "code", "pre", "samp", "bdi", "textarea", "template"}
"""Tags in which no words of the site are."""

WITHOUT_TAGS: Final = {"script", "style", "title", "textarea", "template", "code", "pre"}
"""Tags in which no part can be said to be in another language, or which nobody reads aloud."""

IN_HEADS: Final = ("description", "og:title", "og:image:alt")
"""How the names of those `meta` end that say something."""

VOID: Final = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"),
}

PLAIN: Final = re.compile("[A-Za-z]+")


class PlainWords(HTMLParser):
    """Collects what is said in a page: each text and each spoken attribute; and apart, each text that is
    marked as one in the language of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.in_its_language: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        untold = self._is_untold or tag in UNTOLD or given.get("dir") == "auto" or given.get("lang") == "en"
        if not self._is_untold:
            self.said += [value for name, value in given.items() if name in SPOKEN]
            if given.get("type") in ("submit", "button"):
                self.said.append(given.get("value", "") if tag == "input" else "")
            if tag == "meta" and (given.get("name") or given.get("property", "")).endswith(IN_HEADS):
                self.said.append(given["content"])
        unknown = tag in WITHOUT_TAGS or given.get("lang") == "" or bool(self._open and self._open[-1][2])
        if tag not in VOID:
            self._open.append((tag, untold, unknown))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_untold:
            self.said.append(data)
        if self._open and not self._open[-1][2]:
            self.in_its_language.append(data)

    @property
    def _is_untold(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def plain_words(page: str, allowed: re.Pattern[str]) -> Iterator[str]:
    """Each text of a page with plain letters beyond what is allowed; and "a cut message" if one is cut."""
    parser = PlainWords()
    parser.feed(page)
    return _plain(parser.said, allowed)


def said_in_its_language(page: str, names: re.Pattern[str]) -> Iterator[str]:
    """Each text with one of these names that is marked as one in the language of the page, as if the
    name were a word of it."""
    parser = PlainWords()
    parser.feed(page)
    yield from (" ".join(each.split()) for each in parser.in_its_language if names.search(each))


def plain_words_of_text(text: str, allowed: re.Pattern[str]) -> list[str]:
    """The same of the lines of a mail."""
    return list(_plain(text.splitlines(), allowed))


def _plain(said: list[str], allowed: re.Pattern[str]) -> Iterator[str]:
    yield from (" ".join(each.split()) for each in said if PLAIN.search(allowed.sub("", each)))
    whole = "".join(said)
    if whole.count(OPENS) != whole.count(CLOSES):
        yield "a cut message"


def english_in(said: Iterable[str]) -> list[str]:
    """The texts among these that are English ones of which there is a German one."""
    lines = {" ".join(each.split()) for each in said}
    return [line for line in lines if _english().fullmatch(line)]


def english_in_page(page: str) -> list[str]:
    """The same of what is said in a page."""
    parser = PlainWords()
    parser.feed(page)
    return english_in(parser.said)


@cache
def _english() -> re.Pattern[str]:
    return re.compile("|".join({*_shapes()}), re.I)


def _shapes() -> Iterator[str]:
    """A pattern of each English text, in which its facts are anything. A text with facts has two words beside
    them at least, by which it is known."""
    for english, german in _in_both_languages():
        parts = re.split(r"%\(\w+\)[ds]|\{[^}]*\}", re.sub(r"<[^>]*>", "", english).replace("%%", "%"))
        words = re.findall(r"[A-Za-z]{3,}", " ".join(parts))
        if english.casefold() != german.casefold() and len(words) >= min(2, len(parts)):
            yield ".+?".join(re.escape(" ".join(part.split(" "))) for part in parts)


def _in_both_languages() -> Iterator[tuple[str, str]]:
    """Each text in English and in German."""
    for file in (LOCALE / "de" / "LC_MESSAGES").glob("*.po"):
        for entry in polib.pofile(str(file)):
            german = entry.msgstr_plural or {0: entry.msgstr, 1: ""}
            yield entry.msgid, german[0]
            yield entry.msgid_plural, german[1]
    for file in Path(catalogue.__file__).parent.glob("**/en.json"):
        german_texts = json.loads(file.with_name("de.json").read_text())
        for code, text in json.loads(file.read_text()).items():
            if isinstance(text, str) and isinstance(german_texts[code], str):
                yield text, german_texts[code]
