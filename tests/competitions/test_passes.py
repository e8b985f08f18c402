"""How a browser becomes a player, and stays the same player if it sends its form twice."""

from datetime import timedelta

import pytest

from competitions.models import Pass, Player
from competitions.people import passes
from competitions.people.register import register_guest
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

FORM, OTHER = "f" * 32, "0" * 32


@pytest.fixture
def arrive(db, clock):
    return lambda name="Ada", form=FORM: passes.arrive(name=name, form=form, now=clock.now)


@pytest.fixture
def use(clock):
    return lambda code, form=FORM: passes.use_code(code=code, form=form, now=clock.now)


@pytest.fixture
def issue(clock):
    return lambda player: passes.issue_code(player=player, now=clock.now)[0]


@pytest.fixture
def ada(db, clock):
    return register_guest(name="Ada", bot=False, now=clock.now)


@pytest.mark.parametrize(
    ("name", "form", "later", "same"),
    [
        ("Ada", FORM, 9, True),
        ("Ada", FORM, 10, False),
        ("Ada", OTHER, 0, False),
        ("Ada", None, 0, False),
        ("Bo", FORM, 0, False),
    ],
)
def test_the_same_form_makes_one_player_for_ten_minutes(arrive, clock, name, form, later, same):
    ada = arrive()
    clock.forward(minutes=later)
    assert (arrive(name, form) == ada) is same
    assert Player.objects.count() == 2 - same


def test_a_code_lets_one_other_browser_be_the_player_for_a_minute(ada, clock, use, issue):
    code, expires_at = passes.issue_code(player=ada, now=clock.now)
    assert expires_at == clock.now + timedelta(minutes=1)
    assert use(f" {code[:4].upper()}-{code[4:8]} {code[8:]} ") == ada
    assert [use(code, form) for form in (OTHER, None)] == [None, None]
    replaced, expired = issue(ada), issue(ada)
    assert use(replaced) is None
    clock.forward(minutes=1)
    assert use(expired) is None
    of_later = issue(ada)
    clock.forward(hours=-1)
    assert use(of_later) is None, "a clock that was set back makes no code good for longer"


def test_the_same_form_may_send_the_code_again_when_the_answer_was_lost(ada, clock, use, issue):
    code = issue(ada)
    for _ in range(2):
        assert use(code) == ada
        clock.forward(minutes=2)
    assert use("2" * 12) is None
    clock.forward(minutes=10)
    assert use(code) is None


def test_what_is_no_code_lets_nobody_in(ada, arrive, use, issue):
    arrive("Bo")
    issue(ada)
    for code in ("", "x", "\0", "\ud800", "\n".join(("name", FORM)), "9" * 10_000):
        assert use(code, OTHER) is None


@on_databases_that_lock
def test_of_many_at_once_one_form_makes_one_player_one_code_lets_in_one_and_one_new_code_is_good(
    any_database, clock, use, issue
):
    made = at_once(*[lambda: passes.arrive(name="Ada", form=FORM, now=clock.now)] * 6)
    player = Player.objects.get()
    assert {each.pk for each in made} == {player.pk}
    code = issue(player)
    found = at_once(*(lambda form=f"{n}" * 32: use(code, form) for n in range(6)))
    assert sorted(found, key=bool) == [None] * 5 + [player]
    for _ in range(3):
        codes = at_once(*[lambda: issue(player)] * 5)
        assert sorted(map(use, codes), key=bool) == [None] * 4 + [player]


def test_neither_a_code_nor_the_number_of_a_form_is_kept(ada, use, issue):
    code = issue(ada)
    kept = [str(value) for row in Pass.objects.values_list() for value in row]
    use(code)
    kept += [str(value) for row in Pass.objects.values_list() for value in row]
    assert not [value for value in kept if code in value or FORM in value]
