"""Contests and results as people name them: by the address of their page, or by their id."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit


class PageLink(NamedTuple):
    site: str | None
    id: str


def contest(text: str) -> PageLink:
    """The contest that is meant, and its site if the text says it.

    >>> contest("https://patience.example/c/abc123/desk")
    PageLink(site='https://patience.example', id='abc123')
    >>> contest("abc123")
    PageLink(site=None, id='abc123')
    """
    return _named(text, "c")


def result(text: str) -> PageLink:
    """The log that is meant by a result's page or by its id, and its site if the text says it.

    >>> result("https://patience.example/results/abc123")
    PageLink(site='https://patience.example', id='abc123')
    """
    return _named(text, "results")


def _named(text: str, below: str) -> PageLink:
    parts = urlsplit(text.strip())
    steps = [step for step in parts.path.split("/") if step]
    if parts.scheme in ("http", "https") and parts.netloc and len(steps) >= 2 and steps[0] == below:
        return PageLink(f"{parts.scheme}://{parts.netloc}", steps[1])
    return PageLink(None, text.strip())
