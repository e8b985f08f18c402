"""All logs of a contest in one answer: in order, in little memory, and at the client's pace."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import CaptureQueriesContext

from competitions.api.views import logs as logs_views
from competitions.models import Attempt, Competition, Log, Round
from competitions.web import chunks
from competitions.web.turns import Turns
from config.handler import TurnsHandler
from tests.steps import steps_counted

from .stored import end_round, enter_many

LOGS = 400
PATIENCE_S = 60


@pytest.fixture(autouse=True)
def fresh_threads(monkeypatch):
    """Threads that have not worked on the database of another test."""
    with ThreadPoolExecutor(chunks.AT_ONCE) as threads:
        in_thread = partial(database_sync_to_async, thread_sensitive=False, executor=threads)
        monkeypatch.setattr(chunks, "in_chunk_thread", in_thread)
        yield


@pytest.fixture
def closed(committed, clock):
    """A closed contest with this many logs, the last of which was the first to be stored; and the logs in
    order."""
    owner = committed.guest("Olga Owner")
    event = owner.create(rounds=[{"game": "wish", "seed": "spring"}])
    competition, round = Competition.objects.get(pk=event["id"]), Round.objects.get()
    entries = enter_many(competition, map("p{}".format, range(LOGS)), clock.now)
    attempts = end_round(entries, round, [32] * LOGS, clock.now)
    for number, attempt in enumerate(reversed(attempts), start=1):
        attempt.event = number
    Attempt.objects.bulk_update(attempts, ["event"])
    logs = Log.objects.bulk_create(
        Log(entry=attempt.entry, round=round, attempt=attempt, moves=[], received_at=clock.now)
        for attempt in attempts
    )
    clock.forward(minutes=1)
    assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
    return event["id"], [log.pk for log in reversed(logs)]


@pytest.fixture
def read(monkeypatch):
    """The logs that were read and written out so far."""
    written, played_json = [], logs_views.played_json
    monkeypatch.setattr(
        logs_views, "played_json", lambda log, seen: (written.append(log.pk), played_json(log, seen))[1]
    )
    return written


@pytest.fixture
def connected(monkeypatch):
    """The database connections that are open, by their wrappers."""
    wrappers = set()
    connect, close = BaseDatabaseWrapper.connect, BaseDatabaseWrapper.close

    def connecting(self):
        connect(self)
        wrappers.add(self)

    def closing(self):
        close(self)
        wrappers.discard(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "connect", connecting)
    monkeypatch.setattr(BaseDatabaseWrapper, "close", closing)
    return wrappers


class Reader:
    """A client that asks for all logs, and takes the next part when the test says so."""

    def __init__(self, competition_id):
        self.path = f"/api/v1/competitions/{competition_id}/logs.ndjson"
        self.offered, self.taken, self.gone = asyncio.Queue(), asyncio.Semaphore(0), asyncio.Event()
        self.incoming = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive(self):
        if not self.incoming:
            await self.gone.wait()
            return {"type": "http.disconnect"}
        return self.incoming.pop()

    async def send(self, message):
        if message["type"] == "http.response.body":
            await self.offered.put(message.get("body", b""))
            await self.taken.acquire()

    def begin(self):
        scope = (
            {"type": "http", "http_version": "1.1", "method": "GET", "path": self.path}
            | {"scheme": "http", "raw_path": self.path.encode(), "query_string": b"", "root_path": ""}
            | {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1)}
            | {"server": ("localhost", 80)}
        )
        return asyncio.create_task(TurnsHandler(Turns(1))(scope, self.receive, self.send))

    async def part(self):
        return await asyncio.wait_for(self.offered.get(), PATIENCE_S)


def test_who_reads_on_gets_every_log_in_order(closed, settings):
    event, logs = closed

    async def read_all():
        reader = Reader(event)
        answering, parts = reader.begin(), []
        while not answering.done():
            reader.taken.release()
            parts.append(await reader.part())
            if not parts[-1]:
                break
        reader.gone.set()
        await asyncio.wait_for(answering, PATIENCE_S)
        return b"".join(parts)

    lines = asyncio.run(read_all()).splitlines()
    assert [json.loads(line)["id"] for line in lines] == logs
    assert json.loads(lines[0])["seed"] == "spring"


def test_a_client_that_stops_reading_holds_a_few_logs_and_no_connection(closed, read, connected):
    event, _ = closed

    async def stop_reading():
        reader = Reader(event)
        answering = reader.begin()
        assert await reader.part()
        held = len(read), set(connected)
        reader.gone.set()
        await asyncio.wait_for(answering, PATIENCE_S)
        return held

    before = set(connected)
    rows, connections = asyncio.run(stop_reading())
    assert rows == logs_views.TOGETHER
    # On SQLite a thread keeps its own for whoever comes next: that of the request, and that of its chunks.
    assert len(connections - before) <= (2 if connection.vendor == "sqlite" else 0)
    assert len(read) == logs_views.TOGETHER, "nothing more is read for a client that has gone"


def test_a_request_for_the_headers_alone_reads_no_log(closed, read, committed):
    event, _ = closed
    status, headers, _ = committed.send("HEAD", f"/api/v1/competitions/{event}/logs.ndjson", b"", {})
    assert (status, headers["content-type"], read) == (200, "application/x-ndjson", [])


@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_the_logs_are_counted_from_an_index_alone(closed, committed):
    """The count comes before the limit, so whoever has reached the limit can still ask for it."""
    event, _ = closed
    with CaptureQueriesContext(connection) as asked:
        committed.send("GET", f"/api/v1/competitions/{event}/logs.ndjson", b"", {})
    [count] = [each["sql"] for each in asked if "COUNT(*)" in each["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {count}")
        [step] = cursor.fetchall()
        assert "COVERING INDEX" in step[-1]
        cursor.execute(count)
        assert cursor.fetchone() == (LOGS,)


@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_a_late_part_costs_no_more_than_an_early_one(closed, committed):
    """The next part is found by an index: no part reads the logs of the parts before it."""
    event, logs = closed
    per_log = []
    for count in (LOGS, 40):
        Log.objects.filter(pk__in=logs[count:]).delete()
        with steps_counted() as taken:
            committed.send("GET", f"/api/v1/competitions/{event}/logs.ndjson", b"", {})
        per_log.append(len(taken) / count)
    assert per_log[0] < 1.2 * per_log[1]
