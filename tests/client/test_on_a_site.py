"""The library on real servers: a whole contest, watched, and one through restarts of the server."""

import contextlib
import io
import json
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from rich.console import Console

from evendeal import AsyncClient, Client
from evendeal.cli.screen import Screen
from evendeal.cli.watching import watch
from evendeal.errors import Forbidden, NoAttemptsLeft, NoUndo, Unauthenticated
from tests.servers.daphne import ROOT, TESTED, environment
from tests.servers.running import PATIENCE_S, accepts_connections, free_port, running, wait_for


async def test_a_contest_in_an_event_loop_from_the_first_guest_to_the_certified_results(site: str) -> None:
    host = await AsyncClient.as_guest(site, f"Host {token_hex(4)}")
    player = await AsyncClient.as_guest(site, f"Ada {token_hex(4)}")
    async with host, player:
        made = await host.create("Friday", [{"game": "three-by-three"}], standings="live", draft=True)
        contest = (await host.publish(made["id"], reason="It is time."))["id"]
        assert contest in [each["id"] async for each in player.competitions(state="running")]
        assert (await player.join(contest))["id"] == (await player.join(contest))["id"]
        attempt = await player.start(contest)
        async with player.table(attempt) as table:
            while table.view["legal"]:
                await table.play(table.view["legal"][0])
            with pytest.raises(NoUndo):
                await table.undo()
            score = (await table.finish())["score"]
        with pytest.raises(NoAttemptsLeft):
            await player.start(contest)
        assert [row["total"] async for row in host.rows(contest)] == [score]
        assert [log async for log in player.logs(contest)] == []
        await host.close_competition(contest)
        assert (await host.certify(contest))["state"] == "final"
        (log,) = [log async for log in player.logs(contest)]
        assert (log["score"], log["player"]["id"]) == (score, (await player.me())["id"])
        assert [act["act"] async for act in player.audit(contest)][-1] == "certify"
        page = await player.events_page(contest)
        assert [event async for event in player.events(contest)] == page["results"]
        assert {"joined", "result", "state", "act"} <= {event["type"] for event in page["results"]}
        assert [event async for event in player.events(contest, after=page["cursor"])] == []


@pytest.mark.extra
async def test_who_has_finished_looks_at_others_and_shares_a_token_that_may_only_read(site: str) -> None:
    async with await AsyncClient.as_guest(site, f"Ada {token_hex(4)}") as player:
        renamed = await player.change_me(name=f"Countess {token_hex(4)}", profile="private")
        assert (await player.me())["name"] == renamed["name"]
        contest = (await player.challenge("wish", seed=f"pub-{token_hex(8)}"))["id"]
        assert (await player.challenge("wish", seed=f"pub-{token_hex(8)}"))["id"] != contest
        await player.join(contest)
        verdict = await player.submit(contest, [])
        assert (verdict["verdict"], verdict["score"]) == ("accepted", 32)
        assert (await player.done(contest))["done"] is (await player.done(contest))["done"] is True
        made = await player.new_token("my board", ["read"])
        async with AsyncClient(site, made["token"]) as board:
            assert (await board.me())["name"] == renamed["name"]
            with pytest.raises(Forbidden):
                await board.submit(contest, [])
            await player.revoke(made["id"])
            with pytest.raises(Unauthenticated):
                await board.me()
        assert made["id"] not in [token["id"] async for token in player.tokens()]
        file = json.loads(b"".join([piece async for piece in player.export_me()]))
        assert (file["player"]["id"], len(file["attempts"])) == (renamed["id"], 1)
        await player.delete_me()
        with pytest.raises(Unauthenticated):
            await player.me()


def test_a_scoreboard_is_drawn_anew_until_the_contest_is_over(site: str) -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, height=24, force_terminal=True, highlight=False)
    with Client.as_guest(site, f"Host {token_hex(4)}") as host, Client(site) as stranger:
        contest = host.create("Watched", [{"game": "wish", "seed": "pub"}], play="open")["id"]
        arguments = (Screen(False, console), stranger, contest, None, False)
        watching = threading.Thread(target=watch, args=arguments)
        watching.start()
        host.join(contest)
        host.submit(contest, ["pair 2 3"])
        until(lambda: " 30 │" in file.getvalue())
        host.close_competition(contest)
        watching.join(PATIENCE_S)
    assert not watching.is_alive()
    assert "closed · 1 entry" in file.getvalue()


def until(happened: Any) -> None:
    woken = threading.Event()
    for _ in range(int(PATIENCE_S * 50)):
        if happened():
            return
        woken.wait(0.02)
    raise AssertionError("it never happened")


# Restarts

RESTARTS_AFTER = (3, 20)
"""How many moves have been made when the server is killed."""


class Mortal:
    """A server that can be killed and started again, on the same port and data."""

    def __init__(self, folder: Path, migrated: Path) -> None:
        database = shutil.copy(migrated, folder / "evendeal.sqlite3")
        self.settings = {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{database}"}
        self.port, self.log = free_port(), folder / "log"
        self.stack = contextlib.ExitStack()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.servers.serve", str(self.port), TESTED]
        process = running(command, self.log, cwd=ROOT, env=environment(self.settings))
        self.process = self.stack.enter_context(process)
        wait_for(self.process, lambda: accepts_connections(self.port), self.log)

    def restart(self) -> None:
        self.process.kill()
        self.process.wait()
        self.start()


@pytest.fixture
def mortal(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Mortal]:
    server = Mortal(tmp_path, migrated_sqlite)
    with server.stack:
        server.start()
        yield server


@pytest.mark.extra
def test_players_and_watchers_come_through_restarts_with_the_same_standings(mortal: Mortal) -> None:
    heard: list[Any] = []
    plies: list[int] = []
    ended: list[int] = []
    with (
        Client.as_guest(mortal.url, "Host") as host,
        Client.as_guest(mortal.url, "Ada", bot=True) as player,
        Client(mortal.url) as watcher,
    ):
        contest = host.create("Through thick and thin", [{"game": "wish"}, {"game": "three-by-three"}])["id"]
        player.join(contest)

        def follow() -> None:
            for message in watcher.watch(contest):
                heard.append(message)
                if message["type"] == "state" and message["state"] == "closed":
                    return

        def play() -> None:
            for number in (1, 2):
                with player.table(player.start(contest, number)) as table:
                    while table.view["legal"]:
                        table.play(table.view["legal"][0])
                        plies.append(table.view["ply"])
                        if len(plies) in RESTARTS_AFTER:
                            mortal.restart()
                    ended.append(table.finish()["score"] or 0)

        threads = [threading.Thread(target=work) for work in (follow, play)]
        for thread in threads:
            thread.start()
        threads[1].join(PATIENCE_S)
        assert len(ended) == 2
        assert len(plies) > RESTARTS_AFTER[-1]
        assert plies == [*range(1, plies.index(1, 1) + 1), *range(1, len(plies) - plies.index(1, 1) + 1)]
        until(lambda: any(row["total"] == sum(ended) for row in newest(heard)))
        host.close_competition(contest)
        threads[0].join(PATIENCE_S)
        assert not any(thread.is_alive() for thread in threads)
        rows = [{k: v for k, v in row.items() if k in newest(heard)[0]} for row in host.rows(contest)]
    assert newest(heard) == rows


def newest(heard: list[Any]) -> list[Any]:
    return [message for message in heard if message["type"] == "standings"][-1]["results"]
