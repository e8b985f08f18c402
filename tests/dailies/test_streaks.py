"""Streaks, by their definition and by a second way of counting them."""

import random

import pytest

from competitions.dailies.calendar import make_dailies
from competitions.dailies.streaks import PLAYED_FOR_A_REST, streak_of, streaks_of
from competitions.models import Competition, Player
from games import GAMES


def marks(text):
    """Dailies numbered from 1: `x` was played, `.` was not."""
    numbers = range(1, len(text) + 1)
    return streak_of(numbers, {number for number, mark in zip(numbers, text, strict=True) if mark == "x"})


@pytest.mark.parametrize(
    ("text", "streak", "longest"),
    [
        ("", 0, 0),
        (".", 0, 0),
        ("x", 1, 1),
        ("x.", 1, 1),
        ("x..", 0, 1),
        ("xx.x", 1, 2),
        ("xxxxxx.x", 1, 6),
        ("xxxxxxx.x", 8, 8),
        ("xxxxxxx.", 7, 7),
        ("xxxxxxx..", 7, 7),
        ("xxxxxxx...", 0, 7),
        ("xxxxxxx.xxxxxxx.x", 15, 15),
        ("xxxxxxx.xxxxxx.x", 1, 13),
        ("xxxxxxxxxxxxxx..x", 1, 14),
        (".......x", 1, 1),
    ],
)
def test_a_streak_is_counted_by_numbers_with_rests(text, streak, longest):
    found = marks(text)
    assert (found.streak, found.longest, found.played) == (streak, longest, text.count("x"))


def test_numbers_may_have_holes_where_dailies_were_cancelled():
    assert streak_of([1, 2, 5, 9], {1, 2, 5, 9, 7}).streak == 4


def test_it_agrees_with_looking_back_from_the_end():
    """The run that ends at some daily is found by trying every beginning."""
    chance = random.Random(0)
    for _ in range(500):
        text = "".join(chance.choices("x.", (9, 1), k=chance.randrange(1, 40)))
        shown = text if text[-1] == "x" else text[:-1]
        assert marks(text).streak == _looking_back(shown)


def _looking_back(text):
    broken = -1  # where the run was last broken
    rested = -1
    for place, mark in enumerate(text):
        if mark == ".":
            if text[max(broken, rested) + 1 : place].count("x") >= PLAYED_FOR_A_REST:
                rested = place
            else:
                broken = place
    return text[broken + 1 :].count("x")


def play(player, day, *moves):
    """Play the Wish of a day, begun now: some moves, and the rest is given up."""
    event = Competition.objects.get(daily__game_slug="wish", daily__date=day)
    begun = player.post(f"/competitions/{event.pk}/rounds/1/attempts", {}).body
    for ply in range(len(moves)):
        view = player.get(f"/attempts/{begun['id']}").body["view"]
        player.post(f"/attempts/{begun['id']}/moves", {"ply": ply, "moves": view["legal"][:1]})
    assert player.post(f"/attempts/{begun['id']}/finish", {}).status == 200


def test_a_players_streaks_follow_from_what_is_stored(rival, clock):
    """Played on two days; given up at once on the third, which is none; a cancelled day is passed over."""
    me = Player.objects.get(pk=rival.player["id"])
    found = []
    for n, moves in enumerate([["a move"], ["a move"], [], ["a move"]]):
        make_dailies(clock.now)
        day = clock.now.date()
        if n < 3:
            play(rival, day, *moves)
        found.append(streaks_of(me, clock.now)["wish"])
        if n == 2:
            Competition.objects.filter(daily__date=day).update(cancelled_at=clock.now)
            found.append(streaks_of(me, clock.now)["wish"])
        clock.forward(days=1)
    assert found == [(1, 1, 1), (2, 2, 2), (2, 2, 2), (2, 2, 2), (2, 2, 2)]
    assert streaks_of(me, clock.now) == {
        slug: (0, 2 * (slug == "wish"), 2 * (slug == "wish")) for slug in GAMES
    }
