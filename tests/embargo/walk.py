"""The walk: everything a viewer can ask, asked, and everything that comes back, searched."""

import http.client
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from email.parser import BytesHeaderParser
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpResponseBase
from django.test import RequestFactory
from django.test.client import ClientHandler, FakePayload

from competitions.api.message_docs import asyncapi
from competitions.api.openapi import document
from competitions.web.caching import CHECKED, NOWHERE
from tests.servers.running import PATIENCE_S

from .hidden import EVERYBODYS, Knowledge
from .routes import FORM, GARBAGE, ROUTES, Constant, Way, operations, own
from .stage import Received, Send, Stage, Viewer

OTHER_METHODS: Final = ("PUT", "PATCH", "DELETE")
METHODS_OF_NO_VIEW: Final = ("TRACE", "BREW")


A_LESSON: Final = b'"guide":{"seed":'
"""The deal on which a game is taught; anybody may know it."""

SCHEMA: Final = "/api/v1/schema"
MESSAGES: Final = "/api/v1/asyncapi"
"""Their examples show games: they are not searched if they are what this process makes without a database."""

SIGNS_OF: Final = {
    "piles": re.compile(rb'"piles":\s*\{'),
    "moves": re.compile(rb'"moves":\s*\['),
    # A refusal lists under the same name what is wrong with a seed.
    "seed": re.compile(rb'"seed":\s*"(?!%b")' % EVERYBODYS.seed.encode()),
}
"""How a table, a log and a seed are recognised in an answer."""


Request = tuple[str, bytes, str]
"""A method, a body, and what kind of body it is."""


class Leak(AssertionError):
    """Something under the embargo was received."""


def _is_document(path: str, body: bytes) -> bool:
    """Whether an answer is one of the documents, as it follows from the code alone."""
    if path == SCHEMA:
        return body == _schema()
    if path != MESSAGES or not body:
        return False
    told = json.loads(body)
    told.pop("servers", None)  # the site's own address
    return told == _messages()


@cache
def _messages() -> dict[str, Any]:
    schemas = json.loads(_schema())["components"]["schemas"]
    made = json.loads(json.dumps(asyncapi(schemas, host="", secure=False)))
    return {name: part for name, part in made.items() if name != "servers"}


@cache
def _schema() -> bytes:
    return json.dumps(document(), separators=(",", ":")).encode()


class _Asking(RequestFactory):
    """A client that keeps no cookies, and nothing of how an answer was made."""

    def __init__(self) -> None:
        super().__init__()
        self._handler = ClientHandler(enforce_csrf_checks=False)

    def request(self, **request: Any) -> HttpResponseBase:
        return self._handler(self._base_environ(**request))


