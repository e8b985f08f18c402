"""Real sockets that break: a little server in this process, and both clients at it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from evendeal import AsyncClient, Client
from evendeal.errors import Forbidden
from evendeal.tables import ANSWER_S
from evendeal.talk_steps import Hear
from tests.servers.running import PATIENCE_S

ATTEMPT: Any = {"id": "a", "view": {"ply": 0, "legal": ["turn"]}, "state": "running"}


def rest(request: httpx.Request) -> httpx.Response:
    assert request.url.path == "/api/v1/tickets"
    return httpx.Response(201, json={"ticket": "once", "expires_at": "soon"})


class Moody:
    """Stores moves like the service, and cuts every second socket off before it answers."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.opened: list[str] = []
        self.languages: set[str | None] = set()

    async def serve(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.opened.append(socket.request.path)
        self.languages.add(socket.request.headers.get("Accept-Language"))
        if socket.request.path.startswith("/ws/v1/attempts/forbidden"):
            await socket.close(4403, "The ticket's token may not play.")
            return
        if socket.request.path.startswith("/ws/v1/competitions/"):
            await self.feed(socket)
            return
        await self.show(socket)
        async for text in socket:
            sent = json.loads(text)
            if sent["ply"] == len(self.moves):
                self.moves.append(sent["move"])
                if sent["move"].startswith("silence"):
                    continue
                if len(self.moves) % 2:
                    await socket.close(1012, "restarting")
                    return
            await self.show(socket)

    async def show(self, socket: ServerConnection) -> None:
        view = {"ply": len(self.moves), "legal": ["turn"]}
        await socket.send(json.dumps({"type": "view", "view": view, "state": "running"}))

    async def feed(self, socket: ServerConnection) -> None:
        version = len(self.opened)
        await socket.send(json.dumps({"type": "standings", "version": version, "results": [], "total": 0}))
        await socket.close(1012, "restarting")


@asynccontextmanager
async def moody() -> AsyncIterator[tuple[Moody, str]]:
    other = Moody()
    async with serve(other.serve, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield other, f"http://127.0.0.1:{port}"


async def in_thread(work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, work)


async def test_every_move_is_made_once_however_often_the_socket_breaks() -> None:
    def play(site: str) -> list[int]:
        with (
            Client(site, "secret", language="de", transport=httpx.MockTransport(rest)) as client,
            client.table(ATTEMPT) as table,
        ):
            return [table.play(f"move {n}")["ply"] for n in range(4)]

    async with moody() as (other, site):
        assert await in_thread(lambda: play(site)) == [1, 2, 3, 4]
    assert other.moves == [f"move {n}" for n in range(4)]
    assert len(other.opened) == 3
    assert set(other.opened) == {"/ws/v1/attempts/a?ticket=once"}
    assert other.languages == {"de"}


async def test_it_is_so_in_an_event_loop_too() -> None:
    async with (
        moody() as (other, site),
        AsyncClient(site, "secret", language="de", transport=httpx.MockTransport(rest)) as client,
        client.table(ATTEMPT) as table,
    ):
        assert [(await table.play(f"move {n}"))["ply"] for n in range(4)] == [1, 2, 3, 4]
    assert other.moves == [f"move {n}" for n in range(4)]


@pytest.mark.parametrize("move", ["silence in a thread", "silence in a loop"])
async def test_a_server_that_says_nothing_is_left(move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only the answer to the first move is not waited for.
    waits = iter([PATIENCE_S, 0.2])

    def hear(wait_s: float) -> Hear:
        assert wait_s == ANSWER_S
        return Hear(next(waits, PATIENCE_S))

    monkeypatch.setattr("evendeal.tables.Hear", hear)

    def play(site: str) -> int:
        client = Client(site, "secret", transport=httpx.MockTransport(rest))
        with client, client.table(ATTEMPT) as table:
            return table.play(move)["ply"]

    async with moody() as (other, site):
        if move.endswith("thread"):
            assert await in_thread(lambda: play(site)) == 1
        else:
            client = AsyncClient(site, "secret", transport=httpx.MockTransport(rest))
            async with client, client.table(ATTEMPT) as table:
                assert (await table.play(move))["ply"] == 1
    assert (other.moves, len(other.opened)) == ([move], 2)


async def test_who_may_not_play_is_told_why() -> None:
    async with (
        moody() as (_, site),
        AsyncClient(site, "secret", transport=httpx.MockTransport(rest)) as client,
        client.table({**ATTEMPT, "id": "forbidden"}) as table,
    ):
        with pytest.raises(Forbidden, match="may not play"):
            await table.play("turn")


async def test_a_watcher_comes_back_by_itself_with_what_it_knows() -> None:
    def watch(site: str) -> list[int]:
        with Client(site) as client:
            messages = client.watch("c")
            heard = [next(messages)["version"] for _ in range(3)]
            messages.close()
            return heard

    async with moody() as (other, site):
        assert await in_thread(lambda: watch(site)) == [1, 2, 3]
        async with AsyncClient(site) as client:
            messages = client.watch("c", since=3)
            assert [(await anext(messages))["version"] for _ in range(2)] == [4, 5]
            await messages.aclose()
    assert other.opened == [f"/ws/v1/competitions/c{q}" for q in ("", *(f"?since={n}" for n in (1, 2, 3, 4)))]


async def test_a_site_without_sockets_is_played_over_rest() -> None:
    def service(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/tickets"):
            return rest(request)
        ply = json.loads(request.content)["ply"] + 1
        return httpx.Response(200, json={"view": {"ply": ply, "legal": []}, "state": "finished"})

    # Nobody listens there.
    client = AsyncClient("http://127.0.0.1:9", "secret", transport=httpx.MockTransport(service))
    async with client, client.table(ATTEMPT) as table:
        assert (await table.play("turn"))["ply"] == 1
        assert table.state == "finished"
