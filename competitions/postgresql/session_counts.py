"""How many sessions PostgreSQL has, and how many it allows."""

from django.db import connection


def count_sessions() -> tuple[int, int]:
    """The number of sessions that all databases of the server have now, and the greatest number allowed. Any
    role may read both."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(numbackends)::int, current_setting('max_connections')::int FROM pg_stat_database"
        )
        used, most = cursor.fetchone()
    return used, most
