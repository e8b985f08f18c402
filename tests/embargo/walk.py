"""The walk: everything a viewer can ask, asked, and everything that comes back, searched."""

import http.client
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Final
from urllib.parse import urlsplit

from django.test import Client

from competitions.api.openapi import document
from tests.servers.running import PATIENCE_S

from .hidden import EVERYBODYS, Knowledge
from .routes import FORM, GARBAGE, ROUTES, Constant, Way, own
from .stage import Received, Send, Stage, Viewer

OTHER_METHODS: Final = ("PUT", "PATCH", "DELETE")
METHODS_OF_NO_VIEW: Final = ("TRACE", "BREW")


A_LESSON: Final = b'"guide":{"seed":'
"""The deal on which a game is taught; anybody may know it."""

SCHEMA: Final = "/api/v1/schema"
"""Its examples show games: it is not searched if it is what this process makes without asking a database."""

SIGNS_OF: Final = {
    "piles": re.compile(rb'"piles":\s*\{'),
    "moves": re.compile(rb'"moves":\s*\['),
    # A refusal lists under the same name what is wrong with a seed.
    "seed": re.compile(rb'"seed":\s*"(?!%b")' % EVERYBODYS.seed.encode()),
}
"""How a table, a log and a seed are recognised in an answer."""


class Leak(AssertionError):
    """Something under the embargo was received."""


def through_django() -> Send:
    """Requests that reach Django without a server in between; a fault of ours is answered, not raised."""
    client = Client(raise_request_exception=False)

    def send(method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Received:
        client.cookies.clear()
        kind = headers.get("Content-Type", "")
        got = client.generic(method, path, body, content_type=kind, headers=headers)
        head = [f"{got.status_code} {got.reason_phrase}"]
        head += [f"{name}: {value}" for name, value in got.items()]
        head += [morsel.OutputString() for morsel in got.cookies.values()]
        received = b"".join(got.streaming_content) if got.streaming else got.content
        return Received(got.status_code, "\n".join(head).encode(), received)

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


THOROUGH: Final = ("stranger", "Organiser", "In the middle", "Finished")
"""One of each kind of viewer."""
TRYING_ANYTHING: Final = ("stranger", "In the middle")
"""Who tries methods that no view has: one who is known, and one who is not."""


class Walk:
    """One walk over routes, as every viewer; `answered` counts the statuses of each route's reads.

    The viewers in `thorough` try everything. The others send what a client would send, or one empty body: the
    answers to garbage and to other methods are the same for all viewers of a kind. Routes whose answers have
    nothing of any contest are asked by one viewer of each kind.
    """

    def __init__(
        self, stage: Stage, routes: Mapping[str, Way] = ROUTES, thorough: Collection[str] = ()
    ) -> None:
        self.stage = stage
        self.routes = routes
        self.thorough = thorough
        self.answered: dict[str, Counter[int]] = {route: Counter() for route in routes}
        self.received: Counter[str] = Counter()
        self._knowledge: Knowledge | None = None
        self._searched: set[tuple[bytes, ...]] = set()
        self._schema = json.dumps(document(), separators=(",", ":")).encode()

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
            if isinstance(way.paths, Constant) and viewer.name not in THOROUGH:
                continue
            refused: set[str] = set()
            for index, path in enumerate(self._paths(way, viewer)):
                everything = viewer.name in self.thorough and (not index or own(viewer, path) is not None)
                for method, body, kind in self._requests(way, viewer, path, everything):
                    if method in refused:
                        continue
                    status = self._ask(viewer, route, method, path, body, kind)
                    if status == 405:
                        refused.add(method)  # for any path and any body: they are not read

    def _paths(self, way: Way, viewer: Viewer) -> Sequence[str]:
        """Of what is an organiser's alone, one path for those who organise nothing and are not thorough."""
        paths = way.paths(self.stage)
        everything = not way.for_organisers or viewer.organises or viewer.name in self.thorough
        return paths if everything else paths[:1]

    def _requests(
        self, way: Way, viewer: Viewer, path: str, everything: bool
    ) -> Iterator[tuple[str, bytes, str]]:
        yield "GET", b"", ""
        if not way.spared(self.stage, viewer, path):
            garbage = GARBAGE[:2] if way.kind == FORM else GARBAGE  # a form takes any text
            yield from (("POST", body, way.kind) for body in garbage if everything)
            for fields in way.bodies(self.stage, viewer, path):
                body = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
                yield "POST", body, way.kind
            if everything:
                yield "POST", b"{}", "text/plain"
        if everything:
            yield from (("HEAD", b"", ""), ("OPTIONS", b"", ""))
            methods = OTHER_METHODS + (METHODS_OF_NO_VIEW if viewer.name in TRYING_ANYTHING else ())
            yield from ((method, b"{}", way.kind) for method in methods)

    def _ask(self, viewer: Viewer, route: str, method: str, path: str, body: bytes, kind: str) -> int:
        headers = {**viewer.headers, **({"Content-Type": kind} if kind else {})}
        if kind == FORM and method == "POST":
            headers.pop("Authorization", None)  # as a browser sends it
        got = self.stage.send(method, path, body, headers)
        told = b"" if path == SCHEMA and got.body == self._schema else got.body
        self.search(viewer, f"{method} {path} {body[:80]!r}", got.head, told)
        assert got.status != 429, "a limit was in the way of the search"
        assert got.status < 500, (method, path, body, got)
        if method == "GET":
            self.answered[route][got.status] += 1
        return got.status

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
