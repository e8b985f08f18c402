"""The walk against a real Daphne, its sockets among it, and then what it wrote to stderr."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.servers.daphne import environment
from tests.servers.running import PATIENCE_S

from .routes import OF_THE_CARDS, ROUTES, SOCKETS
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
STREAM = "api/v1/competitions/<public_id:competition_id>/stream"
"""It stays open on a server alone."""
SILENCE_S = 1.0
"""A socket that was silent for so long is taken to have said everything."""


@pytest.fixture
def server(any_database, daphne_server, settings):
    """A process on the database that Django here works on too, so that the scene is set from here."""
    settings.SECRET_KEY = environment({})["SECRET_KEY"]
    return daphne_server(env={"DATABASE_URL": any_database})


async def _listen(url, headers, spoken=SPOKEN):
    """Everything that a socket says: its refusal, or its messages and why it was closed."""
    heard = []
    try:
        async with connect(url, additional_headers=headers, open_timeout=PATIENCE_S) as socket:
            try:
                await _hear(socket, heard, PATIENCE_S)
                for words in spoken:
                    await socket.send(words)
                await _hear(socket, heard, SILENCE_S)
            except ConnectionClosed:
                pass
            heard.append(f"{socket.close_code} {socket.close_reason}".encode())
    except InvalidStatus as refused:
        heard += [str(refused.response).encode(), refused.response.body or b""]
    return heard


async def _hear(socket, heard, patience):
    """Read until the socket is silent; its first message may take longer."""
    try:
        while True:
            async with asyncio.timeout(patience):
                words = await socket.recv()
            heard.append(words if isinstance(words, bytes) else words.encode())
            patience = SILENCE_S
    except TimeoutError:
        pass


async def _everyone_listens(scene, server):
    """Who listened where, and everything they heard. All listen at once, since most of it is waiting."""
    places = [
        (viewer, path, url, headers)
        for viewer in scene.viewers
        if not viewer.name.endswith(" too")
        for paths_of in SOCKETS.values()
        for path, *_ in scene.alike(viewer, paths_of(scene))
        for url, headers in _doors(scene, viewer, server, path)
    ]
    heard = await asyncio.gather(*(_listen(url, headers) for *_, url, headers in places))
    return [(viewer, path, words) for (viewer, path, *_), words in zip(places, heard, strict=True)]


async def _everyone_moves(scene, server):
    """Each running game, with what its player received after one more move."""
    games = [
        (viewer, play)
        for viewer in scene.viewers
        for plays in viewer.plays.values()
        for play in plays
        if play.log is None
    ]
    moves = []
    for viewer, play in games:
        move = json.dumps({"ply": play.ply, "move": play.path[play.ply]})
        url, headers = _doors(scene, viewer, server, f"/ws/v1/attempts/{play.attempt}")[0]
        moves.append(_listen(url, headers, [move]))
        play.ply += 1
    return [(*game, heard) for game, heard in zip(games, await asyncio.gather(*moves), strict=True)]


def _doors(scene, viewer, server, path):
    """The ways to ask for a socket, as URL and headers: with the cookie from our pages and from another site,
    with neither cookie nor ticket, and with a ticket."""
    url, page = server.ws_url + path, {"Cookie": viewer.cookie, "Origin": server.url}
    doors = [(url, page), (url, {**page, "Origin": "https://elsewhere.example"}), (url, {})]
    if viewer.player is not None:
        ticket = scene.ask(viewer, "POST", "/tickets")["ticket"]
        doors.append((f"{url}{'&' if '?' in path else '?'}ticket={ticket}", {}))
    return doors


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_nobody_finds_anything_on_a_real_server_nor_in_its_stderr(server, unlimited):
    with through_http(server.url) as send:
        scene = sealed_scene(send, "three-by-three", {}, 4, small=True)
        walk = Walk(scene, OF_THE_CARDS | {STREAM: ROUTES[STREAM]}, reading=["stranger"])
        tables = 0
        for viewer, path, heard in asyncio.run(_everyone_listens(scene, server)):
            walk.search(viewer, f"the socket {path}", *heard)
            tables += sum(b'"piles"' in each for each in heard)
        for viewer, play, heard in asyncio.run(_everyone_moves(scene, server)):
            walk.search(viewer, "a move over the socket", *heard)
            assert json.loads(heard[-2])["view"]["ply"] == play.ply
        assert tables
        walk.as_those("stranger", "Finished")
    stderr = b"\n".join(log.read_bytes() for log in server.logs)
    walk.search(scene.viewers[0], "stderr", stderr)
    assert b"Traceback" not in stderr
