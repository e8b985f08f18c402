"""Reads which contest or result a player means: from the address of its page, or from its id."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit


class PageLink(NamedTuple):
    site: str | None
    id: str


def contest(text: str) -> PageLink:
    """The contest, and its site if the text names one.

    >>> contest("https://patience.example/c/abc123/desk")
    PageLink(site='https://patience.example', id='abc123')
    >>> contest("abc123")
    PageLink(site=None, id='abc123')

    A link may be in capitals, and may have punctuation after it.

    >>> contest("https://patience.example/C/ABC123).")
    PageLink(site='https://patience.example', id='abc123')
    """
    return _named(text, "c")


def result(text: str) -> PageLink:
    """The log of a result's page or id, and its site if the text names one.

    >>> result("https://patience.example/results/abc123")
    PageLink(site='https://patience.example', id='abc123')
    """
    return _named(text, "results")


def _named(text: str, below: str) -> PageLink:
    parts = urlsplit(text.strip())
    steps = [step for step in parts.path.split("/") if step]
    if parts.scheme in ("http", "https") and parts.netloc and len(steps) >= 2 and steps[0].lower() == below:
        return PageLink(f"{parts.scheme}://{parts.netloc}", _id_in(steps[1]))
    return PageLink(None, _id_in(text.strip()))


def _id_in(text: str) -> str:
    """The id that a text begins with, in lower case; the whole text as it is if there is none."""
    found = re.match("[0-9a-z]+", text.lower())
    return found.group() if found else text
