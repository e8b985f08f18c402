"""A PostgreSQL server, and empty or migrated databases on it."""

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from config.site.programs import OWNER, as_user, make_cluster, other_user, postgres_programs

from .ports import own_port
from .running import running, wait_for


@contextlib.contextmanager
def server(variables: Mapping[str, str], *, durable: bool = False) -> Iterator[str]:
    """The URL of a server's maintenance database: the server that `variables` name, else one of our own.

    Our own keeps its data through a power cut only if it is `durable`.
    """
    for name in ("TEST_DATABASE_URL", "DATABASE_URL"):
        if variables.get(name, "").startswith("postgres"):
            yield variables[name]
            return
    with own_server(durable=durable) as start, start() as url:
        yield url


@contextlib.contextmanager
def database(server_url: str, template: str = "template1") -> Iterator[str]:
    """The URL of a new database, dropped at the end with whoever is still connected."""
    name = f"evendeal_{secrets.token_hex(6)}"
    _execute(server_url, "CREATE DATABASE {} TEMPLATE {}", name, template)
    try:
        yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    finally:
        _execute(server_url, "DROP DATABASE {} WITH (FORCE)", name)


def empty(url: str) -> None:
    """Leave no row in a migrated database but those of the migrations, and nobody connected to it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL(%s)",
            [["django_migrations", "django_content_type", "auth_permission"]],
        )
        named = sql.SQL(", ").join(sql.Identifier(*row) for row in tables)
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(named))


def name_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


def _execute(url: str, statement: str, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def empty_cluster(programs: Path, data: Path, user: str) -> None:
    make_cluster(programs, data, user, ["-A", "trust", "-N"])


@contextlib.contextmanager
def own_server(
    *, durable: bool = False, make: Callable[[Path, Path, str], None] = empty_cluster
) -> Iterator[Callable[..., AbstractContextManager[str]]]:
    """Starts a server of our own, as often as needed, always with the same data and at the same port.

    `make` makes the data, from the folder of the programs, that of the data, and the name of their owner. The
    server ends at once, whoever is still connected; with `end=signal.SIGQUIT`, as after a crash.
    """
    # Not in pytest's folder: PostgreSQL refuses to run as root, and nobody else may look in there.
    folder = Path(tempfile.mkdtemp(prefix="evendeal-postgres-"))
    try:
        programs, user = postgres_programs(folder), other_user(folder)
        data, port = folder / "data", own_port()
        make(programs, data, user)
        url = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
        # Tests and servers of all workers are connected at once.
        options = ["--listen_addresses=127.0.0.1", "--unix_socket_directories=", "--max_connections=400"]
        options.append(f"--fsync={'on' if durable else 'off'}")
        command, log = [programs / "postgres", "-D", data, f"--port={port}", *options], folder / "log"

        @contextlib.contextmanager
        def start(end: signal.Signals = signal.SIGINT) -> Iterator[str]:
            with running(command, log, cwd=folder, **as_user(user)) as process:
                wait_for(process, lambda: _answers(url), log)
                yield url
                process.send_signal(end)
                process.wait()

        yield start
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def hanging(url: str) -> Iterator[None]:
    """Stop all processes of our own server for a while: it answers nothing, and refuses nothing."""
    with psycopg.connect(url) as connection:
        postmaster = _parent(connection.info.backend_pid)
        assert postmaster
    os.kill(postmaster, signal.SIGSTOP)  # first: it starts no other process any more
    processes = [int(each.name) for each in Path("/proc").glob("[0-9]*")]
    stopped = [each for each in processes if _parent(each) == postmaster]
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in (*stopped, postmaster):  # it last: it forgets those that have ended
            os.kill(each, signal.SIGCONT)


def _parent(process: int) -> int | None:
    """The process that started this one; None if it has ended meanwhile."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return None


def _answers(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=1):
        return True
    return False
