"""How long one change takes to reach N watchers of a scoreboard, beside the least that asyncio needs for it.

The service runs in one process with everything embedded. A log is posted, and every socket and every stream
of events gets the new standings. *Fan-out* is the time from the first send to the last receipt; the service
notes the first send on the clock that all processes of a machine share. *A posted log* takes from the start
of its POST to its answer, and to the last receipt. The floor is an asyncio protocol in a process of its own
which writes the same bytes, already framed, to as many sockets of the same reader. Rounds of both take turns,
so that the ratio means the same on a busy machine; medians are shown.

    python -m benchmarks.fanout [SOCKETS | SOCKETS+STREAMS ...]
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import resource
import sys
import tempfile
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha1
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, ClassVar
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # when it is run as a file

from games import GAMES
from games.replay import Replayed, replay
from tests.servers.daphne import ROOT, migrate, serving

CROWDS = ("200", "1000", "1000+1000", "3000")
ROUNDS = 9
ROWS = 25
MOST_OF_FLOOR = 2.5
AT_ONCE = 40
OF_AN_ADDRESS = 250
"""How many readers have one address: the server lets none have more than 512."""
REST = 0.6  # seconds between rounds: longer than the feed gathers
PING, PONG = 9, 10
NOTE = "first send at"
STANDINGS = b'{"type":"standings"'
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = b64encode(sha1(KEY + MAGIC).digest())
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY.decode()}\r\n"
)


last_pushed: dict[type, object] = {}
last_sent = b""


def note(message: str | bytes) -> None:
    """Print when standings are sent to the first of all: as a socket's text or a stream's event."""
    global last_sent
    if message is last_pushed.get(type(message)):
        return
    last_pushed[type(message)] = message
    text = message.encode() if isinstance(message, str) else message.partition(b"data: ")[2].rstrip()
    if text.startswith(STANDINGS) and text != last_sent:
        last_sent = text
        print(NOTE, perf_counter(), flush=True)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The service as it runs here: it notes when it begins to send a message to its watchers."""
    from config.asgi import application as service

    for extension in scope["extensions"].values():
        push = extension["push"]

        def push_and_note(message: str | bytes, push: Callable[[Any], bool] = push) -> bool:
            note(message)
            return push(message)

        extension["push"] = push_and_note
    await service(scope, receive, send)


def last_noted(notes: Path) -> float:
    line = next(line for line in reversed(notes.read_text().splitlines()) if line.startswith(NOTE))
    return float(line.removeprefix(NOTE))


class LeanClient(asyncio.Protocol, ABC):
    """A lean client that notes when standings came."""

    status: bytes
    """What its request is answered with."""

    def __init__(self, crowd: Watchers, request: bytes) -> None:
        self.crowd, self.request = crowd, request
        self.input = b""
        self.open = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.input += data
        if not self.open.is_set():
            head, end, rest = self.input.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 " + self.status), head
            self.input = rest
            self.open.set()
        while (payload := self.next_message()) is not None:
            if payload.startswith(STANDINGS):
                self.crowd.received(payload)

    @abstractmethod
    def next_message(self) -> bytes | None:
        """Take the next message off the input; None if it is not whole yet."""


class SocketReader(LeanClient):
    """Cuts its input into frames, and answers pings."""

    status = b"101"

    def next_message(self) -> bytes | None:
        if len(self.input) < 2:
            return None
        size, begin = self.input[1], 2
        if size == 126 and len(self.input) >= 4:
            size, begin = int.from_bytes(self.input[2:4]), 4
        if len(self.input) < begin + size:
            return None
        kind = self.input[0] & 15
        payload, self.input = self.input[begin : begin + size], self.input[begin + size :]
        if kind == PING:
            self.transport.write(bytes((0x80 | PONG, 0x80 | size, 0, 0, 0, 0)) + payload)
        return payload


