"""When a series meets: through both changes of clocks, in short months, on which of a month's weekdays."""

from datetime import UTC, date, datetime, time
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from competitions.contests.series.rhythm import Rhythm
from competitions.contests.series.template import length_between, moment_after

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def weekly(weekday=4, at="19:00", zone=BERLIN, **more):
    return Rhythm("week", weekday, 1, time.fromisoformat(at), zone, **more)


def monthly(day, weekday=None, **more):
    return Rhythm("month", weekday, day, time(19), BERLIN, **more)


def dates(rhythm, first, number):
    return [f"{day:%m-%d}" for day in islice(rhythm.dates_from(date.fromisoformat(first)), number)]


@pytest.mark.parametrize(
    ("rhythm", "first", "expected"),
    [
        (weekly(), "2026-11-19", ["11-19", "11-26", "12-03"]),
        (weekly(), "2026-11-20", ["11-26", "12-03"]),
        (weekly(7), "2026-12-27", ["12-27", "01-03"]),
        (weekly(until=date(2026, 11, 26)), "2026-11-19", ["11-19", "11-26"]),
        (monthly(31), "2026-12-01", ["12-31", "01-31", "02-28", "03-31", "04-30"]),
        (monthly(29), "2028-01-30", ["02-29", "03-29"]),
        (monthly(12, weekday=4), "2026-11-01", ["11-12", "12-10", "01-14"]),
        (monthly(31, weekday=4), "2026-11-01", ["11-26", "12-31", "01-28"]),
        (monthly(1, weekday=7), "2026-11-01", ["11-01", "12-06"]),
    ],
)
def test_dates_follow_the_rhythm(rhythm, first, expected):
    found = dates(rhythm, first, len(expected) + (rhythm.until is not None))
    assert found == expected


@pytest.mark.parametrize(
    ("rhythm", "day", "utc"),
    [
        (weekly(), "2026-10-22", "2026-10-22T17:00"),
        (weekly(), "2026-10-29", "2026-10-29T18:00"),  # the clocks went back on the 25th
        (weekly(), "2027-03-25", "2027-03-25T18:00"),
        (weekly(), "2027-04-01", "2027-04-01T17:00"),  # and forward on 28 March
        (weekly(7, "02:30"), "2027-03-28", "2027-03-28T01:30"),  # this time does not exist: it is 03:30
        (weekly(7, "02:30"), "2026-10-25", "2026-10-25T00:30"),  # this time comes twice: the first
        (weekly(zone=NEW_YORK), "2026-11-26", "2026-11-27T00:00"),
        (weekly(zone=ZoneInfo("Asia/Kathmandu")), "2026-11-26", "2026-11-26T13:15"),
    ],
)
def test_the_hour_holds_by_the_clocks_of_the_zone(rhythm, day, utc):
    assert rhythm.opening(date.fromisoformat(day)) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begins", "ends", "repeated", "expected"),
    [
        # An evening of four hours lasts four hours, also in the night of the change.
        ("2026-11-19T18:00", "2026-11-19T22:00", "2026-10-24T22:00", "2026-10-25T02:00"),
        # A round that closes two days later at the same hour does so by the clocks.
        ("2026-11-19T18:00", "2026-11-21T18:00", "2026-10-24T17:00", "2026-10-26T18:00"),
        # And so it does if the template itself lasted through a change.
        ("2026-10-24T17:00", "2026-10-26T18:00", "2026-11-19T18:00", "2026-11-21T18:00"),
    ],
)
def testlength_betweens_are_taken_by_hours_and_by_whole_days(begins, ends, repeated, expected):
    begins, ends, repeated, expected = (
        datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (begins, ends, repeated, expected)
    )
    assert moment_after(repeated, length_between(begins, ends, BERLIN), BERLIN) == expected
