"""A server is killed while a contest is played: a webhook is told of everything all the same, in order."""

import shutil
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.clients.contests import moves_scoring
from tests.clients.rest import Client, over_http
from tests.config.test_serving import serving
from tests.events.following import Follower, short
from tests.servers.running import PATIENCE_S

from .receivers import Receiver, answers, receiver

KILLS = 2


def once_each(there: Receiver) -> list[str]:
    """What was received, in order, each message where it came first."""
    first: dict[str, Any] = {}
    for one in list(there.received):  # it grows meanwhile
        first.setdefault(one.headers["webhook-id"], one.json)
    return [short(message) for message in first.values()]


def wait_until(what: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < give_up_at, "it never came"
        time.sleep(0.05)


def play(send, event, turn: int) -> None:
    """Three join and send a log each."""
    for number in range(3):
        player = Client(send).guest(f"Player {turn} {number}")
        assert player.join(event).status == 201
        assert player.submit(event, moves_scoring(20 + number)).status == 201


def play_until_killed(there: Receiver, process, url: str, event, turn: int) -> None:
    """The server is killed as soon as something more was received."""
    before = len(there.received)
    play(over_http(url), event, turn)
    wait_until(lambda: len(there.received) > before)
    process.kill()
    process.wait()


@pytest.mark.extra
def test_a_webhook_is_told_of_everything_though_the_server_is_killed(migrated_sqlite, tmp_path):
    (tmp_path / "data").mkdir()
    shutil.copy(migrated_sqlite, tmp_path / "data" / "evendeal.sqlite3")
    trial = {"WEBHOOK_PRIVATE": "1"}
    with receiver(*[answers(204)] * 4, answers(500), answers(204), secure=False) as there:
        with serving(tmp_path, **trial) as (process, url):
            olga = Client(over_http(url)).guest("Olga")
            event = olga.create()
            hook = {"url": f"http://127.0.0.1:{there.port}/"}
            assert olga.post(f"/competitions/{event['id']}/webhooks", hook).status == 201
            play_until_killed(there, process, url, event, 0)
        for turn in range(1, KILLS):
            with serving(tmp_path, **trial) as (process, url):
                play_until_killed(there, process, url, event, turn)
        with serving(tmp_path, **trial) as (_, url):
            play(over_http(url), event, KILLS)
            told = Follower(Client(over_http(url), olga.token), event).new()
            told = told[told.index("act add_webhook") :]
            wait_until(lambda: len(once_each(there)) >= len(told))
    assert once_each(there) == told
    assert len(told) == 1 + 6 * (KILLS + 1)
