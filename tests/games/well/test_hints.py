"""The hints of Well lead home: they look far ahead, and nothing is hidden."""

from __future__ import annotations

from statistics import mean

import pytest

from games.game import Position
from games.hint import NOTHING_HELPS
from games.hints import MOST, hint
from games.replay import play
from games.well import GAME as WELL
from tests.games.test_reasons import well

MOST_MOVES = 300


def score_by_hints(position: Position, most: int = MOST) -> int:
    """Return the score of hints alone, at the end or where they lead no further."""
    earlier: list[Position] = []
    while (given := hint(position, most, earlier)) and position.ply < MOST_MOVES:
        earlier.append(position)
        position = play(position, given["move"])
        assert isinstance(position, Position)
    return position.table.score


@pytest.mark.extra
@pytest.mark.parametrize(("foundations", "left"), [("either", 11), ("up", 26)])
def test_hints_alone_leave_few_cards(foundations, left):
    """With a tenth of the usual tables. 8.15 and 21.6 cards were left on average, and in 200 deals 11.9 and
    23.1."""
    deals = [WELL.open(f"hinted-{n}", {"foundations": foundations}) for n in range(20)]
    scores = [score_by_hints(deal, most=300) for deal in deals]
    assert mean(scores) < left


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        (
            well(["TC 2H", "4C 5C"]),
            "move left foundation",
            "2 more cards can be home within 3 moves",
        ),
        (
            well(["2H 6S", "7S"], left="9C", right="9D KD 8C"),
            "move 2 1",
            "2 more cards can be home within 9 moves",
        ),
    ],
)
def test_what_is_hinted(position, move, why):
    assert (hint(position)["move"], hint(position)["why"]) == (move, why)


def test_no_hint_leads_back_to_an_earlier_table():
    rows = ["6C 5C", "4C", "9D", "9H", "9S", "JD", "JH", "JS"]
    position = play(well(rows, left="TC", right="8C", in_well="QC"), "move 1 2")
    assert [move.text for move in position.table.legal()] == ["move 1 2", "move 2 1"]
    together, back = play(position, "move 1 2"), play(position, "move 2 1")
    assert hint(position)["move"] == hint(position, earlier=[back])["move"] == "move 1 2"
    assert hint(position, earlier=[together])["move"] == "move 2 1"
    assert hint(position, earlier=[together, back]) is None


def test_where_nothing_better_is_in_reach_the_hint_says_so():
    alone = ["9C", "9D", "9H", "9S", "4C", "4D", "4H", "4S"]
    assert hint(well(alone, left="6C 7D", right="6D 7C"), most=1)["why"] == NOTHING_HELPS.words()
