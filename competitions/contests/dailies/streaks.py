"""Streaks: how many dailies of one game a player has played in a row. Dailies are in a row if their numbers
follow each other."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q

from ...models import Attempt, Daily, Entry, Player
from .calendar import DAY, today

PLAYED_FOR_A_REST: Final = 7
"""A player who has played this many dailies since the streak began, or since the last rest, may miss one
daily. The missed daily is called a rest."""


LONGEST_RUN: Final = 366
"""The largest number that `days_in_a_row` returns."""

PLACE: Final = ("game_slug", "number")


class Streak(NamedTuple):
    """A player's record at the dailies of one game."""

    streak: int
    """The number of dailies played in the present streak; 0 if the last streak has ended. `streak_of` says
    when a streak ends."""
    longest: int
    played: int


NO_STREAK: Final = Streak(0, 0, 0)


def streaks_of(player: Player, now: datetime, *, playing: Daily | None = None) -> Mapping[str, Streak]:
    """Return the player's streaks by game slug, with three queries. The daily that the player is `playing`
    counts as played.

    Any other daily counts as played if the attempt ended and at least one move was made. It does not matter
    whether the player or the close of the daily ended the attempt.
    """
    played = defaultdict(set)
    daily = "round__competition__daily"
    in_dailies = Attempt.objects.played().filter(player=player).filter(**{f"{daily}__isnull": False})
    for slug, number in in_dailies.values_list(*(f"{daily}__{column}" for column in PLACE)):
        played[slug].add(number)
    if playing is not None:
        played[playing.game_slug].add(playing.number)
    return streaks_over(played, now)


def streaks_over(played: Mapping[str, Collection[int]], now: datetime) -> Mapping[str, Streak]:
    """The streaks, by game slug, of a player who played the dailies with these numbers. Two queries."""
    day = today(now)
    begun = Daily.objects.filter(date__lte=day).values_list("game_slug").annotate(Max("number"))
    left_out, todays = defaultdict(set), {}
    # Dailies of later days are left out by date, not by number: a process whose clock was ahead may have made
    # tomorrow's daily before today's daily, with a lower number.
    for slug, number, date, cancelled in Daily.objects.filter(
        Q(date__gte=day) | Q(competition__cancelled_at__isnull=False)
    ).values_list(*PLACE, "date", "competition__cancelled_at"):
        if date == day and cancelled is None:
            todays[slug] = number
        else:
            left_out[slug].add(number)
    return {
        slug: streak_of(_in_order(newest, left_out[slug], todays.get(slug)), played.get(slug, ()))
        for slug, newest in begun
    }


def _in_order(newest: int, left_out: Collection[int], todays: int | None) -> Sequence[int]:
    """The numbers of the dailies of one game that have begun and are not cancelled, in order. Today's daily
    comes last, whatever its number."""
    numbers = [n for n in range(1, newest + 1) if n not in left_out and n != todays]
    return numbers if todays is None else [*numbers, todays]


def days_played(player: Player) -> int:
    """The number of days on which the player has played any daily. One query."""
    day = "round__competition__daily__date"
    ended = Attempt.objects.filter(player=player, ended_at__isnull=False, moves_made__gte=1)
    return ended.filter(**{f"{day}__isnull": False}).aggregate(days=Count(day, distinct=True))["days"] or 0


def days_in_a_row(player: Player, now: datetime) -> int:
    """On how many days in a row, up to today or yesterday, the player has played any daily; at most
    `LONGEST_RUN`. One query."""
    day, first, run = "competition__daily__date", today(now), 0
    theirs = Entry.objects.filter(player=player, **{f"{day}__range": (first - LONGEST_RUN * DAY, first)})
    # The query begins with the entries, since a player may have thousands of attempts elsewhere.
    played = theirs.filter(Exists(Attempt.objects.played().filter(entry=OuterRef("pk"))))
    newest_first = played.order_by(f"-{day}").values_list(day, flat=True).distinct()
    for each in newest_first[:LONGEST_RUN]:
        if each != first - run * DAY:
            if run or each != first - DAY:
                break
            first = each
        run += 1
    return run


def streak_of(numbers: Sequence[int], played: Collection[int]) -> Streak:
    """The streak over the dailies with these numbers, in order. All of these dailies have begun, and none is
    cancelled.

    Missing a daily ends the streak, with one exception. If at least `PLAYED_FOR_A_REST` dailies were played
    since the streak began, or since its last rest, the missed daily is a rest: it adds nothing and ends
    nothing. The newest daily counts as missed only once the next one begins.

    >>> streak_of([1, 2, 3], {1, 2})
    Streak(streak=2, longest=2, played=2)
    >>> streak_of(range(1, 10), {1, 2, 3, 4, 5, 6, 7, 9})
    Streak(streak=8, longest=8, played=8)
    >>> streak_of([1, 2, 3, 4], {1, 2}).streak
    0
    """
    run = longest = since_rest = 0
    for number in numbers:
        if number in played:
            run, since_rest = run + 1, since_rest + 1
        elif number == numbers[-1]:
            continue
        elif since_rest >= PLAYED_FOR_A_REST:
            since_rest = 0
        else:
            run = since_rest = 0
        longest = max(longest, run)
    return Streak(run, longest, len(set(numbers) & set(played)))
