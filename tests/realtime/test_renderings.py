"""One process renders a board, and the others take its text; whatever goes wrong, each renders by itself."""

import json
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from competitions.realtime import feed_queries
from competitions.realtime import renderings as module
from competitions.realtime.feed_queries import read_feed
from competitions.realtime.renderings import OwnRenderings, SharedRenderings
from competitions.refusals import Refusal
from competitions.standings.long_work import field_is_busy
from tests.clients.contests import moves_scoring
from tests.competitions.conftest import anyone, clock, owner, rival
from tests.servers.ports import own_port
from tests.servers.running import PATIENCE_S
from tests.threads import at_once

__all__ = ["anyone", "clock", "owner", "rival"]


@pytest.fixture
def process(redis_url, monkeypatch):
    """Makes what one process knows of boards. Redis may take its time, and forgets nothing meanwhile."""
    monkeypatch.setattr(module, "REDIS_TIMEOUT_S", PATIENCE_S)
    monkeypatch.setattr(module, "KEPT_MS", int(2_000 * PATIENCE_S))
    return lambda patience_s=PATIENCE_S: SharedRenderings(redis_url, patience_s)


def test_one_of_many_processes_renders_and_all_have_its_text(process):
    basis, rendered, all_are_here = secrets.token_hex(8), [], threading.Barrier(4, timeout=PATIENCE_S)

    def look(name):
        def render():
            rendered.append(name)
            return f"by {name}"

        boards = process()
        all_are_here.wait()
        return boards.text(basis, render)

    texts = at_once(*(lambda name=name: look(name) for name in range(4)))
    assert texts == [f"by {rendered[0]}"] * 4
    assert len(rendered) == 1
    assert process().text((basis, "changed"), lambda: "anew") == "anew"


def test_a_process_that_dies_while_it_renders_silences_no_board(process, redis_url):
    basis = secrets.token_hex(8)

    def die():
        raise SystemExit

    with pytest.raises(SystemExit):
        process().text(basis, die)
    assert process(patience_s=0.02).text(basis, lambda: "by another") == "by another"
    assert process().text(basis, lambda: "too late") == "by another"


def test_a_process_that_cannot_render_leaves_the_board_to_those_who_wait(process):
    basis, begun = secrets.token_hex(8), time.monotonic()

    with ThreadPoolExecutor() as pool:
        waiting = []

        def refuse():
            waiting.append(pool.submit(process().text, basis, lambda: "by another"))
            time.sleep(0.05)
            raise field_is_busy()

        with pytest.raises(Refusal):
            process().text(basis, refuse)
        assert waiting[0].result() == "by another"
    assert time.monotonic() - begun < PATIENCE_S, "nobody had to lose patience"


def test_without_redis_each_process_renders_by_itself():
    for boards in (OwnRenderings(), SharedRenderings(f"redis://127.0.0.1:{own_port()}/0")):
        assert [boards.text("basis", lambda text=text: text) for text in ("a", "b")] == ["a", "b"]


def test_a_redis_that_goes_away_holds_nobody_up(process, monkeypatch):
    boards = process()

    def gone(*args, **named):
        raise redis.ConnectionError

    monkeypatch.setattr(redis.Redis, "get", gone)
    assert boards.text(secrets.token_hex(8), lambda: "own") == "own"


def test_a_board_is_rendered_again_for_every_change_and_for_nothing_else(
    owner, rival, clock, process, monkeypatch
):
    """A text of another moment would show what a freeze or a closed round hides."""
    event = owner.create_for(
        rival, attempts=9, standings="final", closes_at=clock.after(hours=2), freeze_at=clock.after(hours=1)
    )
    rendered, render = [], feed_queries.head

    def head(seen):
        rendered.append(seen)
        return render(seen)

    monkeypatch.setattr(feed_queries, "head", head)

    def told():
        texts = set()
        for boards in (process(), process(), process()):
            monkeypatch.setattr(feed_queries, "renderings", lambda boards=boards: boards)
            texts.add(read_feed(event["id"], -1).standings.text)
        (text,) = texts
        return len(rendered), text

    before = told()
    assert before[0] == 1
    for number, change in enumerate(
        (
            lambda: rival.submit(event, moves_scoring(25)),
            lambda: clock.forward(minutes=61),
            lambda: rival.submit(event, moves_scoring(20)),
            lambda: clock.forward(hours=1),
        ),
        start=2,
    ):
        change()
        after = told()
        assert after[0] == number
        assert after[1] != before[1]
        before = after
    monkeypatch.setattr(feed_queries, "renderings", OwnRenderings)
    assert read_feed(event["id"], -1).standings.text == before[1]


def test_a_result_after_a_freeze_stays_hidden_if_the_freeze_comes_while_a_process_waits(
    owner, rival, clock, monkeypatch
):
    event = owner.create_for(
        rival, attempts=9, closes_at=clock.after(hours=2), freeze_at=clock.after(hours=1)
    )
    rival.submit(event, moves_scoring(25))
    late = [lambda: clock.forward(minutes=61), lambda: rival.submit(event, moves_scoring(20))]

    class SlowRenderings(OwnRenderings):
        def text(self, basis, render):
            while late:
                late.pop(0)()
            return super().text(basis, render)

    monkeypatch.setattr(feed_queries, "renderings", SlowRenderings)
    reading = read_feed(event["id"], -1)
    board = json.loads(reading.standings.text)
    assert (board["frozen"], board["results"][0]["total"]) == (True, 25)
