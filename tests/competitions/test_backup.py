"""Backup, restore, and the move to PostgreSQL: of a site where people play meanwhile."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from competitions.models import Attempt, Log
from config.site.programs import as_user, postgres_programs
from evendeal import Client
from evendeal.receipts import keys_in
from evendeal.witnessing import witness
from frontend.guides.guide import FOLDER
from tests.clients.contests import golden, golden_round
from tests.clients.load import Load
from tests.servers import daphne, postgres
from tests.servers.daphne import ROOT, environment
from tests.servers.fixtures import IDLE, connected_to
from tests.servers.forking import forked, managed

MOVES = golden()["log"]["moves"]
LOGS = 10_000
SHOWN_URL = "postgresql://evendeal:password@localhost:5432/postgres"
"""The server that guides name."""


@pytest.fixture
def command(tmp_path: Path) -> Iterator[object]:
    """Runs a command of `manage.py`; returns what it says, after its exit code."""
    programs = str(postgres_programs(tmp_path))

    def run(url: str, *words: str) -> tuple[int, str]:
        log = tmp_path / f"{words[0]}.log"
        log.unlink(missing_ok=True)
        env = environment({"DATABASE_URL": url, "DATA_DIR": str(tmp_path)})
        env["PATH"] = os.pathsep.join([programs, env["PATH"]])
        with managed([*words], log, cwd=ROOT, env=env) as process:
            return process.wait(), log.read_text()

    return run


@contextmanager
def empty_place(vendor: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database that is not there yet, or has no table."""
    if vendor == "sqlite":
        (tmp_path / "new").mkdir()
        yield f"sqlite:///{tmp_path}/new/evendeal.sqlite3"
    else:
        with postgres.database(request.getfixturevalue("postgres_server")) as url:
            yield url


