"""Free names that are offered to somebody whose name is taken."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.players import free_names as offering
from competitions.players.free_names import OFFERED, free_names


def offered(anyone, name):
    answer = anyone.post("/guests", {"name": name})
    assert answer.outcome == (409, "name_taken")
    return answer.body["suggestions"]


def test_a_taken_name_is_answered_with_free_ones_in_the_same_manner(anyone):
    anyone.guest("Ada")
    names = offered(anyone, "ADA")
    assert len(names) == OFFERED
    assert names[1] == "ADA 2"
    assert [name[:4] for name in names] == ["ADA "] * 3
    assert names[0][4:].isupper()


@pytest.mark.parametrize(
    ("taken", "alphabet"),
    [
        ("Zoë", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("Дмитрий", "БГДЖЛПФЦЧШ"),
        ("Ελένη", "ΓΔΘΛΞΠΣΦΨΩ"),
        ("李小龙", "234"),
        ("محمد علي", "234"),
        ("100%", "234"),
        ("\U0001f0cf\U0001f0a1", "234"),
    ],
)
def test_an_offered_name_can_be_taken_in_every_script(anyone, taken, alphabet):
    anyone.guest(taken)
    names = offered(anyone, taken)
    assert names[0][-1] in alphabet
    for name in names:
        assert anyone.guest(name).player["name"] == name


def test_a_name_as_long_as_a_name_may_be_is_shortened_for_its_ending(anyone):
    for taken in ("n" * 24, "स्मृति" * 4, "한" * 24, "\u0958" * 12):
        anyone.guest(taken)
        for name in offered(anyone, taken):
            assert anyone.guest(name).player["name"] == name


def test_none_of_them_looks_like_a_name_that_somebody_has(anyone, monkeypatch):
    monkeypatch.setattr(offering, "INITIALS", {"LATIN": "AB"})
    for taken in ("Ada", "ada A", "Ada B", "ADA 2", "Ada 3"):
        anyone.guest(taken)
    names = offered(anyone, "Ada")
    assert not {"Ada A", "Ada B", "Ada 2", "Ada 3"} & set(names)
    assert names[0] == "Ada 4"
    for name in names:
        anyone.guest(name)


def test_they_do_not_look_like_each_other(anyone, monkeypatch):
    monkeypatch.setattr(offering, "INITIALS", {"LATIN": "lI|O"})
    anyone.guest("Ada")
    for name in offered(anyone, "Ada"):
        anyone.guest(name)


def test_what_is_taken_in_between_is_not_offered_again_and_endings_do_not_pile_up(anyone):
    anyone.guest("Ada")
    for number in (2, 3):
        assert offered(anyone, "Ada")[1] == f"Ada {number}"
        anyone.guest(f"Ada {number}")
    assert offered(anyone, "Ada 3")[1] == "Ada 4"


def test_it_costs_one_query_however_many_such_names_there_are(anyone):
    for name in ("Ada", *(f"Ada {n}" for n in range(2, 30))):
        anyone.guest(name)
    with CaptureQueriesContext(connection) as queries:
        names = free_names("Ada", random.Random(1))
    assert len(queries) == 1
    assert len(names) == OFFERED


def test_where_every_try_is_taken_nothing_is_offered(anyone, monkeypatch):
    monkeypatch.setattr(offering, "_candidates", lambda *_: iter(()))
    anyone.guest("Ada")
    assert offered(anyone, "Ada") == []
