"""What watchers hear of a contest, over a socket or a stream, until it is over."""

import contextlib
import http.client
import json
import threading
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from evendeal import Client, Unreachable
from tests.servers.running import PATIENCE_S


@dataclass
class Heard:
    """What a follower was told by messages."""

    rows: list[Any] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    over: bool = False

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "standings":
            self.rows = message["results"]
            self.versions.append(message["version"])
        elif message["type"] == "state":
            self.over = message["state"] == "closed"


def follow_socket(url: str, contest: str, heard: Heard) -> None:
    # If a test fails, its site is gone before its watchers are: they must not disturb the next test.
    gone = contextlib.suppress(Unreachable)
    with gone, Client(url) as client, contextlib.closing(client.watch(contest)) as messages:
        for message in messages:
            heard.hear(message)  # type: ignore[arg-type]
            if heard.over:
                return


def follow_stream(url: str, contest: str, heard: Heard) -> None:
    """As an EventSource of a browser does it."""
    known, pause = "", threading.Event()
    while not heard.over:
        headers = {"Last-Event-ID": known} if known else {}
        with (
            contextlib.suppress(OSError, http.client.HTTPException),
            contextlib.closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)) as line,
        ):
            line.request("GET", f"/api/v1/competitions/{contest}/stream", headers=headers)
            answer = line.getresponse()
            while not heard.over and (text := answer.readline().decode()):
                name, _, value = text.rstrip().partition(": ")
                if name == "id":
                    known = value
                elif name == "data":
                    heard.hear(json.loads(value))
        pause.wait(0.2)
