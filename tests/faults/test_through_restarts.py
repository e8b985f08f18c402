"""A whole contest while its server is told to end, and is killed: everyone who follows it hears the same."""

import contextlib
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from config.site.ports import accepts_connections
from evendeal import Client
from tests.clients.heard import Heard, follow_socket, follow_stream
from tests.events.following import short
from tests.hooks.receivers import Receiver, answers, receiver
from tests.servers.daphne import ROOT, environment
from tests.servers.ports import own_port
from tests.servers.running import PATIENCE_S, running, wait_for
from tests.waiting import until

ENDS = (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL)
"""How the server ends, one time after the other."""

MOVES_BETWEEN = 8
"""How many moves of all players lie between two ends."""


class Restarted:
    """`manage.py serve`, again and again, on the same port and data."""

    def __init__(self, folder: Path, migrated: Path) -> None:
        shutil.copy(migrated, folder / "evendeal.sqlite3")
        self.folder, self.port, self.log = folder, own_port(), folder / "log"
        self.url = f"http://127.0.0.1:{self.port}"
        self.stack = contextlib.ExitStack()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--data", self.folder]
        env = environment({"WEBHOOK_PRIVATE": "1"})
        process = running([sys.executable, ROOT / "manage.py", *words], self.log, cwd=self.folder, env=env)
        self.process = self.stack.enter_context(process)
        wait_for(self.process, lambda: accepts_connections(self.port), self.log)

    def restart(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE_S)
        self.start()


@pytest.fixture
def server(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Restarted]:
    server = Restarted(tmp_path, migrated_sqlite)
    with server.stack:
        server.start()
        yield server


def follow_events(client: Client, contest: str, told: list[Any], is_over: Callable[[], bool]) -> None:
    """Ask for what is new until the contest is over and nothing more comes."""
    cursor, pause = None, threading.Event()
    while True:
        over = is_over()
        page = client.events_page(contest, after=cursor)
        told += page["results"]
        cursor = page["cursor"]
        if over and not page["results"]:
            return
        pause.wait(0.1)


def once_each(there: Receiver) -> list[str]:
    """What was received, in order, each message where it came first."""
    first: dict[str, Any] = {}
    for one in list(there.received):  # it grows meanwhile
        first.setdefault(one.headers["webhook-id"], one.json)
    return [short(message) for message in first.values()]


def play(server: Restarted, contest: str, players: list[Client]) -> None:
    """All play both rounds at once, move by move in turn; the server ends again and again meanwhile."""
    ends, moves = list(ENDS), 0
    for number in (1, 2):
        with contextlib.ExitStack() as stack:
            tables = [stack.enter_context(each.table(each.start(contest, number))) for each in players]
            while playing := [table for table in tables if table.view["legal"]]:
                for table in playing:
                    before = table.view["ply"]
                    assert table.play(table.view["legal"][-1])["ply"] == before + 1, "each move is made once"
                    moves += 1
                    if ends and moves % MOVES_BETWEEN == 0:
                        server.restart(ends.pop(0))
            for table in tables:
                table.finish()
    assert not ends


@pytest.mark.faults
def test_client_socket_stream_events_and_webhook_hear_the_same_through_restarts(server: Restarted) -> None:
    socket, stream = Heard(), Heard()
    told: list[Any] = []
    over = threading.Event()
    with contextlib.ExitStack() as stack:
        moody = [*[answers(204)] * 4, answers(500), answers(204)]
        there = stack.enter_context(receiver(*moody, secure=False))
        host, *players = [
            stack.enter_context(Client.as_guest(server.url, name, bot=name != "Host"))
            for name in ("Host", "Ada", "Bob", "Cleo")
        ]
        contest = host.create("Through thick and thin", [{"game": "wish"}, {"game": "three-by-three"}])["id"]
        host.add_webhook(contest, f"http://127.0.0.1:{there.port}/", ["joined", "result", "state", "act"])
        followers = [
            threading.Thread(target=follow_socket, args=(server.url, contest, socket)),
            threading.Thread(target=follow_stream, args=(server.url, contest, stream)),
            threading.Thread(target=follow_events, args=(host, contest, told, over.is_set)),
        ]
        for each in followers:
            each.start()
        for player in players:
            player.join(contest)
        play(server, contest, players)
        rows = [{name: row[name] for name in socket.rows[0]} for row in host.rows(contest)]
        assert len(rows) == len(players)
        until(lambda: socket.rows == stream.rows == rows)
        host.close_competition(contest)
        for each in followers[:2]:
            each.join(PATIENCE_S)
        until(lambda: "state closed cc" in [short(each) for each in host.events(contest)])
        over.set()
        followers[2].join(PATIENCE_S)
        assert not any(each.is_alive() for each in followers)

        assert socket.rows == stream.rows == rows
        for each in (socket, stream):
            assert each.versions == sorted(set(each.versions))
        assert told == list(host.events(contest))
        assert [each["seq"] for each in told] == list(range(1, len(told) + 1))
        heard = [short(each) for each in told]
        assert sum(each.startswith("result") for each in heard) == 2 * len(players)
        since = heard[heard.index("act add_webhook") :]
        until(lambda: len(once_each(there)) >= len(since))
        assert once_each(there) == since
