"""`manage.py serve` and the settings, as a person meets them: real processes.

One of each kind is started as a person starts it; the others are forked (see
`tests.servers.forking`), since a start takes seconds of a processor's time.
"""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.serving import parse
from tests.clients.contests import contest
from tests.clients.pages import Fetched, fetch
from tests.clients.rest import Client, over_http
from tests.servers import postgres
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import managed
from tests.servers.running import PATIENCE_S, Process, running, wait_for
from tests.waiting import until

ADDRESS = re.compile(r"Evendeal is at (http://\S+)/ ")


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command of `manage.py`, as a person starts it."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def prepared(migrated_sqlite: Path, tmp_path: Path) -> Path:
    """A folder with a database in `data`: making one takes most of the time of a first start."""
    (tmp_path / "data").mkdir()
    shutil.copy(migrated_sqlite, tmp_path / "data" / "evendeal.sqlite3")
    return tmp_path


@contextlib.contextmanager
def serving(
    tmp_path: Path, *arguments: str, fork: bool = False, **settings: str
) -> Iterator[tuple[Process, str]]:
    """A server of its own on a free port, with its address."""
    log = tmp_path / f"{len(list(tmp_path.glob('*.log')))}.log"
    command = ["serve", "--port", "0", "--data", str(tmp_path / "data"), *arguments]
    env = environment(settings)
    del env["SECRET_KEY"]
    process: Process
    with contextlib.ExitStack() as stack:
        if fork:
            process = stack.enter_context(managed(command, log, cwd=tmp_path, env=env))
        else:
            by_hand = [sys.executable, ROOT / "manage.py", *command]
            process = stack.enter_context(running(by_hand, log, cwd=tmp_path, env=env))
        wait_for(process, lambda: log.exists() and bool(ADDRESS.search(log.read_text())), log)
        found = ADDRESS.search(log.read_text())
        assert found
        yield process, found[1]


def get(url: str, path: str = "/", headers: Mapping[str, str] | None = None) -> Fetched:
    got = fetch(url, "GET", path, headers=headers)
    assert got.status == 200, got.raw
    return got


def results(url: str, path: str) -> list[dict[str, Any]]:
    return json.loads(get(url, path).raw)["results"]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.contextmanager
def visited(url: str) -> Iterator[None]:
    """Six visitors ask for one page after the other, until nobody answers."""
    answered = threading.Semaphore(0)

    def visit() -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            while True:
                fetch(url, "GET", "/")
                answered.release()

    visitors = [threading.Thread(target=visit) for _ in range(6)]
    for visitor in visitors:
        visitor.start()
    for _ in 2 * visitors:
        assert answered.acquire(timeout=PATIENCE_S)
    yield
    for visitor in visitors:
        visitor.join()


def test_it_reads_large_contests_that_run_before_it_listens(prepared):
    with serving(prepared, fork=True) as (_, url):
        running_one = Client(over_http(url)).guest("Olga").create()
    with contextlib.closing(sqlite3.connect(prepared / "data" / "evendeal.sqlite3")) as database:
        database.execute("UPDATE competitions_competition SET entrants = 50000, ranking = 'points'")
        database.commit()
    with serving(prepared, fork=True):
        said = (prepared / "1.log").read_text()
    read = f"the standings of competition {running_one['id']} were read"
    assert 0 < said.find(read) < said.find("Evendeal is at")


@pytest.mark.extra
def test_serve_makes_database_and_secret_keeps_them_and_serves_pages_that_allow_only_our_scripts(
    tmp_path,
):
    with serving(tmp_path) as (process, url):
        _, headers, page = get(url)
        assert b"Evendeal" in page
        policy = headers["content-security-policy"]
        for directive in ("default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"):
            assert directive in policy
        assert "unsafe" not in policy
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"

        scripts = re.findall(r'src="(/static/[^"]+\.js)"', page.decode())
        assert scripts
        for script in scripts:
            _, headers, whole = get(url, script)
            assert headers["content-type"].startswith("text/javascript")
            assert "immutable" in headers["cache-control"]
            if len(whole) > 200:  # a line or two does not become smaller
                small = get(url, script, {"Accept-Encoding": "gzip"})
                assert small.headers["content-encoding"] == "gzip"

        with visited(url):  # it ends though requests are under way
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0
    assert {file.name for file in (tmp_path / "data").iterdir()} >= {"evendeal.sqlite3", "secret"}

    secret = (tmp_path / "data" / "secret").read_text()
    with serving(tmp_path, fork=True) as (_, url):
        get(url)
    assert (tmp_path / "data" / "secret").read_text() == secret
    said = [(tmp_path / log).read_text() for log in ("0.log", "1.log")]
    assert ["Preparing the database" in text for text in said] == [True, False]


