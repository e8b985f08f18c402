"""Finds in a page of the language of `tests.pseudo` what is in plain letters, and so was never a message."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from tests.pseudo import CLOSES, OPENS

SPOKEN: Final = {
    *("title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt"),
    *("placeholder", "label", "data-in-place", "data-done", "data-refused", "data-failed"),
}
"""Attributes that are read or heard."""

UNTOLD: Final = {"script", "style", "code", "pre", "samp", "bdi", "textarea", "template"}
"""Tags in which no words of the site are."""

IN_HEADS: Final = ("description", "og:title", "og:image:alt")
"""How the names of those `meta` end that say something."""

VOID: Final = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"),
}

PLAIN: Final = re.compile("[A-Za-z]+")


class PlainWords(HTMLParser):
    """Collects what is said in a page: each text and each spoken attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        untold = self._is_untold or tag in UNTOLD or given.get("dir") == "auto" or given.get("lang") == "en"
        if not self._is_untold:
            self.said += [value for name, value in given.items() if name in SPOKEN]
            if given.get("type") in ("submit", "button"):
                self.said.append(given.get("value", "") if tag == "input" else "")
            if tag == "meta" and (given.get("name") or given.get("property", "")).endswith(IN_HEADS):
                self.said.append(given["content"])
        if tag not in VOID:
            self._open.append((tag, untold))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_untold:
            self.said.append(data)

    @property
    def _is_untold(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def plain_words(page: str, allowed: re.Pattern[str]) -> Iterator[str]:
    """Each text of a page with plain letters beyond what is allowed; and "a cut message" if one is cut."""
    parser = PlainWords()
    parser.feed(page)
    return _plain(parser.said, allowed)


def plain_words_of_text(text: str, allowed: re.Pattern[str]) -> list[str]:
    """The same of the lines of a mail."""
    return list(_plain(text.splitlines(), allowed))


def _plain(said: list[str], allowed: re.Pattern[str]) -> Iterator[str]:
    yield from (" ".join(each.split()) for each in said if PLAIN.search(allowed.sub("", each)))
    whole = "".join(said)
    if whole.count(OPENS) != whole.count(CLOSES):
        yield "a cut message"
