"""The words that pages show for short names in the code."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from competitions.models import Attempt, Competition
from games import GAMES
from games.game import Game

STATES: Final = {
    "draft": "Draft",
    "scheduled": "Not open yet",
    "running": "Running",
    "open": "Open",
    "closed": "Closed",
    "final": "Final",
    "cancelled": "Cancelled",
}

WAYS_IN_WORDS: Final = {way: words for game in GAMES.values() for way, words in game.about.ways.items()}
"""The words for each value of each option of a game."""


def state_shown(competition: Competition, now: datetime) -> str:
    """The state that pages show. A contest counts as over as soon as its last round has closed, even before
    the contest's own end."""
    state = competition.state(now)
    return "closed" if state == "running" and competition.over(now) else state


def options_in_words(rules: Mapping[str, str]) -> str:
    """Every option, with its value.

    >>> options_in_words({"draw": "three"})
    'drawing three'
    """
    return ", ".join(way_in_words(option, value) for option, value in rules.items())


def way_in_words(option: str, value: str) -> str:
    return WAYS_IN_WORDS[option, value]


def order_in_words(score_order: str) -> str:
    return "Fewest points win." if score_order == "lowest" else "Most points win."


def ordinal(rank: int) -> str:
    """A place in words; the script uses the same words.

    >>> [ordinal(rank) for rank in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    teen = 10 < rank % 100 < 14
    return f"{rank}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def place_in_words(
    rank: int, *, tied: bool, total: int, so_far: bool = False, after: int | None = None
) -> str:
    """A place among `total` players, marked as provisional if `so_far`; empty for a lone player.

    `after` is the number of the newest round if others are still to begin, otherwise None.

    >>> place_in_words(1, tied=True, total=2, so_far=True), place_in_words(3, tied=False, total=14)
    ('joint 1st of 2 so far', '3rd of 14')
    >>> place_in_words(11, tied=False, total=13, so_far=True, after=1), place_in_words(1, tied=False, total=1)
    ('11th of 13 after round 1', '')
    """
    if total < 2:
        return ""
    when = f" after round {after}" if after else " so far" if so_far else ""
    return f"{'joint ' if tied else ''}{ordinal(rank)} of {total}{when}"


def when_watched(competition: Competition) -> str:
    """When others' games may be watched, as the end of a sentence."""
    if competition.shows_others_early:
        return "once you have finished this deal or the round has closed"
    return "once the round has closed for everyone"


def aim(game: Game) -> str:
    """Whether low or high scores are good, in three words."""
    return "fewest points win" if game.lowest_wins else "most points win"


def how_it_ended(attempt: Attempt) -> str:
    """How an ended attempt ended."""
    return "Time was up" if _timed_out(attempt) else ending(won=attempt.won, finished=attempt.finished)


def _timed_out(attempt: Attempt) -> bool:
    """Whether the clock ended the attempt."""
    assert attempt.ended_at is not None
    return not attempt.finished and attempt.deadline is not None and attempt.ended_at >= attempt.deadline


def ending(*, won: bool, finished: bool) -> str:
    """How a log ends.

    >>> ending(won=False, finished=True)
    'Played to the end'
    """
    if won:
        return "Won"
    return "Played to the end" if finished else "Given up"


def clock(ms: int) -> str:
    """A time span as a clock shows it; from two days on, in days. The script uses the same format.

    >>> clock(9_900), clock(3_661_000), clock(200 * 3_600_000)
    ('0:09', '1:01:01', '8 days')
    """
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def took(attempt: Attempt) -> str:
    """The time that an attempt took, as on a clock.

    It is empty if the time was not measured, if no move was made, or if the clock ended the attempt.
    """
    if attempt.elapsed_ms is None or not attempt.moves_made or _timed_out(attempt):
        return ""
    return clock(attempt.elapsed_ms)


def roughly(seconds: int) -> str:
    """A remaining time: from two minutes on in whole minutes, rounded down.

    >>> roughly(270), roughly(95)
    ('4 minutes', '95 seconds')
    """
    return seconds_in_words(seconds // 60 * 60) if seconds >= 120 else f"{seconds} seconds"


def seconds_in_words(seconds: int) -> str:
    """A time limit in words.

    >>> seconds_in_words(600), seconds_in_words(3690)
    ('10 minutes', '1 hour 1 minute 30 seconds')
    """
    hours, rest = divmod(seconds, 3600)
    parts = ((hours, "hour"), (rest // 60, "minute"), (rest % 60, "second"))
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)


def lasts(game: Game) -> str:
    """How long a game takes, in moves, because players differ in speed.

    >>> lasts(GAMES["wish"])
    'Quick: 8 to 16 moves'
    """
    least, most = game.lasts
    kind = "Quick" if most <= 20 else "Medium" if most <= 70 else "Long"
    return f"{kind}: {least} to {most} moves"


def span_in_words(span: timedelta) -> str:
    """A time span in one unit, rounded down.

    >>> [span_in_words(timedelta(minutes=minutes)) for minutes in (0.5, 1, 119, 120, 4000)]
    ['less than a minute', '1 minute', '119 minutes', '2 hours', '2 days']
    """
    minutes = int(span.total_seconds()) // 60
    if minutes < 1:
        return "less than a minute"
    if minutes < 120:
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    return f"{minutes // 60} hours" if minutes < 48 * 60 else f"{minutes // 1440} days"


def how_many(count: int, *, later: bool, goes_on: bool) -> str:
    """The number of contests on a page: the first page or a `later` one; the list `goes_on` or ends here.

    >>> how_many(1, later=False, goes_on=False), how_many(24, later=False, goes_on=True)
    ('1 contest', 'The first 24 contests')
    >>> how_many(24, later=True, goes_on=True), how_many(3, later=True, goes_on=False)
    ('24 more contests', 'The last 3 contests')
    >>> how_many(0, later=True, goes_on=False), how_many(0, later=False, goes_on=True)
    ('No more contests', 'No contests so far')
    """
    if count == 0:
        return f"No {'more ' if later else ''}contests{' so far' if goes_on else ''}"
    contests = f"contest{'' if count == 1 else 's'}"
    if later:
        return f"{count} more {contests}" if goes_on else f"The last {count} {contests}"
    return f"The first {count} {contests}" if goes_on else f"{count} {contests}"
