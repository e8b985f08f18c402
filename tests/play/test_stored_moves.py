"""The column of moves: whatever a client sends as a move is read as it was sent."""

import pytest
from django.db import connection
from hypothesis import example, given
from hypothesis import strategies as st

from competitions.models.moves import MovesField


@given(st.lists(st.text()))
@example([""])
@example(['a", "b', '\\", "', "\\n", "\n", "\0\u2028"])
def test_moves_are_read_as_they_were_written(moves):
    written = MovesField().get_prep_value(moves)
    assert written.isascii()
    assert written.count("\n") == len(moves)
    assert MovesField().from_db_value(written, None, connection) == moves


@pytest.mark.parametrize("value", [None, "pair 1 2\n"])
def test_a_query_may_compare_with_what_is_stored(value):
    assert MovesField().get_prep_value(value) == value
