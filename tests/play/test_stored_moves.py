"""The column of moves: whatever a client sends as a move is read as it was sent."""

from django.db import connection
from hypothesis import example, given
from hypothesis import strategies as st

from competitions.models.moves import MovesField


@given(st.lists(st.text()))
@example([""])
@example(['a", "b', '\\", "', "\\n", "\n", "\0\u2028"])
def test_moves_are_read_as_they_were_written(moves):
    written = MovesField().get_prep_value(moves)
    assert MovesField().from_db_value(written, None, connection) == moves


def test_moves_that_repeat_each_other_take_little_room():
    assert len(MovesField().get_prep_value(["draw", "play 4"] * 50)) < 50
