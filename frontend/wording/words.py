"""The words that pages show for short names in the code."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from django.utils.translation import (
    get_language,
    gettext,
    gettext_lazy,
    ngettext,
    ngettext_lazy,
    pgettext,
    pgettext_lazy,
)

from competitions.models import Attempt, Competition
from competitions.translatable import Translatable, language_of_games, with_facts
from games import GAMES
from games.game import Game
from games.language import ENGLISH

STATES: Final = {
    "draft": gettext_lazy("Draft"),
    "scheduled": gettext_lazy("Not open yet"),
    "running": gettext_lazy("Running"),
    "open": pgettext_lazy("state of a contest", "Open"),
    "closed": gettext_lazy("Closed"),
    "final": gettext_lazy("Final"),
    "cancelled": gettext_lazy("Cancelled"),
}


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
    return listed(way_in_words(option, value) for option, value in rules.items())


def way_in_words(option: str, value: str) -> str:
    return _ways_in_words(language_of_games())[option, value]


@cache
def _ways_in_words(language: str) -> Mapping[tuple[str, str], str]:
    """The words for each value of each option of a game."""
    return {way: words for game in GAMES.values() for way, words in game.about_in(language).ways.items()}


def order_in_words(score_order: str) -> str:
    return gettext("Fewest points win.") if score_order == "lowest" else gettext("Most points win.")


def ordinal(rank: int) -> str:
    """A place in words; the script uses the same words.

    >>> [ordinal(rank) for rank in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    match ordinal_form(rank):
        case "one":
            place = pgettext("place", "%(rank)sst")
        case "two":
            place = pgettext("place", "%(rank)snd")
        case "few":
            place = pgettext("place", "%(rank)srd")
        case _:
            place = pgettext("place", "%(rank)sth")
    return place % {"rank": rank}


ENGLISH_ORDINALS: Final = {1: "one", 2: "two", 3: "few"}


def ordinal_form(number: int) -> str:
    """The form of an ordinal in the language of the reader, named as in CLDR. In English, the last digits
    choose the form. In other languages, only the first ordinal has a form of its own.

    >>> [ordinal_form(number) for number in (1, 3, 12, 22)]
    ['one', 'few', 'other', 'two']
    >>> from django.utils.translation import override
    >>> with override("fr"):
    ...     [ordinal_form(number) for number in (1, 3, 21)]
    ['one', 'other', 'other']
    """
    if (get_language() or ENGLISH).startswith(ENGLISH):
        return "other" if 10 < number % 100 < 14 else ENGLISH_ORDINALS.get(number % 10, "other")
    return "one" if number == 1 else "other"


def place_in_words(
    rank: int, *, tied: bool, total: int, so_far: bool = False, after: int | None = None
) -> str:
    """A place among `total` players, marked as provisional if `so_far`; empty for a lone player.

    `after` is the number of the newest round if other rounds are still to begin, otherwise None.

    >>> place_in_words(1, tied=True, total=2, so_far=True), place_in_words(3, tied=False, total=14)
    ('joint 1st of 2 so far', '3rd of 14')
    >>> place_in_words(11, tied=False, total=13, so_far=True, after=1), place_in_words(1, tied=False, total=1)
    ('11th of 13 after round 1', '')
    """
    if total < 2:
        return ""
    facts = {"place": ordinal(rank), "total": total, "round": after}
    if after:
        alone = gettext("%(place)s of %(total)s after round %(round)s")
        shared = gettext("joint %(place)s of %(total)s after round %(round)s")
    elif so_far:
        alone = gettext("%(place)s of %(total)s so far")
        shared = gettext("joint %(place)s of %(total)s so far")
    else:
        alone, shared = gettext("%(place)s of %(total)s"), gettext("joint %(place)s of %(total)s")
    return (shared if tied else alone) % facts


def aim(game: Game) -> str:
    """Whether low or high scores are good, in three words."""
    return gettext("fewest points win") if game.lowest_wins else gettext("most points win")


def how_it_ended(attempt: Attempt) -> str:
    """How an attempt ended, in words."""
    if _timed_out(attempt):
        return gettext("Time was up")
    if attempt.won:
        return gettext("Won")
    return gettext("Played to the end") if attempt.finished else gettext("Given up")


def _timed_out(attempt: Attempt) -> bool:
    """Whether the clock ended the attempt."""
    assert attempt.ended_at is not None
    return not attempt.finished and attempt.deadline is not None and attempt.ended_at >= attempt.deadline


def clock(ms: int) -> str:
    """A time span as a clock shows it; from two days on, in days. The script uses the same format.

    >>> clock(9_900), clock(3_661_000), clock(200 * 3_600_000)
    ('0:09', '1:01:01', '8 days')
    """
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return _days(hours // 24)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def took(attempt: Attempt) -> str:
    """The time that an attempt took, as on a clock.

    It is empty if the time was not measured, if no move was made, or if the clock ended the attempt.
    """
    if attempt.elapsed_ms is None or not attempt.moves_made or _timed_out(attempt):
        return ""
    return clock(attempt.elapsed_ms)


def roughly(seconds: int) -> str:
    """A remaining time in words. Below two minutes it is in seconds; otherwise it is rounded down to whole
    minutes.

    >>> roughly(270), roughly(95)
    ('4 minutes', '95 seconds')
    """
    return seconds_in_words(seconds // 60 * 60) if seconds >= 120 else _seconds(seconds)


def seconds_in_words(seconds: int) -> str:
    """A number of seconds in words, as hours, minutes and seconds.

    >>> seconds_in_words(600), seconds_in_words(3690)
    ('10 minutes', '1 hour 1 minute 30 seconds')
    """
    hours, rest = divmod(seconds, 3600)
    spans = ((hours, _hours), (rest // 60, _minutes), (rest % 60, _seconds))
    longest, *shorter = [in_words(count) for count, in_words in spans if count] or [_seconds(0)]
    for each in shorter:
        longest = pgettext("a span of time", "%(longer)s %(shorter)s") % {"longer": longest, "shorter": each}
    return longest


def _seconds(count: int) -> str:
    return ngettext("%(count)s second", "%(count)s seconds", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


QUICK: Final = ngettext_lazy(
    "Quick: %(least)s to %(most)s move", "Quick: %(least)s to %(most)s moves", "most"
)
MEDIUM: Final = ngettext_lazy(
    "Medium: %(least)s to %(most)s move", "Medium: %(least)s to %(most)s moves", "most"
)
LONG: Final = ngettext_lazy("Long: %(least)s to %(most)s move", "Long: %(least)s to %(most)s moves", "most")
QUICK_IN_SHORT: Final = ngettext_lazy(
    "quick: %(least)s to %(most)s move", "quick: %(least)s to %(most)s moves", "most"
)
MEDIUM_IN_SHORT: Final = ngettext_lazy(
    "medium: %(least)s to %(most)s move", "medium: %(least)s to %(most)s moves", "most"
)
LONG_IN_SHORT: Final = ngettext_lazy(
    "long: %(least)s to %(most)s move", "long: %(least)s to %(most)s moves", "most"
)


def lasts(game: Game) -> str:
    """How long a game takes, in moves, because players differ in speed.

    >>> lasts(GAMES["wish"])
    'Quick: 8 to 16 moves'
    """
    return _lasts(game, QUICK, MEDIUM, LONG)


def lasts_in_short(game: Game) -> str:
    """How long a game takes, worded for a list of facts.

    >>> lasts_in_short(GAMES["wish"])
    'quick: 8 to 16 moves'
    """
    return _lasts(game, QUICK_IN_SHORT, MEDIUM_IN_SHORT, LONG_IN_SHORT)


def _lasts(game: Game, quick: Translatable, medium: Translatable, long: Translatable) -> str:
    """The text for the length of the game, `quick`, `medium` or `long`, with its numbers of moves."""
    least, most = game.lasts
    text = quick if most <= 20 else medium if most <= 70 else long
    return str(with_facts(text, least=least, most=most))


OPENING: Final = (
    gettext_lazy("in less than a minute"),
    ngettext_lazy("in %(count)s minute", "in %(count)s minutes", "count"),
    ngettext_lazy("in %(count)s hour", "in %(count)s hours", "count"),
    ngettext_lazy("in %(count)s day", "in %(count)s days", "count"),
)
LEFT: Final = (
    gettext_lazy("less than a minute left"),
    ngettext_lazy("%(count)s minute left", "%(count)s minutes left", "count"),
    ngettext_lazy("%(count)s hour left", "%(count)s hours left", "count"),
    ngettext_lazy("%(count)s day left", "%(count)s days left", "count"),
)


def opening_in_words(span: timedelta) -> str:
    """The time until a round opens. The script uses the same words.

    >>> [opening_in_words(timedelta(minutes=minutes)) for minutes in (0.5, 1, 119, 120, 4000)]
    ['in less than a minute', 'in 1 minute', 'in 119 minutes', 'in 2 hours', 'in 2 days']
    """
    return _in_one_unit(span, *OPENING)


def left_in_words(span: timedelta) -> str:
    """The time that is left. The script uses the same words.

    >>> [left_in_words(timedelta(minutes=minutes)) for minutes in (0.5, 1, 119, 120, 4000)]
    ['less than a minute left', '1 minute left', '119 minutes left', '2 hours left', '2 days left']
    """
    return _in_one_unit(span, *LEFT)


def _in_one_unit(
    span: timedelta,
    soon: Translatable,
    in_minutes: Translatable,
    in_hours: Translatable,
    in_days: Translatable,
) -> str:
    """A span in minutes below two hours, in hours below two days, else in days, rounded down."""
    minutes = int(span.total_seconds()) // 60
    if minutes < 1:
        return str(soon)
    if minutes < 120:
        return str(with_facts(in_minutes, count=minutes))
    if minutes < 48 * 60:
        return str(with_facts(in_hours, count=minutes // 60))
    return str(with_facts(in_days, count=minutes // 1440))


def how_many(count: int, *, later: bool, goes_on: bool) -> str:
    """The number of contests on a page, in words. `later`: a page comes before this one. `goes_on`: another
    page follows.

    >>> how_many(1, later=False, goes_on=False), how_many(24, later=False, goes_on=True)
    ('1 contest', 'The first 24 contests')
    >>> how_many(24, later=True, goes_on=True), how_many(3, later=True, goes_on=False)
    ('24 more contests', 'The last 3 contests')
    >>> how_many(0, later=True, goes_on=False), how_many(0, later=False, goes_on=True)
    ('No more contests', 'No contests so far')
    """
    if count == 0 and later:
        return gettext("No more contests so far") if goes_on else gettext("No more contests")
    if count == 0:
        return gettext("No contests so far") if goes_on else gettext("No contests")
    if later and goes_on:
        contests = ngettext("%(count)s more contest", "%(count)s more contests", count)
    elif later:
        contests = ngettext("The last %(count)s contest", "The last %(count)s contests", count)
    elif goes_on:
        contests = ngettext("The first %(count)s contest", "The first %(count)s contests", count)
    else:
        contests = ngettext("%(count)s contest", "%(count)s contests", count)
    return contests % {"count": count}


def how_many_own(count: int, *, later: bool, goes_on: bool) -> str:
    """The number of the viewer's own contests on a page, in a sentence.

    >>> how_many_own(1, later=False, goes_on=False), how_many_own(24, later=False, goes_on=True)
    ('You have joined or organise 1 contest.', 'You have joined or organise the first 24 contests.')
    """
    if later and goes_on:
        contests = ngettext(
            "You have joined or organise %(count)s more contest.",
            "You have joined or organise %(count)s more contests.",
            count,
        )
    elif later:
        contests = ngettext(
            "You have joined or organise the last %(count)s contest.",
            "You have joined or organise the last %(count)s contests.",
            count,
        )
    elif goes_on:
        contests = ngettext(
            "You have joined or organise the first %(count)s contest.",
            "You have joined or organise the first %(count)s contests.",
            count,
        )
    else:
        contests = ngettext(
            "You have joined or organise %(count)s contest.",
            "You have joined or organise %(count)s contests.",
            count,
        )
    return contests % {"count": count}


def joined(things: Sequence[str]) -> str:
    """Names or phrases as a list in a sentence; empty without any.

    >>> joined(["Wish"]), joined(["Wish", "Well"]), joined(["Wish", "Well", "Pyramid"])
    ('Wish', 'Wish and Well', 'Wish, Well and Pyramid')
    """
    if len(things) < 2:
        return "".join(things)
    return gettext("%(first)s and %(last)s") % {"first": listed(things[:-1]), "last": things[-1]}


def listed(things: Iterable[str]) -> str:
    """Names or phrases as a list with commas only.

    >>> listed(["Wish", "Well"])
    'Wish, Well'
    """
    return gettext(", ").join(things)