class StreamReader(LeanClient):
    """Cuts its input into chunks: the server sends each event as one."""

    status = b"200"

    def next_message(self) -> bytes | None:
        size, end, rest = self.input.partition(b"\r\n")
        length = int(size, 16) if end else 0
        if not end or len(rest) < length + 2:
            return None
        self.input = rest[length + 2 :]
        return rest[:length].partition(b"data: ")[2].rstrip()


class Watchers:
    """All who are told of one competition."""

    def __init__(self) -> None:
        self.readers: list[LeanClient] = []
        self.receipts: list[float] = []
        self.payload = b""
        self.all_told = asyncio.Event()

    def received(self, payload: bytes) -> None:
        self.payload = payload
        self.receipts.append(perf_counter())
        if len(self.receipts) == len(self.readers):
            self.all_told.set()

    def expect(self) -> None:
        self.receipts, self.all_told = [], asyncio.Event()

    async def told(self) -> float:
        """When the last reader was told."""
        async with asyncio.timeout(60):
            await self.all_told.wait()
        return self.receipts[-1]

    async def grow(self, number: int, address: str) -> None:
        """Open so many sockets or streams, and wait until each has been sent its first message."""
        url = urlsplit(address)
        kind, asked = (StreamReader, "") if url.scheme == "http" else (SocketReader, UPGRADE)
        request = f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\n{asked}\r\n".encode()
        host, port = url.hostname, url.port
        assert host
        assert port
        loop, busy = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
        before = len(self.readers)
        self.expect()

        async def join() -> None:
            async with busy:
                reader = kind(self, request)
                own = f"127.0.1.{1 + len(self.readers) // OF_AN_ADDRESS}"
                self.readers.append(reader)
                await loop.create_connection(lambda: reader, host, port, local_addr=(own, 0))
                await reader.open.wait()

        await asyncio.gather(*(join() for _ in range(number)))
        async with asyncio.timeout(60):
            while len(self.receipts) < len(self.readers) - before:
                await asyncio.sleep(0.01)

    def leave(self) -> None:
        for reader in self.readers:
            reader.transport.abort()


class Floor(asyncio.Protocol):
    """The least a server can do: shake hands and, on any message from any client, write the frame to all."""

    clients: ClassVar[list[asyncio.Transport]] = []
    frame = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.open = transport, False

    def data_received(self, data: bytes) -> None:
        if not self.open:
            self.open = True
            self.clients.append(self.transport)
            answer = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            self.transport.write(answer + b"Sec-WebSocket-Accept: " + ACCEPT + b"\r\n\r\n" + self.frame)
            return
        for client in self.clients:
            client.write(self.frame)

    def connection_lost(self, error: Exception | None) -> None:
        with contextlib.suppress(ValueError):
            self.clients.remove(self.transport)


