"""Any request of a stranger is answered, or refused with a code, and a refusal changes nothing."""

import json
import time
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.test import Client as DjangoClient
from hypothesis import strategies as st

from competitions.api.openapi import document
from competitions.web.problems import STATUS
from tests.clients import contract
from tests.clients.rest import METHODS, Client, through_django
from tests.clients.routes import OF_NOTHING, templates
from tests.clients.site import prepared, undone
from tests.competitions import operations
from tests.competitions.conftest import Clock, anyone, clock
from tests.competitions.stored import row_counts
from tests.frontend.visits import VISITS

from .odd import damaged, in_address, objects, spelled, texts, values
from .search import search

__all__ = ["anyone", "clock"]

LONGEST_S = 5.0
LARGEST = 2_000_000
LARGEST_REFUSAL = 64_000
pytestmark = [pytest.mark.timeout(0), pytest.mark.filterwarnings("ignore:Generating overly large repr")]
SAFE = ("GET", "HEAD", "OPTIONS")

ROUTES = sorted(templates())
KNOWN = sorted(
    {str(value) for request in operations.requests() for value in request.values.values()}
    | {*OF_NOTHING.values(), "pyramid", "@Olga", "2026-W47", "wins", "close", "join"}
)
"""What stands in addresses of the prepared site."""
QUERIES = sorted(
    {
        each["name"]
        for item in document()["paths"].values()
        for operation in item.values()
        for each in operation.get("parameters", ())
        if each["in"] == "query"
    }
    | {"next", "then", "q", "lang", "game", "zone", "log", "preset", "draw"}
)
FIELDS = sorted(
    {name for request in operations.requests() for name in request.body or ()}
    | {name for visits in VISITS.values() for visit in visits for name in visit.form or ()}
)
HEADERS = [
    *(
        "Authorization",
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "Cookie",
        "Content-Type",
        "Host",
        "If-Match",
    ),
    *("If-None-Match", "If-Modified-Since", "Idempotency-Key", "Last-Event-ID", "Origin", "Range", "Referer"),
    *(
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-HTTP-Method-Override",
        "X-Requested-With",
        "X-CSRFToken",
        "traceparent",
    ),
]
SAID = [
    *(
        "Bearer ed_x",
        "Bearer ",
        "Basic OjE=",
        "sessionid=2; csrftoken=x",
        "sessionid=",
        "*",
        'W/"1"',
        '"x", "y"',
    ),
    *(
        "bytes=0-",
        "bytes=9-1,-",
        "q=0;q=x",
        "de;q=1e9",
        "gzip;q=0",
        "application/json",
        "multipart/form-data",
    ),
    *(
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "null",
        "https://testserver",
        "1.1.1.1",
    ),
    *("text/plain; charset=utf-7", "application/json; charset=\xff"),
]


class Asked(NamedTuple):
    method: str
    path: str
    body: bytes
    headers: dict[str, str]


parts = st.sampled_from(KNOWN) | st.sampled_from(KNOWN) | texts.map(in_address)


@st.composite
def paths(draw: st.DrawFn) -> str:
    """Mostly an address of a route, with something in each of its parts, and at times a wholly odd one."""
    if draw(st.integers(0, 9)) == 0:
        path = "/" + "/".join(map(in_address, draw(st.lists(texts | st.binary(max_size=8), max_size=5))))
    else:
        route = draw(st.sampled_from(ROUTES))
        pieces = route.split("{")
        path = pieces[0] + "".join(draw(parts) + piece.partition("}")[2] for piece in pieces[1:])
    if draw(st.booleans()):
        said = draw(st.lists(st.tuples(st.sampled_from(QUERIES), parts_of_queries), max_size=3))
        path += "?" + urlencode(said, errors="surrogatepass")
    return path.replace(" ", "%20")


parts_of_queries = texts | st.sampled_from(KNOWN) | st.integers().map(str)
header_values = st.sampled_from(SAID) | st.text(
    st.characters(min_codepoint=32, max_codepoint=255), max_size=20
)
forms = st.lists(st.tuples(st.sampled_from(FIELDS), parts_of_queries), max_size=6).map(
    lambda fields: urlencode(fields, errors="surrogatepass").encode()
)
bodies = (
    objects(st.sampled_from(FIELDS) | texts)
    | st.builds(spelled, st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
    | forms
    | st.binary(max_size=60)
    | st.sampled_from([b"[" * 60_000, b'{"name": ' + b"9" * 60_000 + b"}", 300_000 * b"a"])
)


@st.composite
def requests(draw: st.DrawFn) -> Asked:
    method = draw(st.sampled_from([*METHODS, "POST", "GET", "HEAD", "OPTIONS", "TRACE", "BREW"]))
    headers = draw(st.dictionaries(st.sampled_from(HEADERS), header_values, max_size=3))
    body = b"" if method in ("GET", "HEAD") else draw(damaged(bodies))
    kind = "application/json" if body[:1] in (b"{", b"[") else "application/x-www-form-urlencoded"
    headers.setdefault("Content-Type", kind)
    return Asked(method, draw(paths()), body, headers)


def check(asked: Asked) -> None:
    with undone():
        before, begun = row_counts(), time.thread_time()
        status, headers, raw = through_django(DjangoClient())(*asked)
        assert time.thread_time() - begun < LONGEST_S
        assert status < 500
        assert len(raw) < (LARGEST if status < 400 else LARGEST_REFUSAL)
        if status >= 400 or asked.method in SAFE:
            assert row_counts() == before, "it changed something"
        path = asked.path.partition("?")[0]
        of_api = path.startswith("/api/v1/") and path != "/api/v1/docs"  # which is a page
        if status >= 400 and of_api and asked.method != "HEAD":
            check_problem(status, headers, raw)
            if (
                asked.method in METHODS and status != 413
            ):  # a limit of every request, also of one without a body
                relative, kind = path.removeprefix("/api/v1"), headers["content-type"]
                contract.check(asked.method, relative, status, kind, raw)


def check_problem(status: int, headers: dict[str, str], raw: bytes) -> None:
    assert headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(raw)
    assert problem["status"] == status
    assert STATUS[problem["code"]] == status


@pytest.mark.usefixtures("unlimited")
def test_any_request_is_answered_or_refused(
    anyone: Client, clock: Clock, pytestconfig: pytest.Config
) -> None:
    prepared(anyone, clock.forward)
    search(pytestconfig, requests(), check, examples=100)
