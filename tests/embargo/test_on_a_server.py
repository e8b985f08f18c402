"""The walk against a real Daphne, its sockets among it, and then what it wrote to stderr."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.servers.daphne import environment

from .routes import SOCKETS
from .stage import sealed_scene
from .walk import Walk, through_http

SPOKEN = (
    '{"ply": 0, "move": "nonsense"}',
    '{"ply": 99, "move": "turn e"}',
    '{"ply": 0, "move": "turn e"}',
    "[]",
    "{",
    "\x00",
    b"\xff\x00",
)
SILENCE_S = 0.4
"""After this long without a word nothing more is expected."""


@pytest.fixture
def server(any_database, daphne_server, settings):
    """A process on the database that Django here works on too, so that the scene is set from here."""
    settings.SECRET_KEY = environment({})["SECRET_KEY"]
    return daphne_server(env={"DATABASE_URL": any_database})


async def _listen(url, headers, spoken=SPOKEN):
    """Everything that a socket says: its refusal, or its messages and why it was closed."""
    heard = []
    try:
        async with connect(url, additional_headers=headers, open_timeout=20) as socket:
            try:
                await _hear(socket, heard)
                for words in spoken:
                    await socket.send(words)
                await _hear(socket, heard)
            except ConnectionClosed:
                pass
            heard.append(f"{socket.close_code} {socket.close_reason}".encode())
    except InvalidStatus as refused:
        heard += [str(refused.response).encode(), refused.response.body or b""]
    return heard


async def _hear(socket, heard):
    try:
        while True:
            async with asyncio.timeout(SILENCE_S):
                words = await socket.recv()
            heard.append(words if isinstance(words, bytes) else words.encode())
    except TimeoutError:
        pass


async def _listen_everywhere(url, paths, doors):
    return await asyncio.gather(*(_listen(url + path, door) for path in paths for door in doors))


def _doors(viewer, url):
    """With the cookie and from our pages, with it from elsewhere, and bare."""
    page = {"Cookie": viewer.cookie, "Origin": url}
    return [page, {**page, "Origin": "https://elsewhere.example"}, {}]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_nobody_finds_anything_on_a_real_server_nor_in_its_stderr(server, unhurried):
    scene = sealed_scene(through_http(server.url), "three-by-three", {}, 4, small=True)
    walk = Walk(scene, every_method=False)
    tables = 0
    for viewer in scene.viewers:
        for route, paths_of in SOCKETS.items():
            paths = paths_of(scene)
            heard = asyncio.run(_listen_everywhere(server.ws_url, paths, _doors(viewer, server.url)))
            if viewer.player is not None:
                heard += asyncio.run(_listen_with_tickets(scene, viewer, server.ws_url, paths))
            for words in heard:
                walk.search(viewer, f"the socket {route}", *words)
                tables += sum(b'"piles"' in each for each in words)
        for play in (play for plays in viewer.plays.values() for play in plays if play.log is None):
            url, headers = f"{server.ws_url}/ws/v1/attempts/{play.attempt}", _doors(viewer, server.url)[0]
            move = {"ply": play.ply, "move": play.path[play.ply]}
            play.ply += 1
            heard = asyncio.run(_listen(url, headers, [json.dumps(move)]))
            walk.search(viewer, "a move over the socket", *heard)
            assert json.loads(heard[-2])["view"]["ply"] == play.ply
    assert tables
    walk.as_everyone()
    stderr = b"\n".join(log.read_bytes() for log in server.logs)
    walk.search(scene.viewers[0], "stderr", stderr)
    assert b"Traceback" not in stderr


async def _listen_with_tickets(scene, viewer, ws_url, paths):
    tickets = [(await asyncio.to_thread(scene.ask, viewer, "POST", "/tickets"))["ticket"] for _ in paths]
    sockets = [
        _listen(f"{ws_url}{path}{'&' if '?' in path else '?'}ticket={ticket}", {})
        for path, ticket in zip(paths, tickets, strict=True)
    ]
    return await asyncio.gather(*sockets)