class Played:
    """Two contests in which a player submits logs and plays, and what was answered."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.host, self.player = (stack.enter_context(Client.as_guest(url, name)) for name in ("Olga", "Ada"))
        self.logs = self.host.create("Logs", [golden_round()], play="open", attempts=None)["id"]
        sealed = self.host.create("Sealed", [{"game": "winabit"}])["id"]
        for contest in (self.logs, sealed):
            self.player.join(contest)
        self.attempt = self.player.start(sealed)["id"]
        self.table = stack.enter_context(self.player.table(self.player.attempt(self.attempt)))
        self.accepted = 0

    def submit(self, number: int) -> None:
        if self.accepted < len(MOVES):  # the same log is stored once
            self.player.submit(self.logs, MOVES[: 1 + number])
            self.accepted += 1

    def play(self, _: int) -> None:
        if self.table.view["ply"] < 40:
            self.table.play(self.table.view["legal"][-1])

    def answered(self) -> tuple[int, int]:
        return self.accepted, self.table.view["ply"]

    def stored(self, url: str, stack: ExitStack) -> tuple[int, int]:
        """What another site has of it."""
        player = stack.enter_context(Client(url, self.player.token))
        host = stack.enter_context(Client(url, self.host.token))
        host.close_competition(self.logs)
        return len(list(host.logs(self.logs))), player.attempt(self.attempt)["view"]["ply"]


def serving(url: str, folder: Path, stack: ExitStack) -> str:
    folder.mkdir()
    settings = {"DATABASE_URL": url, "DATA_DIR": str(folder)}
    return stack.enter_context(daphne.serving(settings, folder, 1, daphne.TESTED, forked, IDLE)).url


class Backup:
    """What `manage.py backup` makes of a site; `restored` gives the database of another one."""

    def __init__(self, old: str, vendor: str, tmp_path: Path, request, command) -> None:
        self.old, self.file = old, tmp_path / "backup"
        self.vendor, self.tmp_path, self.request, self.command = vendor, tmp_path, request, command
        assert command(old, "backup", str(self.file))[0] == 0

    def restored(self, stack: ExitStack) -> str:
        code, said = self.command(self.old, "backup", str(self.file))
        assert (code, "exists already" in said) == (1, True)
        new = stack.enter_context(empty_place(self.vendor, self.tmp_path, self.request))
        code, said = self.command(new, "restore", str(self.file))
        assert code == 0, said
        code, said = self.command(new, "restore", str(self.file))
        assert (code, "already" in said) == (1, True)
        for made in (self.file, *(self.tmp_path / "new").glob("*.sqlite3")):
            assert made.stat().st_mode & 0o077 == 0, "only its owner reads it"
        return new


class WholeCopy:
    """What `pg_basebackup` makes of a server, as the guide for operators calls it."""

    def __init__(self, old: str, stack: ExitStack) -> None:
        def make(programs: Path, data: Path, user: str) -> None:
            command = (FOLDER / "basebackup.sh").read_text()
            for shown, here in ((SHOWN_URL, old), ("evendeal-copy", str(data))):
                assert command.count(shown) == 1
                command = command.replace(shown, here)
            env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
            subprocess.run(["sh", "-ec", command], check=True, cwd=data.parent, env=env, **as_user(user))

        self.start = stack.enter_context(postgres.own_server(make=make))

    def restored(self, stack: ExitStack) -> str:
        return stack.enter_context(self.start())


@pytest.mark.extra
@pytest.mark.parametrize("vendor", ["sqlite", "postgresql", "a whole server"])
def test_a_backup_under_load_has_all_that_was_answered_before(vendor, tmp_path, request, command):
    with ExitStack() as stack:
        if vendor == "sqlite":
            old = request.getfixturevalue("sqlite_url")
        elif vendor == "a whole server":
            start = stack.enter_context(postgres.own_server())
            old = stack.enter_context(start())
            daphne.migrate(old)
        else:
            template = postgres.name_of(request.getfixturevalue("migrated_postgres"))
            server = request.getfixturevalue("postgres_server")
            old = stack.enter_context(postgres.database(server, template=template))
        url = serving(old, tmp_path / "old", stack)
        played = Played(url, stack)
        with Load(played.submit, played.play) as load:
            while not (kept := played.host.checkpoint())["size"]:
                load.goes_on()
            keys = keys_in(json.dumps(played.host.keys()))
            before = played.answered()
            if vendor == "a whole server":
                backup = WholeCopy(old, stack)
            else:
                backup = Backup(old, vendor, tmp_path, request, command)
            load.goes_on()
        assert load.faults == []
        there = serving(backup.restored(stack), tmp_path / "there", stack)
        with Client(there) as anyone:
            assert witness(anyone, kept, keys)["size"] >= kept["size"] > 0
        stored = played.stored(there, stack)
        assert all(
            was <= now <= last for was, now, last in zip(before, stored, played.answered(), strict=True)
        )


def store_many_logs(attempt_id: str) -> None:
    """Store `LOGS` more logs, in the round of an attempt that runs."""
    running, log = Attempt.objects.get(pk=attempt_id), Log.objects.select_related("attempt")[0]
    where = {"entry_id": running.entry_id, "round_id": running.round_id}
    ended = {"ended_at": log.received_at, "score": log.attempt.score}
    made = [
        Attempt(number=number, player_id=running.player_id, started_at=log.received_at, **where, **ended)
        for number in range(2, 2 + LOGS)
    ]
    Attempt.objects.bulk_create(made)
    stored = {"moves": log.moves, "received_at": log.received_at}
    Log.objects.bulk_create(Log(attempt=each, **where, **stored) for each in made)


@pytest.mark.extra
def test_the_embedded_database_moves_to_postgresql_with_many_logs_and_a_game_that_runs(
    sqlite_url, tmp_path, postgres_server, command, django_db_blocker: DjangoDbBlocker
):
    file = tmp_path / "evendeal.sqlite3"
    with ExitStack() as stack:
        with ExitStack() as first:
            played = Played(serving(sqlite_url, tmp_path / "old", first), stack)
            with Load(played.submit, played.play) as load:
                load.goes_on()
            assert load.faults == []
        with django_db_blocker.unblock(), connected_to(sqlite_url):
            store_many_logs(played.attempt)
            stored = Log.objects.count()
        new = stack.enter_context(postgres.database(postgres_server))
        code, said = command(new, "move_sqlite", str(file))
        assert code == 0, said
        code, said = command(new, "move_sqlite", str(file))
        assert (code, "is not empty" in said) == (1, True)
        with django_db_blocker.unblock(), connected_to(new):
            assert Log.objects.count() == stored > LOGS
        url = serving(new, tmp_path / "there", stack)
        player = stack.enter_context(Client(url, played.player.token))
        table = stack.enter_context(player.table(player.attempt(played.attempt)))
        assert table.view == played.table.view
        assert table.play(table.view["legal"][-1])["ply"] == played.table.view["ply"] + 1
        assert played.stored(url, stack) == (played.accepted, played.table.view["ply"] + 1)


def test_pg_dump_speaks_to_the_server_as_safely_as_the_site(tmp_path: Path) -> None:
    program, told = tmp_path / "pg_dump", tmp_path / "told"
    program.write_text(f'#!/bin/sh\necho "$PGSSLMODE $PGSSLROOTCERT $PGHOST $PGPASSWORD" > {told}\n')
    program.chmod(0o700)
    url = "postgresql://olga:secret@db.example/cards?sslmode=verify-full&sslrootcert=/etc/ca.pem"
    env = environment({"DATABASE_URL": url, "DATA_DIR": str(tmp_path)})
    env["PATH"] = os.pathsep.join([str(tmp_path), env["PATH"]])
    words = ["backup", str(tmp_path / "backup")]
    with managed(words, tmp_path / "log", cwd=ROOT, env=env) as process:
        assert process.wait() == 0, (tmp_path / "log").read_text()
    assert told.read_text().split() == ["verify-full", "/etc/ca.pem", "db.example", "secret"]