@pytest.mark.extra
def test_a_demo_plays_while_it_serves_and_ends_with_it(prepared):
    with serving(prepared, "--demo", fork=True) as (process, url):

        def ranked() -> list[dict[str, Any]]:
            contests = [f"/api/v1/competitions/{each['id']}" for each in results(url, "/api/v1/competitions")]
            rows = [row for contest in contests for row in results(url, f"{contest}/standings")]
            return [row for row in rows if row["rank"]]

        assert all(row["player"]["bot"] for row in until(ranked))
        bots = children(process.pid)
        assert bots
        process.send_signal(signal.SIGTERM)  # not SIGINT: what a shell starts in the background ignores it
        assert process.wait(PATIENCE_S) == 0
    for bot in bots:
        with pytest.raises(ProcessLookupError):
            os.kill(bot, 0)
    # They say nothing of their end: Python does if it finds a thread that holds the standard input.
    *_, last = (prepared / "0.log").read_text().splitlines()
    assert last.startswith("Demo: http")


@pytest.mark.extra
def test_a_demo_ends_with_a_server_that_is_killed(prepared):
    with serving(prepared, "--demo", fork=True) as (process, _):
        bots = until(lambda: children(process.pid))
        process.kill()
        process.wait(PATIENCE_S)
    until(lambda: not any(map(is_running, bots)))


