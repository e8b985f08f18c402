"""Any frames of a stranger on any socket are passed over, answered or refused, and the server answers on."""

import contextlib
from typing import NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tests.clients.pages import fetch
from tests.clients.routes import ID
from tests.servers.daphne import Daphne

from .odd import damaged, deep, objects, spelled, texts, values
from .search import search

PATIENCE_S = 30.0
HEARD_S = 0.02
"""How long an answer is waited for where none may come."""
FRAMES = ("type", "token", "ticket", "ply", "move", "undo", "finish", "version", "id")
pytestmark = [pytest.mark.timeout(0), pytest.mark.filterwarnings("ignore:Generating overly large repr")]
CLOSED_WITH = {1000, 1002, 1003, 1006, 1007, 1008, 1009, 1012}
"""By the protocol itself, or 4000 and more by us."""
LONGEST = 16_000


class Said(NamedTuple):
    path: str
    frames: list[str | bytes]


ids = st.sampled_from([ID, "nothing", 64 * "x", 65 * "x"]) | texts.map(
    lambda text: quote(text, errors="replace")
)
paths = st.one_of(
    ids.map("/ws/v1/competitions/{}".format),
    ids.map("/ws/v1/attempts/{}".format),
    st.just("/ws/v1/notices"),
    ids.map("/ws/{}".format),
)
queries = st.sampled_from(
    ["", "?version=-1", "?version=x&version=1", "?ticket=x", "?ticket=%00", "?token=%FF", "?&=&"]
)
words = damaged(objects(st.sampled_from(FRAMES)) | values.map(spelled) | st.just(deep("1", 3_000).encode()))
frames = st.lists(
    words.map(lambda text: text.decode("utf-8", "replace")) | st.binary(max_size=300), max_size=4
)


def test_any_frame_is_answered_or_refused(two_on_sqlite: Daphne, pytestconfig: pytest.Config) -> None:
    def check(said: Said) -> None:
        address = two_on_sqlite.ws_url + said.path
        with (
            contextlib.suppress(InvalidHandshake),
            connect(address, open_timeout=PATIENCE_S, compression=None) as socket,
        ):
            with contextlib.suppress(ConnectionClosed):
                for frame in said.frames:
                    socket.send(frame)
                    with contextlib.suppress(TimeoutError):
                        assert len(socket.recv(HEARD_S)) < LONGEST
            socket.close()
            assert socket.close_code in CLOSED_WITH or 4000 <= (socket.close_code or 0) < 5000
        assert fetch(two_on_sqlite.url, "GET", "/healthz").status == 200

    with two_on_sqlite.never_says("Traceback"), two_on_sqlite.never_says('"ERROR"'):
        search(
            pytestconfig,
            st.builds(Said, st.builds("{}{}".format, paths, queries), frames),
            check,
            examples=40,
        )