def through_django() -> Send:
    """Requests that reach Django without a server in between; a fault of ours is answered, not raised."""
    client = _Asking()

    def send(method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Received:
        kind, sent = headers.get("Content-Type", ""), FakePayload(body)
        extra: dict[str, Any] = {"wsgi.input": sent}
        got = client.generic(method, path, body, content_type=kind, headers=headers, **extra)
        head = [f"{got.status_code} {got.reason_phrase}"]
        head += [f"{name}: {value}" for name, value in got.items()]
        head += [morsel.OutputString() for morsel in got.cookies.values()]
        received = b"".join(got.streaming_content) if got.streaming else got.content
        return Received(got.status_code, "\n".join(head).encode(), received, sent.read_started or not body)

    return send


@contextmanager
def through_http(url: str) -> Iterator[Send]:
    """Requests to a real server, over one connection."""
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)) as connection:

        def send(method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Received:
            connection.request(method, path, body, {**headers})
            got = connection.getresponse()
            head = f"{got.status} {got.reason}\n{got.headers}".encode()
            if got.headers.get_content_type() != "text/event-stream":
                return Received(got.status, head, got.read())
            heard = _beginning(got) if method == "GET" else b""
            connection.close()
            return Received(got.status, head, heard)

        yield send


def _beginning(stream: http.client.HTTPResponse) -> bytes:
    """What a stream begins with, up to the standings: it has no end."""
    heard = b""
    while b'"type":"standings"' not in heard:
        line = stream.readline()
        assert line, heard
        heard += line
    return heard


class Kept:
    """The rule of `competitions.web.caching`: answers are kept by nobody but whom they are for; `public` are
    those for all, by path."""

    def __init__(self) -> None:
        self.public: dict[str, bytes] = {}

    def hold(self, viewer: Viewer, method: str, path: str, got: Received) -> None:
        """Raise AssertionError if the answer may be kept otherwise than the rule says."""
        head = BytesHeaderParser().parsebytes(got.head.partition(b"\n")[2])
        said, asked = head["Cache-Control"], (viewer.name, method, path, got.status, head["Cache-Control"])
        reads = method in ("GET", "HEAD") and got.status in (200, 304)
        assert said is not None, asked
        if said.startswith("public, max-age="):
            assert reads, asked
            assert "Set-Cookie" not in head, asked
            if method == "GET":
                assert self.public.setdefault(path, got.body) == got.body, asked
        elif said == CHECKED.cache_control:
            assert reads, asked
            assert head["ETag"], asked
        else:
            assert said == NOWHERE.cache_control, asked


THOROUGH: Final = ("stranger", "Organiser", "In the middle", "Finished")
"""One of each kind of viewer."""
TRYING_ANYTHING: Final = ("stranger", "In the middle")
"""Who asks for what has nothing of any contest, and with any method: one who is known, and one who is not."""
BY_ANY_METHOD: Final = (
    "c/<competition_id:competition_id>",
    "api/v1/competitions/<public_id:competition_id>",
    "api/v1/competitions/<public_id:competition_id>/standings.csv",
    "api/v1/competitions/<public_id:competition_id>/logs.ndjson",
)
"""A page and a view of the API, which stand for all, and the two that answer HEAD in a way of their own."""
GARBAGE_AT_ONCE: Final = 2
"""How many of the bodies that no client sends a viewer sends to a route; the next viewer sends the next."""


class Walk:
    """One walk over routes, as every viewer; `answered` counts the statuses of each route's reads.

    The viewers in `thorough` try everything, and take turns with garbage: what is made of it has nothing to
    do with who sends it. Those in `reading` only read: somebody else with the same right to a deal or to
    others' games writes. All others send what a client would send, or one empty body. Routes whose answers
    have nothing of any contest are asked by one viewer who is known, and one who is not.

    What could not be answered in another way is not asked again: with a method that a view does not have, but
    for a page and a view of the API; for the head of what was read; with another body where nobody read the
    first; for another attempt, log, entry or player that is the same to the viewer. What has to do with a
    contest is asked by two of those who have nothing to do with it, and by a stranger. The tests in
    `test_left_out` hold the reasons.
    """

    def __init__(
        self,
        stage: Stage,
        routes: Mapping[str, Way] = ROUTES,
        *,
        thorough: Collection[str] = (),
        reading: Collection[str] = (),
    ) -> None:
        self.stage = stage
        self.routes = routes
        self.thorough = thorough
        self.reading = reading
        self.answered: dict[str, Counter[int]] = {route: Counter() for route in routes}
        self.received: Counter[str] = Counter()
        self._refused: set[tuple[str, str]] = set()
        self.kept = Kept()
        self._knowledge: Knowledge | None = None
        self._searched: set[tuple[bytes, ...]] = set()

    def as_one_of_each(self) -> "Walk":
        """As every viewer but the second ones of a kind, whose names end in "too"."""
        for viewer in self.stage.viewers:
            if not viewer.name.endswith(" too"):
                self.as_one(viewer)
        return self

    def as_those(self, *names: str) -> "Walk":
        for viewer in [self.stage.named(name) for name in names]:
            self.as_one(viewer)
        return self

    def as_one(self, viewer: Viewer) -> None:
        for route, way in self.routes.items():
            if isinstance(way.paths, Constant) and viewer.name not in TRYING_ANYTHING:
                continue
            for index, path in enumerate(self._paths(way, viewer)):
                everything = viewer.name in self.thorough and (not index or own(viewer, path) is not None)
                self._ask_all(viewer, route, path, self._requests(route, way, viewer, path, everything))

    def _ask_all(self, viewer: Viewer, route: str, path: str, requests: Iterable[Request]) -> None:
        unread: set[str] = set()
        asked: set[Request] = set()
        for request in requests:
            method, body, kind = request
            if (route, method) in self._refused or request in asked or (method == "POST" and kind in unread):
                continue
            asked.add(request)
            got = self._ask(viewer, route, method, path, body, kind)
            if got.status == 405 and route:  # the first page of all is refused to everyone
                self._refused.add((route, method))
            if method == "POST" and not got.was_read:
                unread.add(kind)

    def _paths(self, way: Way, viewer: Viewer) -> Sequence[str]:
        """One of each kind, by turns another to another viewer, where no other speaks for this one. Of what
        is an organiser's alone, one path of what the viewer does not organise.
        """
        asked = [path for path in way.paths(self.stage) if self.stage.speaks_for_outsiders(viewer, path)]
        turn = self.stage.viewers.index(viewer)
        paths = [alike[turn % len(alike)] for alike in self.stage.alike(viewer, asked)]
        if not way.for_organisers:
            return paths
        theirs = [path for path in paths if not viewer.organises.isdisjoint(path.split("/"))]
        return [*theirs, *[path for path in paths if path not in theirs][:1]]

    def _requests(
        self, route: str, way: Way, viewer: Viewer, path: str, everything: bool
    ) -> Iterator[Request]:
        yield "GET", b"", ""
        if viewer.name in self.reading:
            return
        if not way.spared(self.stage, viewer, path):
            for fields in way.bodies(self.stage, viewer, path):
                yield "POST", way.body(fields), way.kind
            if everything:
                yield from (("POST", body, kind) for body, kind in self._garbage(route, way.kind, viewer))
        if everything:
            anything = route in BY_ANY_METHOD and viewer.name in TRYING_ANYTHING
            if anything:
                yield from (("HEAD", b"", ""), ("OPTIONS", b"", ""))
                yield from ((method, b"{}", way.kind) for method in METHODS_OF_NO_VIEW)
            for method in OTHER_METHODS:
                if method not in way.unasked and (anything or (route, method) in operations()):
                    yield method, b"{}", way.kind

    def _garbage(self, route: str, kind: str, viewer: Viewer) -> Iterator[tuple[bytes, str]]:
        """The bodies that no client sends of which it is this viewer's turn."""
        garbage = GARBAGE[kind]
        first = GARBAGE_AT_ONCE * THOROUGH.index(viewer.name) + [*self.routes].index(route)
        for turn in range(first, first + min(GARBAGE_AT_ONCE, len(garbage))):
            yield garbage[turn % len(garbage)]

    def _ask(self, viewer: Viewer, route: str, method: str, path: str, body: bytes, kind: str) -> Received:
        headers = {**viewer.headers, **({"Content-Type": kind} if kind else {})}
        if kind == FORM and method == "POST":
            headers.pop("Authorization", None)  # as a browser sends it
        got = self.stage.send(method, path, body, headers)
        told = b"" if _is_document(path, got.body) else got.body
        self.search(viewer, f"{method} {path} {body[:80]!r}", got.head, told)
        self.kept.hold(viewer, method, path, got)
        assert got.status != 429, "a limit was in the way of the search"
        assert got.status < 500, (method, path, body, got)
        if method == "GET":
            self.answered[route][got.status] += 1
        return got

    def search(self, viewer: Viewer, asked: str, *parts: bytes) -> None:
        """Raise Leak if these parts of an answer hold anything that is not for the viewer."""
        knowledge = self.stage.knowledge(viewer)
        self._count(parts)
        if knowledge is not self._knowledge:
            self._knowledge, self._searched = knowledge, set()
        if parts in self._searched:  # the same answer again, to the same viewer
            return
        self._searched.add(parts)
        found = knowledge.leaks(*parts)
        if found:
            raise Leak(f"{viewer.name} asked {asked} and received {found[:5]}")

    def _count(self, parts: tuple[bytes, ...]) -> None:
        """How often tables, logs and seeds were shown: a walk that is shown none proves nothing."""
        for name, sign in SIGNS_OF.items():
            self.received[name] += sum(sign.search(part.replace(A_LESSON, b"")) is not None for part in parts)
