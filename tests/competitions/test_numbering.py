"""The numbers that names get where another of that look is there already."""

import pytest

from competitions.people import numbered_names
from competitions.people.looks import look
from competitions.people.names import LONGEST, player_name
from competitions.people.numbered_names import free_number, numbered, with_number


class Place:
    """Where names differ by look, without a database."""

    def __init__(self, *names):
        self.names = [player_name(name) for name in names]
        self.asked = 0

    def taken(self, names):
        self.asked += 1
        looks, shapes = {each.look for each in self.names}, {each.shape for each in self.names}
        return [each for each in names if each.look in looks or each.shape in shapes]

    def add(self, name):
        shown = numbered(player_name(name), self.taken)
        assert not self.taken([shown])
        self.names.append(shown)
        return shown.name


@pytest.mark.parametrize(
    ("there", "name", "shown"),
    [
        *(
            ([], "Ian", "Ian"),
            (["Ian"], "Ian", "Ian 2"),
            (["Ian"], "lan", "lan 2"),
            (["Ian"], "IAN", "IAN 2"),
        ),
        *((["Ian", other], "Ian", shown) for other, shown in (("lan 2", "Ian 3"), ("Ian 3", "Ian 2"))),
        *((["Ian", "Ian2"], "Ian", "Ian 3"), (["Ian 2"], "Ian 2", "Ian 2 2")),
        (["Ian", *(f"Ian {n}" for n in range(2, 10)), "Ian lO"], "Ian", "Ian 11"),
        *(([name], name, f"{name} 2") for name in ("Иван", "李小龙", "محمد علي")),
        (["n" * 24], "n" * 24, "n" * 22 + " 2"),
        (["n" * 24, "n" * 22 + " 2"], "n" * 24, "n" * 22 + " 3"),
        *(
            ([name], name, shown)
            for name, shown in (
                ("Anna Maria of Hohenburgs", "Anna Maria of Hohenbur 2"),
                ("Anna Maria of Hohen burg", "Anna Maria of Hohen bu 2"),
                ("Anna Maria of Hohenbu gh", "Anna Maria of Hohenbu 2"),
            )
        ),
    ],
)
def test_a_name_that_is_there_gets_the_smallest_free_number(there, name, shown):
    assert Place(*there).add(name) == shown


@pytest.mark.parametrize("name", ["n" * 24, "स्मृति" * 4, "한" * 24, "\u0958" * 12, "\ufdfa" * 11])
def test_a_name_keeps_its_number_and_stays_a_name_however_long_it_is(name):
    place = Place()
    for number in range(1, 13):
        shown = place.add(name)
        assert number == 1 or shown.endswith(f" {number}")
        assert player_name(shown) == place.names[-1]
    assert len(with_number(player_name(name), 123_456).name) <= LONGEST
    cut = player_name("n" * 20 + "\U0001f469\u200d\U0001f4bb" + "n")
    assert with_number(cut, 2).name == "n" * 20 + "\U0001f469 2", "no joiner is left at the end of an emoji"


def test_where_thousands_have_one_name_a_free_number_is_found_with_few_questions():
    class Crowd(Place):
        def taken(self, names):
            self.asked += 1
            numbers = [each.name.removeprefix("Ian").strip() or "1" for each in names]
            return [each for each, number in zip(names, numbers, strict=True) if int(number) <= 100_000]

    crowd = Crowd()
    assert numbered(player_name("Ian"), crowd.taken).name == "Ian 100001"
    assert crowd.asked <= 24


def test_who_gets_a_number_in_many_places_is_looked_at_once(monkeypatch):
    looked_at = []
    monkeypatch.setattr(numbered_names, "look", lambda name: looked_at.append(name) or look(name))
    for _ in range(50):
        assert Place("Philippa").add("Philippa") == "Philippa 2"
    assert len(looked_at) == 8


def test_numbers_that_are_known_to_be_taken_are_not_looked_for_again():
    place = Place("Ian", *(f"Ian {n}" for n in range(2, 500)))
    tried = []

    def taken(names):
        tried.extend(names)
        return place.taken(names)

    assert free_number(player_name("Ian"), taken, after=499) == 500
    assert len(tried) == 8
    assert free_number(player_name("Ian"), taken, after=1500) == 1501
