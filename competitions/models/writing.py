"""Writing rows by statements that the ORM need not compile."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import AutoField, Field, Model


def write_fields(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model in one statement; a deleted row stays deleted.

    It takes a tenth of the time of Django's `bulk_update`, which makes a CASE for
    every row of every field.
    """
    model = type(rows[0])._meta
    fields = [model.pk, *map(model.get_field, names)]
    written = ", ".join(f"{field.column} = {_typed(field, n)}" for n, field in enumerate(fields[1:], start=2))
    line = f"({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            UPDATE {model.db_table} SET {written}
            FROM (VALUES {", ".join([line] * len(rows))}) AS new
            WHERE {model.db_table}.{fields[0].column} = new.column1
            """,
            [
                field.get_db_prep_save(getattr(row, field.attname), connection)
                for row in rows
                for field in fields
            ],
        )


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in one statement. Keys that the database gives them are not read."""
    model = type(rows[0])._meta
    fields = [field for field in model.concrete_fields if not isinstance(field, AutoField)]
    line = f"({', '.join(['%s'] * len(fields))})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO {model.db_table} ({", ".join(field.column for field in fields)})
            VALUES {", ".join([line] * len(rows))}
            """,
            [
                field.get_db_prep_save(getattr(row, field.attname), connection)
                for row in rows
                for field in fields
            ],
        )
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def count_up(row: Model, name: str) -> None:
    """Add one to a field of the row, whatever the database has there by now."""
    model = row._meta
    column = model.get_field(name).column
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {model.db_table} SET {column} = {column} + 1 WHERE {model.pk.column} = %s", [row.pk]
        )


def _typed(field: Field, number: int) -> str:
    """The column of the new values, with its type: PostgreSQL takes a column of nulls alone for texts."""
    column = f"new.column{number}"
    return f"CAST({column} AS {field.db_type(connection)})" if connection.vendor == "postgresql" else column
