"""`/healthz`, `/readyz` and `/metrics` (SERVICE.md, section 9)."""

import asyncio
import json
import threading
from ipaddress import ip_network
from types import SimpleNamespace

import pytest
from django.db import ConnectionHandler, OperationalError
from prometheus_client import CollectorRegistry, generate_latest

from competitions.backlog import BacklogCollector
from competitions.followers import WORK
from competitions.metrics import NO_ROUTE
from competitions.postgresql.pool_counts import PoolCollector
from competitions.standings import first_readings
from config import probes
from config.environment import database_from
from config.probes import Readiness, with_probes
from tests.clients.contests import moves_scoring
from tests.clients.pages import fetch
from tests.clients.rest import Client, over_http
from tests.servers.ports import own_port

HERE = [ip_network("127.0.0.0/8"), ip_network("10.1.0.0/16")]


def ask(path, peer="127.0.0.1", headers=(), *, method="GET", trusted=0, readiness=None, times=1):
    """The status and the body of the last of several answers; 404 comes from the application behind."""
    sent = []

    async def behind(scope, receive, send):
        await send({"type": "http.response.start", "status": 404})
        await send({"type": "http.response.body", "body": b"behind"})

    async def send(message):
        sent.append(message)

    async def talk():
        probed = with_probes(
            behind, readiness=readiness or Readiness(), allowed=HERE, trusted_proxies=trusted
        )
        scope = {"type": "http", "path": path, "method": method, "headers": headers, "client": (peer, 9)}
        for _ in range(times):
            await probed(scope, None, send)

    asyncio.run(talk())
    return sent[-2]["status"], sent[-1]["body"]


@pytest.fixture(autouse=True)
def nothing_is_read(monkeypatch):
    """Other tests in this process may have begun to read running contests."""
    monkeypatch.setattr(first_readings, "begun", threading.Event())


def missing(**asked):
    status, body = ask("/readyz", **asked)
    found = json.loads(body)
    assert (status, found["ready"]) == ((503, False) if found["missing"] else (200, True))
    return found["missing"]


def test_a_process_is_alive_whatever_else_is_wrong(monkeypatch):
    monkeypatch.setattr(probes, "connection", None)
    assert ask("/healthz", "8.8.8.8") == (200, b"ok\n")
    assert ask("/healthz", method="HEAD") == (200, b"")
    assert ask("/healthz/") == (404, b"behind")


def test_a_process_is_ready_when_all_parts_are(any_database):
    assert missing() == []


def test_a_database_that_fails_or_hangs_is_named(any_database, monkeypatch):
    monkeypatch.setattr(probes, "KEPT_S", 0)
    monkeypatch.setattr(probes, "PATIENCE_S", 60)
    readiness, hangs = Readiness(), threading.Event()
    assert missing(readiness=readiness) == []
    monkeypatch.setattr(probes, "PATIENCE_S", 0.2)

    def fail():
        raise OperationalError

    for cursor in (fail, hangs.wait):
        monkeypatch.setattr(probes, "connection", SimpleNamespace(cursor=cursor))
        assert missing(readiness=readiness) == ["database"]
    hangs.set()


def test_missing_migrations_are_named(any_database, monkeypatch):
    monkeypatch.setattr(probes, "needed", lambda _: [("competitions", "0002")])
    assert missing() == ["migrations"]


def test_a_channel_layer_that_loses_messages_or_fails_is_named(any_database, monkeypatch):
    async def new_channel():
        return "a"

    async def lose(*_):
        await asyncio.sleep(60)

    async def fail(*_):
        raise ConnectionError

    monkeypatch.setattr(Readiness, "check_database", lambda _: (True, True))
    monkeypatch.setattr(probes, "PATIENCE_S", 0.5)
    for send in (lose, fail):
        layer = SimpleNamespace(new_channel=new_channel, send=send, receive=lose)
        monkeypatch.setattr(probes, "get_channel_layer", lambda layer=layer: layer)
        assert missing() == ["channel_layer"]


def test_a_process_that_still_reads_running_contests_is_not_ready(any_database, monkeypatch):
    monkeypatch.setattr(first_readings, "begun", threading.Event())
    monkeypatch.setattr(first_readings, "ended", threading.Event())
    assert missing() == []
    first_readings.begun.set()
    assert missing() == ["competitions"]
    first_readings.ended.set()
    assert missing() == []


