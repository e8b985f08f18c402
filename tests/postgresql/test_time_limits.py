"""How long a thread waits for PostgreSQL, and what becomes of connections that have died."""

from threading import Barrier

import psycopg
import pytest
from django.db import connection, connections

from competitions.postgresql.time_limits import wait_like_a_job
from tests.threads import at_once

pytestmark = pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)

CONNECTIONS = 12


def setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


def test_a_thread_meets_none_of_the_connections_that_a_restart_ended(any_database: str) -> None:
    connections.settings["default"]["OPTIONS"]["pool"]["timeout"] = 5.0  # the pool's pauses take longer
    everyone = Barrier(CONNECTIONS)

    def hold_one() -> None:
        setting("server_version")
        everyone.wait()

    def ask_often() -> None:
        for _ in range(CONNECTIONS):
            assert setting("server_version")
            connection.close()

    at_once(*[hold_one] * CONNECTIONS)
    with psycopg.connect(any_database, autocommit=True) as other:
        ended = other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    assert len(ended) >= CONNECTIONS
    at_once(ask_often)


def test_a_request_waits_for_seconds_a_job_for_minutes_and_a_command_as_long_as_it_takes(
    any_database: str,
) -> None:
    def limits() -> tuple[str, str]:
        return setting("statement_timeout"), setting("lock_timeout")

    def limits_of_a_job() -> tuple[str, str]:
        wait_like_a_job()
        return limits()

    # One after the other, so that each has the connection of the one before.
    assert limits() == ("0", "0")
    connection.close()
    assert at_once(limits) == [("20s", "8s")]
    assert at_once(limits_of_a_job) == [("15min", "1min")]
    assert at_once(limits) == [("20s", "8s")]
