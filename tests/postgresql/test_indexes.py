"""Which indexes PostgreSQL has not, because nobody needs them."""

import pytest
from django.db import connection


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_no_table_of_games_has_an_index_for_patterns(any_database: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes"
            " WHERE tablename IN ('competitions_entry', 'competitions_attempt', 'competitions_log')"
            " AND indexdef LIKE '%pattern_ops%'"
        )
        assert not cursor.fetchall()
