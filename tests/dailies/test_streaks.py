"""Streaks, by their definition and by a second way of counting them, which is in `runs`."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis.strategies import lists, sampled_from

from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.dailies.streaks import streak_of, streaks_of
from competitions.contests.join import join
from competitions.models import Attempt, Competition, Player
from games import GAMES

from .runs import runs, streak


def reckoned(marks):
    return streak(marks), max(runs(marks)), marks.count("x")


@pytest.mark.extra
@given(lists(sampled_from("xxxxxxxx.c"), max_size=100).map("".join))
def test_it_agrees_with_another_way_of_counting(text):
    """Dailies numbered from 1: `x` was played, `.` was not, `c` was cancelled: as if it had not been."""
    there = [number for number, mark in enumerate(text, start=1) if mark != "c"]
    found = streak_of(there, {number for number, mark in enumerate(text, start=1) if mark in "xc"})
    assert found == reckoned(text.replace("c", ""))


@pytest.mark.parametrize(
    ("text", "streak", "longest"),
    [
        *(("", 0, 0), (".", 0, 0), ("x", 1, 1), ("x.", 1, 1), ("x..", 0, 1), ("xx.x", 1, 2)),
        *(("xxxxxx.x", 1, 6), ("xxxxxxx.x", 8, 8), ("xxxxxxx.", 7, 7), ("xxxxxxx..", 7, 7)),
        *(("xxxxxxx...", 0, 7), ("xxxxxxx.xxxxxxx.x", 15, 15), ("xxxxxxx.xxxxxx.x", 1, 13)),
        *(("xxxxxxxxxxxxxx..x", 1, 14), (".......x", 1, 1)),
    ],
)
def test_a_streak_is_counted_by_numbers_with_rests(text, streak, longest):
    played = {number for number, mark in enumerate(text, start=1) if mark == "x"}
    assert streak_of(range(1, len(text) + 1), played) == (streak, longest, text.count("x"))


def play(player, day, *moves):
    """Play the Wish of a day, begun now: some moves, and the rest is given up."""
    event = Competition.objects.get(daily__game_slug="wish", daily__date=day)
    begun = player.post(f"/competitions/{event.pk}/rounds/1/attempts", {}).body
    for ply in range(len(moves)):
        view = player.get(f"/attempts/{begun['id']}").body["view"]
        player.post(f"/attempts/{begun['id']}/moves", {"ply": ply, "moves": view["legal"][:1]})
    assert player.post(f"/attempts/{begun['id']}/finish", {}).status == 200


@pytest.mark.extra
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


THREE_MONTHS = "xxxxxxxxx.xxxxxx~.xxxxxxxx.x~x.xxxxxxxcxxc.cxxxxxxx.x--xxxxxx.xxxx.~~~~~~~~.~oxxxxxxo.xxxxxxx"
"""What became of the dailies of Wish, day by day: `x` was played, `~` went on until the close, `o` was begun
and no move made, `c` was cancelled after it was played; on days with `-` the site was down."""


@pytest.mark.extra
@pytest.mark.django_db
def test_three_months_on_both_sides_of_every_midnight(rival, monkeypatch):
    monkeypatch.setattr("competitions.contests.dailies.calendar.GAMES", {"wish": GAMES["wish"]})
    me, marks = Player.objects.get(pk=rival.player["id"]), ""
    midnight, day, moment = datetime(2026, 11, 21, tzinfo=UTC), timedelta(days=1), timedelta(microseconds=1)
    up = True
    for mark in THREE_MONTHS:
        Attempt.objects.running().update(ended_at=midnight, score=30, moves_made=1)
        was_up, up = up, mark != "-"
        if up:
            make_dailies(midnight)
            marks += "."
            assert streaks_of(me, midnight)["wish"] == reckoned(marks), marks
            if mark != ".":
                _begin(me, midnight, moves=None if mark == "~" else int(mark != "o"))
            if mark == "c":
                Competition.objects.filter(daily__date=midnight).update(cancelled_at=midnight)
            marks = marks[:-1] + {"x": "x", "c": ""}.get(mark, ".")
            assert streaks_of(me, midnight + day - moment)["wish"] == reckoned(marks), marks
            marks = marks[:-1] + "x" if mark == "~" else marks
        elif was_up:
            marks += "."  # it was made a day ahead
        midnight += day
    assert len(marks) == len(THREE_MONTHS) - THREE_MONTHS.count("c") - 1
    assert streaks_of(me, midnight)["wish"].played == marks.count("x")


def _begin(player, midnight, *, moves):
    """Begin the Wish of a day and end it after so many moves; not yet, if None."""
    event = Competition.objects.with_rounds().get(daily__game_slug="wish", daily__date=midnight)
    entry, _ = join(competition=event, player=player, invite=None, now=midnight)
    ended = {} if moves is None else {"ended_at": midnight, "score": 30, "moves_made": moves}
    Attempt.objects.create(
        entry=entry, player=player, round=event.rounds.all()[0], number=1, started_at=midnight, **ended
    )


def test_dailies_that_a_clock_ahead_has_made_are_not_missed(rival, clock):
    """They have numbers before those of the days that come first."""
    me = Player.objects.get(pk=rival.player["id"])
    make_dailies(clock.now)
    make_dailies(clock.now + timedelta(days=3))
    for played in range(6):
        make_dailies(clock.now)
        assert streaks_of(me, clock.now)["wish"].streak == played
        _begin(me, clock.now.replace(hour=0), moves=1)
        assert streaks_of(me, clock.now)["wish"].streak == played + 1
        clock.forward(days=1)
