"""How a browser becomes a player, and stays the same player if it sends its form twice."""

from datetime import timedelta

import pytest

from competitions.models import Pass, Player
from competitions.people.passes import arrive, issue_code, use_code
from competitions.people.register import register_guest
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

FORM, OTHER = "f" * 32, "0" * 32


@pytest.fixture
def ada(db, clock):
    return register_guest(name="Ada", bot=False, now=clock.now)


def test_a_form_that_is_sent_twice_makes_one_player(db, clock):
    first = arrive(name="Ada", form=FORM, now=clock.now)
    clock.forward(minutes=9)
    assert arrive(name="Ada", form=FORM, now=clock.now) == first
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "form", "later"),
    [("Ada", OTHER, 0), ("Ada", None, 0), ("Ada", FORM, 10), ("Bo", FORM, 0)],
)
def test_another_form_another_name_and_a_late_one_make_another_player(db, clock, name, form, later):
    ada = arrive(name="Ada", form=FORM, now=clock.now)
    clock.forward(minutes=later)
    assert arrive(name=name, form=form, now=clock.now) != ada


@on_databases_that_lock
def test_a_form_that_is_sent_many_times_at_once_makes_one_player(any_database, clock):
    found = at_once(*[lambda: arrive(name="Ada", form=FORM, now=clock.now)] * 6)
    assert {player.pk for player in found} == {Player.objects.get().pk}


def test_a_code_lets_one_other_browser_be_the_player_for_a_minute(ada, clock):
    code, expires_at = issue_code(player=ada, now=clock.now)
    assert expires_at == clock.now + timedelta(minutes=1)
    assert use_code(code=f" {code[:4].upper()}-{code[4:8]} {code[8:]} ", form=FORM, now=clock.now) == ada
    assert use_code(code=code, form=OTHER, now=clock.now) is None
    assert use_code(code=code, form=None, now=clock.now) is None


def test_the_same_form_may_send_the_code_again_when_the_answer_was_lost(ada, clock):
    code, _ = issue_code(player=ada, now=clock.now)
    for _ in range(2):
        assert use_code(code=code, form=FORM, now=clock.now) == ada
        clock.forward(minutes=2)
    assert use_code(code="2" * 12, form=FORM, now=clock.now) is None
    clock.forward(minutes=10)
    assert use_code(code=code, form=FORM, now=clock.now) is None


def test_a_code_expires_and_a_newer_one_replaces_it(ada, clock):
    old, _ = issue_code(player=ada, now=clock.now)
    new, _ = issue_code(player=ada, now=clock.now)
    assert use_code(code=old, form=FORM, now=clock.now) is None
    clock.forward(minutes=1)
    assert use_code(code=new, form=FORM, now=clock.now) is None


def test_a_clock_that_was_set_back_makes_no_code_good_for_longer(ada, clock):
    code, _ = issue_code(player=ada, now=clock.now)
    clock.forward(hours=-1)
    assert use_code(code=code, form=FORM, now=clock.now) is None


@pytest.mark.parametrize("code", ["", "x", "\0", "\ud800", "\n".join(("name", FORM)), "9" * 10_000])
def test_what_is_no_code_lets_nobody_in(ada, clock, code):
    arrive(name="Bo", form=FORM, now=clock.now)
    issue_code(player=ada, now=clock.now)
    assert use_code(code=code, form=OTHER, now=clock.now) is None


@on_databases_that_lock
def test_of_many_browsers_with_one_code_one_is_let_in(any_database, clock):
    player = register_guest(name="Ada", bot=False, now=clock.now)
    code, _ = issue_code(player=player, now=clock.now)
    forms = [f"{n}" * 32 for n in range(6)]
    found = at_once(*(lambda form=form: use_code(code=code, form=form, now=clock.now) for form in forms))
    assert sorted(found, key=bool) == [None] * 5 + [player]


@on_databases_that_lock
def test_of_many_codes_that_are_made_at_once_one_is_good(any_database, clock):
    for name in ("Ada", "Bo", "Cy"):
        player = register_guest(name=name, bot=False, now=clock.now)
        asked = [lambda: issue_code(player=player, now=clock.now)] * 5  # noqa: B023 - called in this turn
        made = at_once(*asked)
        found = [use_code(code=code, form=FORM, now=clock.now) for code, _ in made]
        assert sorted(found, key=bool) == [None] * 4 + [player]


def test_neither_a_code_nor_the_number_of_a_form_is_kept(ada, clock):
    code, _ = issue_code(player=ada, now=clock.now)
    kept = [str(value) for row in Pass.objects.values_list() for value in row]
    use_code(code=code, form=FORM, now=clock.now)
    kept += [str(value) for row in Pass.objects.values_list() for value in row]
    assert not [value for value in kept if code in value or FORM in value]