async def serve_floor(payload: bytes) -> None:
    """Serve on a free port, which is printed."""
    Floor.frame = b"\x81\x7e" + len(payload).to_bytes(2) + payload
    server = await asyncio.get_running_loop().create_server(Floor, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextlib.asynccontextmanager
async def floor_serving(payload: bytes) -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        __file__,
        "--floor",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(payload)
    process.stdin.close()
    try:
        yield f"ws://127.0.0.1:{int(await process.stdout.readline())}/"
    finally:
        process.kill()
        await process.wait()


class Service:
    """The REST API of a running Evendeal."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(address)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        self.connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)
        answer = self.connection.getresponse()
        raw = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {raw!r}")
        return json.loads(raw)


def improving_logs(log: dict[str, Any]) -> list[list[str]]:
    """Beginnings of a log, each with a better score than the one before: each changes the standings."""
    beginnings = [log["moves"][:length] for length in range(1, len(log["moves"]) + 1)]
    scores = []
    for moves in beginnings:
        played = replay(GAMES[log["game"]], log["seed"], log["rules"], moves)
        assert isinstance(played, Replayed)
        scores.append(played.score)
    return [moves for n, moves in enumerate(beginnings) if scores[n] < min(scores[:n], default=10**9)]


async def measure(address: str, notes: Path, tokens: Sequence[str], sockets: int, streams: int) -> bool:
    """Print one line: the medians for this many watchers; whether the target is met."""
    service = Service(address)
    log = json.loads((ROOT / "tests/vectors/three-by-three.ndjson").read_text().splitlines()[0])["log"]
    deal = {name: log[name] for name in ("game", "rules", "seed")}
    plan = {"name": "Fan-out", "play": "open", "attempts": None, "rounds": [deal]}
    event = service.post("/competitions", plan, tokens[0])["id"]
    for token in tokens:
        service.post(f"/competitions/{event}/entries", {}, token)
    live = Watchers()
    await live.grow(sockets, f"ws://{address}/ws/v1/competitions/{event}")
    await live.grow(streams, f"http://{address}/api/v1/competitions/{event}/stream")
    fanouts, floors, latencies, answers = [], [], [], []
    async with floor_serving(live.payload) as floor_url:
        floor = Watchers()
        await floor.grow(sockets + streams, floor_url)
        for moves in improving_logs(log)[:ROUNDS]:
            await asyncio.sleep(REST)
            floor.expect()
            start = perf_counter()
            floor.readers[0].transport.write(b"go")
            floors.append(await floor.told() - start)

            await asyncio.sleep(REST)
            live.expect()
            start = perf_counter()
            await asyncio.to_thread(
                service.post, f"/competitions/{event}/rounds/1/logs", {"moves": moves}, tokens[0]
            )
            answers.append(perf_counter() - start)
            last = await live.told()
            fanouts.append(last - last_noted(notes))
            latencies.append(last - start)
        floor.leave()
    live.leave()
    ratio = median(ours / least for ours, least in zip(fanouts, floors, strict=True))
    times = "".join(f"{median(times) * 1e3:10.1f}" for times in (floors, fanouts))
    delays = "".join(
        f"{seconds * 1e3:10.1f}" for seconds in (median(answers), median(latencies), max(latencies))
    )
    print(f"{sockets:8}{streams:8}{len(live.payload):8}{times}{ratio:7.1f}{delays}", flush=True)
    return ratio <= MOST_OF_FLOOR


async def main(crowds: Sequence[str]) -> int:
    """Print the figures; the exit status is 1 if a fan-out takes too long."""
    good = True
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the servers inherit it
    print(f"one change to N watchers, ms, medians of {ROUNDS} rounds\n")
    print(f"{'':24}{'--- fan-out ---':>20}{'ratio':>7}{'--- a posted log ---':>30}")
    heads = ("sockets", "streams", "bytes", "floor", "live", "", "answered", "all told", "slowest")
    widths = (8, 8, 8, 10, 10, 7, 10, 10, 10)
    print("".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite:///{folder / 'evendeal.sqlite3'}"
        migrate(database)
        settings = {"DATA_DIR": name, "DATABASE_URL": database}
        with serving(settings, folder, application="benchmarks.fanout:application") as site:
            address, log = site.url.removeprefix("http://"), site.logs[0]
            service = Service(address)
            tokens = [service.post("/guests", {"name": f"Watched {n}"})["token"] for n in range(ROWS)]
            for crowd in crowds:
                sockets, _, streams = crowd.partition("+")
                watchers = int(sockets), int(streams or 0)
                if 2 * sum(watchers) + 100 > most:
                    print(f"{crowd:>8}  not measured: this machine allows {most} open files a process")
                else:
                    good = await measure(address, log, tokens, *watchers) and good
    print(f"\nratio at most {MOST_OF_FLOOR}")
    return 0 if good else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--floor"]:
        asyncio.run(serve_floor(sys.stdin.buffer.read()))
    else:
        sys.exit(asyncio.run(main(sys.argv[1:] or CROWDS)))