def is_running(pid):
    """Whether there is such a process, and not only its entry for a parent that has not asked yet."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    return False


def test_a_port_that_is_taken_is_told_in_a_sentence(prepared):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentence = serve_fails(prepared, "--port", port, DATA_DIR=str(prepared / "data"))
    assert sentence.startswith(f"Evendeal cannot listen on 127.0.0.1, port {port}: ")


def test_an_option_that_makes_no_sense_gets_a_usage_line(capsys):
    done = manage("serve", "--port", "70000")
    assert done.returncode == 2
    assert done.stderr.startswith("usage: manage.py serve")
    for arguments in (["--port", "x"], ["--colour"]):
        with pytest.raises(SystemExit, match="2"):
            parse(arguments)
        assert capsys.readouterr().err.startswith("usage: manage.py serve")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALLOWED_HOSTS", "a/b"),
        pytest.param("DEBUG", "maybe", marks=pytest.mark.extra),
        pytest.param("DATABASE_URL", "file.db", marks=pytest.mark.extra),
    ],
)
def test_a_wrong_value_stops_every_command_with_one_line(name, value):
    done = manage("check", **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"Evendeal cannot start: {name} ")
    assert done.stderr.count("\n") == 1


def test_a_database_that_is_not_there_is_told_in_a_sentence(tmp_path):
    assert "DATABASE_URL cannot be used" in serve_fails(
        tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/file"
    )


def serve_fails(tmp_path: Path, *arguments: str, **settings: str) -> str:
    """The one sentence with which `serve` ends before it serves."""
    log = tmp_path / f"{len(list(tmp_path.glob('*.refusal')))}.refusal"
    command = ["serve", *(arguments or ("--port", "0"))]
    with managed(command, log, cwd=ROOT, env=environment(settings)) as process:
        assert process.wait(PATIENCE_S) == 1
    said = log.read_text()
    assert "Traceback" not in said
    return said.splitlines()[-1]


@pytest.mark.extra
def test_a_second_serve_on_the_same_database_is_refused_until_the_first_is_dead(prepared, tmp_path):
    """Then it starts, frees what the dead one was at work on, and does the job that it had begun."""
    file = tmp_path / "data" / "evendeal.sqlite3"
    with serving(tmp_path, fork=True) as (process, url):
        for settings in (
            {"DATA_DIR": str(tmp_path / "data")},
            {"DATA_DIR": str(tmp_path / "other"), "DATABASE_URL": f"sqlite:///{file}"},
        ):
            sentence = serve_fails(tmp_path, **settings)
            assert sentence.startswith(f"Another serve is at work on {file}.")
        ann = Client(over_http(url)).guest("Ann")
        first = ann.post("/competitions", contest(), Idempotency_Key="k")
        assert first.status == 201
        process.kill()
        process.wait()
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        # As if it had been killed before it answered, and while it was at a job.
        database.execute("UPDATE competitions_keptanswer SET status = NULL, body = ''")
        note = {"args": [str(tmp_path / "notes"), "done"], "kwargs": {}}
        begun = {
            "id": "0" * 32,
            "status": "RUNNING",
            "task_path": "tests.jobs.work.note",
            "priority": 0,
            "args_kwargs": json.dumps(note),
            "worker_ids": '["dead"]',
            "queue_name": "default",
            "backend_name": "default",
            "exception_class_path": "",
            "traceback": "",
            **dict.fromkeys(("enqueued_at", "started_at", "run_after"), time.strftime("%Y-%m-%d %H:%M:%S")),
        }
        database.execute(
            f"INSERT INTO django_tasks_database_dbtaskresult ({', '.join(begun)})"
            f" VALUES ({', '.join('?' * len(begun))})",
            [*begun.values()],
        )
    with serving(tmp_path, fork=True) as (process, url):
        with contextlib.closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT count(*) FROM competitions_keptanswer").fetchone() == (0,)
        again = Client(over_http(url), ann.token).post("/competitions", contest(), Idempotency_Key="k")
        assert again.status == 201
        assert again.body["id"] != first.body["id"]
        wait_for(process, (tmp_path / "notes").exists, tmp_path / "1.log")


@pytest.fixture
def no_database(tmp_path):
    file = tmp_path / "evendeal.sqlite3"
    file.write_bytes(b"not a database at all" * 1000)
    return file


def test_a_file_that_is_no_database_is_told_in_a_sentence(no_database):
    sentence = serve_fails(no_database.parent, DATA_DIR=str(no_database.parent))
    assert sentence.startswith(f"The database in DATA_DIR ({no_database.parent}) cannot be used: ")
    assert "not a database" in sentence


@pytest.mark.extra
def test_a_file_that_is_no_database_is_blamed_on_the_url_that_names_it(no_database):
    sentence = serve_fails(no_database.parent, DATABASE_URL=f"sqlite:///{no_database}")
    assert sentence.startswith("The database at DATABASE_URL cannot be used: ")


@pytest.mark.extra
def test_a_folder_that_cannot_be_written_to_is_blamed_on_what_names_it(tmp_path):
    """Nobody, not even root, can write to the folder that the system keeps for a process."""
    folder = "/proc/self"
    assert serve_fails(tmp_path, DATA_DIR=folder).startswith("The database in DATA_DIR (/proc/")


@pytest.mark.extra
def test_a_command_waits_longer_for_postgresql_than_a_page_does():
    say = "from django.db import connection; print(connection.settings_dict['OPTIONS']['pool']['timeout'])"
    said = manage("shell", "--no-imports", "--command", say, DATABASE_URL="postgresql://evendeal@[::1]:1/x")
    assert float(said.stdout) >= 10, said.stderr


@pytest.mark.extra
def test_a_database_on_a_server_is_migrated_by_whoever_starts_first(postgres_server, tmp_path):
    logs, command = [tmp_path / "one", tmp_path / "two"], ["serve", "--port", "0"]
    with postgres.database(postgres_server) as url, contextlib.ExitStack() as stack:
        env = environment({"DATABASE_URL": url})
        both = [stack.enter_context(managed(command, log, cwd=ROOT, env=env)) for log in logs]
        for process, log in zip(both, logs, strict=True):
            wait_for(process, lambda log=log: log.exists() and bool(ADDRESS.search(log.read_text())), log)
        with psycopg.connect(url) as database:
            database.execute(
                "INSERT INTO django_migrations (app, name, applied)"
                " VALUES ('competitions', '0002_v1_1_0_after_all', now())"
            )
        assert "was upgraded to 1.1.0" in serve_fails(tmp_path, DATABASE_URL=url)


NOT_AT_THE_START = (
    # What speaks to servers that are not there.
    "channels_redis",
    "redis",
    # What draws codes.
    "segno",
    "xml.etree.ElementTree",
    # What makes the schema.
    "competitions.api.openapi",
    "drf_spectacular.openapi",
    "rest_framework.test",
    # What speaks to passkeys.
    "fido2",
    # Unicode's table of letters that look alike, read when the first name is given.
    "confusable_homoglyphs.confusables",
    "elo_mmr_py",
    "jsonschema",
    "unittest",
)


@pytest.mark.extra
def test_a_start_starts_what_goes_on_beside_the_requests_and_imports_nothing_that_it_does_not_use(tmp_path):
    """In a process of its own, since it goes on until the process ends."""
    look = """
import json, sys, threading
# As if psycopg were not installed: the REST framework imports whatever it finds.
sys.modules["psycopg"] = None
import config.asgi, config.server.daphne, competitions.background
competitions.background.start_working()
threads = sorted(thread.name for thread in threading.enumerate() if thread.daemon)
print(json.dumps({"threads": threads, "modules": sorted(sys.modules)}))
"""
    env = environment({"DATA_DIR": str(tmp_path)})
    done = subprocess.run(
        [sys.executable, "-c", look], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    watching = {
        "analyses",
        "bands",
        "broadcasts",
        "changes of players",
        "closing contests",
        "dailies",
        "deadlines",
        "deals of bots",
        "expired rows",
        "followers",
        "history",
        "jobs",
        "jobs at work",
        "keys of receipts",
        "last uses",
        "news",
        "notices to mail",
        "par",
        "processes",
        "ratings",
        "reminders",
        "second factors",
        "series",
        "slow webhooks",
        "webhook retries",
        "webhooks",
    }
    assert set(found["threads"]) == {*watching, "worker"}
    assert set(NOT_AT_THE_START) & set(found["modules"]) == set()
