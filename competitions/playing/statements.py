"""Sending statements to the database together: while it works, others wait for every round trip."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection


class Statement(NamedTuple):
    sql: str
    params: list[Any]


def run(
    statements: Sequence[Statement], *, begin: bool = False, commit: bool = False
) -> list[list[tuple[Any, ...]]]:
    """The rows of each statement that gives any.

    They are sent together if possible. With `begin`, they are the first of a
    transaction, and with `commit` the last of the outermost one, which the caller is
    about to leave: what begins and ends it is sent with them.
    """
    if not statements:
        return []
    results = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and not connection.features.uses_server_side_binding:
            begins = ["BEGIN"] if begin and _leave_begin_to_us() else []
            commits = ["COMMIT"] if commit else []
            together = "; ".join([*begins, *(statement.sql for statement in statements), *commits])
            cursor.execute(
                together % tuple(_literals([value for statement in statements for value in statement.params]))
            )
            more = True
            while more:
                if cursor.description:
                    results.append(cursor.fetchall())
                more = cursor.nextset()
        else:
            for statement in statements:
                cursor.execute(*statement)
                if cursor.description:
                    results.append(cursor.fetchall())
    return results


def _literals(values: Sequence[Any]) -> list[str]:
    """The values as PostgreSQL reads them in a statement."""
    # Imported where it is used, here and below: on SQLite it never is.
    from psycopg.adapt import Transformer

    literal = Transformer(connection.connection).as_literal
    return ["NULL" if value is None else literal(value).decode() for value in values]


def _leave_begin_to_us() -> bool:
    """Keep the driver from beginning PostgreSQL's transaction; False if it has begun, or none is to."""
    from psycopg.pq import TransactionStatus

    driver = connection.connection
    if not connection.in_atomic_block or driver.info.transaction_status != TransactionStatus.IDLE:
        return False
    driver.autocommit = True  # Django says what it is to be again when the transaction is over
    return True
