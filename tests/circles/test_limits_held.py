"""No circle is fuller than it may be, and nobody in more of them, however many come at the same moment."""

import pytest

from competitions.contests.circles import membership
from competitions.models import Circle, Member, circles
from tests.threads import at_once


@pytest.fixture
def anyone(committed):
    return committed


@pytest.fixture
def few(monkeypatch):
    """Three members and two circles are many."""
    monkeypatch.setattr(membership, "MOST_MEMBERS", 3)
    monkeypatch.setattr(membership, "MOST_CIRCLES", 2)


def test_no_race_makes_a_circle_fuller_nor_puts_a_player_into_more(few, owner, crowd, circle, join):
    guests = crowd(["Ian"] * 3 + ["lan"] * 2)
    answers = at_once(*(lambda guest=guest: join(guest, circle) for guest in guests))
    assert sorted(answer.status for answer in answers) == [201] * 2 + [409] * 3
    assert {answer.code for answer in answers if answer.status == 409} == {"full"}
    assert Circle.objects.get().size == Member.objects.count() == 3
    made = at_once(*[lambda: owner.post("/circles", {"name": "One more"})] * 4)
    assert sorted(answer.outcome for answer in made if answer.status == 409) == [(409, "full")] * 3
    assert Member.objects.filter(player=owner.player["id"]).count() == 2


def test_the_limits_are_those_that_were_promised():
    assert (circles.MOST_MEMBERS, circles.MOST_CIRCLES) == (200, 50)