def test_many_who_ask_share_one_check(any_database, monkeypatch):
    checks = []

    class Counted(Readiness):
        def check_database(self):
            checks.append(1)
            return True, True

    assert missing(readiness=Counted(), times=20) == []
    assert len(checks) == 1


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "may"),
    [
        ("127.0.0.1", None, 0, True),
        ("::ffff:10.1.2.3", None, 0, True),
        ("10.2.0.1", None, 0, False),
        ("", None, 0, False),
        ("127.0.0.1", "127.0.0.1", 0, False),
        ("127.0.0.1", "8.8.8.8", 1, False),
        ("127.0.0.1", "127.0.0.1, 8.8.8.8", 1, False),
        ("8.8.8.8", "10.1.2.3", 1, True),
    ],
)
def test_metrics_are_for_the_addresses_that_are_allowed(any_database, peer, forwarded, trusted, may):
    headers = [] if forwarded is None else [(b"X-Forwarded-For", forwarded.encode())]
    assert ask("/metrics", peer, headers, trusted=trusted)[0] == (200 if may else 404)


def lines_of(collector):
    registry = CollectorRegistry()
    registry.register(collector)
    return generate_latest(registry).decode().splitlines()


def backlog():
    return lines_of(BacklogCollector())


@pytest.mark.django_db
def test_metrics_tell_of_waiting_work_and_of_a_database_that_is_away(monkeypatch):
    WORK.job.enqueue()
    assert {
        "evendeal_database_up 1.0",
        'evendeal_work_rows{state="set_aside",work="followers"} 0.0',
        'evendeal_jobs{queue="default",status="ready"} 1.0',
        "evendeal_overdue_attempts 0.0",
    } <= set(backlog())

    def fail(*_):
        raise OperationalError

    monkeypatch.setattr("competitions.backlog.backlog_of", fail)
    assert [line for line in backlog() if line[0] != "#"] == ["evendeal_database_up 0.0"]


@pytest.mark.django_db
def test_metrics_tell_who_got_no_connection_to_the_database(monkeypatch):
    url = f"postgresql://a:b@127.0.0.1:{own_port()}/away"
    database, unpooled = (database_from(each, connections=2) for each in (url, f"{url}?pool=0"))
    database["OPTIONS"]["pool"]["timeout"] = 0.05
    connections = ConnectionHandler({"default": unpooled, "away": database})
    away = connections["away"]
    monkeypatch.setattr("competitions.postgresql.pool_counts.connection", away)
    assert "evendeal_database_pool_errors_total 0.0" in lines_of(PoolCollector())
    with pytest.raises(OperationalError):
        away.ensure_connection()
    told = lines_of(PoolCollector())
    away.close_pool()
    assert {"evendeal_database_pool_errors_total 1.0", "evendeal_database_pool_waits_total 1.0"} <= set(told)
    monkeypatch.setattr("competitions.postgresql.pool_counts.connection", connections["default"])
    assert lines_of(PoolCollector()) == []


def test_a_server_tells_how_it_is_under_any_name_and_what_it_has_answered(two_on_sqlite):
    url = two_on_sqlite.urls[0]
    for path in ("/healthz", "/readyz"):
        assert fetch(url, "GET", path, b"", {"Host": "probe.internal"}).status == 200
    anyone = Client(over_http(url))
    player = anyone.guest("Ann")
    event = player.create()
    assert player.submit(event, moves_scoring(30)).outcome == (403, "not_entered")
    assert fetch(url, "GET", f"/api/{event['id']}").status == 404
    player.join(event)
    assert player.submit(event, moves_scoring(30)).status == 201
    text = fetch(url, "GET", "/metrics").raw.decode()
    lines = [line for line in text.splitlines() if line[0] != "#"]
    counted = {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")
    }
    assert counted["evendeal_database_up"] == 1
    assert counted['evendeal_logs_total{verdict="accepted"}'] >= 1
    problems = [name for name in counted if name.startswith("evendeal_problems_total")]
    assert any('code="not_entered"' in name and name.endswith('/logs"}') for name in problems)
    assert f'evendeal_problems_total{{code="not_found",route="{NO_ROUTE}"}}' in problems
    posted = [name for name in counted if name.startswith("evendeal_requests_total") and "logs" in name]
    assert any('method="POST"' in name and 'status="201"' in name for name in posted)
    assert not any(event["id"] in line for line in lines)
