"""How many watch elsewhere, by the counts of other feeds."""

from competitions.realtime.presence import FORGET_AFTER, Presence


def test_the_last_count_of_each_feed_counts_until_it_ends_or_is_long_silent() -> None:
    presence = Presence()
    # Feed, count, time, whether the feed is new, how many watch then.
    for feed, watching, at, new, elsewhere in (
        ("one", 3, 0.0, True, 3),
        ("two", 4, 1.0, True, 7),
        ("one", 5, 2.0, False, 9),
        ("two", 0, 3.0, False, 5),
        ("three", 0, 3.0, False, 5),
        ("two", 1, FORGET_AFTER + 1.9, True, 6),
        ("two", 1, FORGET_AFTER + 2, False, 1),
        ("one", 3, FORGET_AFTER + 3, True, 4),
    ):
        assert presence.hear(feed, watching, at=at) is new, (feed, at)
        assert presence.elsewhere(at) == elsewhere, (feed, at)
