"""Answers to requests that are refused before any view runs, so that a refusal costs almost nothing."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from http import HTTPStatus
from typing import Any, Final

from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from competitions.refusals import Refusal
from competitions.translatable import Translatable
from competitions.web.browser_language import of_browser
from competitions.web.problems import (
    CONTENT_TYPE,
    RETRY_CROWDED_S,
    RETRY_UNAVAILABLE_S,
    count_problem,
    problem_body,
    unavailable,
)

from .security_headers import missing_headers

API: Final = "/api/"
PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>{title} · Evendeal</title>'
    "<h1>{title}</h1><p>{sentence}</p></html>"
)


@dataclass(frozen=True)
class PlainAnswer:
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def messages(self) -> Iterator[dict[str, Any]]:
        """The answer as ASGI messages."""
        yield {"type": "http.response.start", "status": self.status, "headers": list(self.headers)}
        yield {"type": "http.response.body", "body": self.body}

    def raw(self) -> bytes:
        """The answer as bytes, with the header that says that the connection closes."""
        lines = [f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}".encode()]
        headers = (*self.headers, *missing_headers(self.headers), (b"Connection", b"close"))
        lines += [name + b": " + value for name, value in headers]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


def busy(path: str, *, accepts: str) -> PlainAnswer:
    """The answer to a client that cannot even wait in line. `accepts` is the client's `Accept-Language`, as
    far as it is known."""
    if client := path.startswith(API):
        count_problem("unavailable")
    return _busy(client, of_browser(header=accepts))


def crowded(*, accepts: str) -> PlainAnswer:
    """The answer to a client whose network has too many sockets and streams open, or opens them too fast."""
    sentence = _("Too many sockets and streams are open from your address, or they are opened too fast.")
    refusal = Refusal("rate_limited", sentence, retry_after=RETRY_CROWDED_S)
    with override(of_browser(header=accepts)):
        return _problem(problem_body(refusal), _retry_after(RETRY_CROWDED_S))


def too_long_answer(path: str, status: HTTPStatus, sentence: Translatable, *, accepts: str) -> PlainAnswer:
    """The answer to a path (414) or headers (431) that are too long."""
    with override(of_browser(header=accepts)):
        if not path.startswith(API):
            return _page(status, _("The request is too long"), sentence)
        return _problem(problem_body(Refusal("too_large", sentence), status=status))


def misdirected(path: str, *, accepts: str) -> PlainAnswer:
    """The answer to a request that the proxy should have sent to a process with another role."""
    status = HTTPStatus.MISDIRECTED_REQUEST
    sentence = _("Another process of this site serves this address.")
    with override(of_browser(header=accepts)):
        if not path.startswith(API):
            return _page(status, _("Not here"), sentence)
        return _problem(problem_body(Refusal("not_found", sentence), status=status))


def malformed(path: str, sentence: Translatable, *, accepts: str) -> PlainAnswer:
    """The answer to malformed HTTP."""
    with override(of_browser(header=accepts)):
        if not path.startswith(API):
            return _page(400, _("That could not be read"), sentence)
        return _problem(problem_body(Refusal("bad_json", sentence)))


@cache
def _busy(client: bool, language: str) -> PlainAnswer:
    retry = _retry_after(RETRY_UNAVAILABLE_S)
    with override(language):
        if client:
            return _json(problem_body(unavailable()), retry)
        sentence = _("So many people ask at once that this page has to wait. Please try again in a moment.")
        return _page(503, _("Just a moment"), sentence, retry)


def _retry_after(seconds: int) -> tuple[bytes, bytes]:
    return b"Retry-After", str(seconds).encode()


def _problem(problem: dict[str, Any], *headers: tuple[bytes, bytes]) -> PlainAnswer:
    count_problem(problem["code"])
    return _json(problem, *headers)


def _json(problem: dict[str, Any], *headers: tuple[bytes, bytes]) -> PlainAnswer:
    return _answer(problem["status"], CONTENT_TYPE, json.dumps(problem), *headers)


def _page(
    status: int, title: Translatable, sentence: Translatable, *headers: tuple[bytes, bytes]
) -> PlainAnswer:
    page = PAGE.format(language=get_language(), title=escape(str(title)), sentence=escape(str(sentence)))
    return _answer(status, "text/html; charset=utf-8", page, *headers)


def _answer(status: int, content_type: str, text: str, *headers: tuple[bytes, bytes]) -> PlainAnswer:
    body = text.encode()
    own = ((b"Content-Type", content_type.encode()), (b"Content-Length", str(len(body)).encode()))
    return PlainAnswer(status, (*own, (b"Cache-Control", b"no-store"), *headers), body)
