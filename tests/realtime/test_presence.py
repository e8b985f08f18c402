"""How many watch elsewhere, from what other feeds tell."""

from competitions.realtime.presence import FORGET_AFTER, Presence


def test_the_last_word_of_each_feed_counts() -> None:
    presence = Presence()
    assert presence.hear("one", 3, at=0)
    assert presence.hear("two", 4, at=1)
    assert not presence.hear("one", 5, at=2)
    assert presence.elsewhere(2) == 9


def test_a_feed_that_says_goodbye_is_gone() -> None:
    presence = Presence()
    presence.hear("one", 3, at=0)
    assert not presence.hear("one", 0, at=1)
    assert not presence.hear("two", 0, at=1)
    assert presence.elsewhere(1) == 0


def test_a_feed_that_died_is_forgotten_after_a_while() -> None:
    presence = Presence()
    presence.hear("dead", 3, at=0)
    presence.hear("alive", 1, at=FORGET_AFTER - 1)
    assert presence.elsewhere(FORGET_AFTER - 1) == 4
    assert presence.elsewhere(FORGET_AFTER) == 1
    assert presence.hear("dead", 3, at=FORGET_AFTER + 1), "back again, it is new"
