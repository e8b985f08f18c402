"""Wrong passwords: they keep their network out for minutes, and never a browser that knows the player."""

import pytest
from django.test import Client

from frontend.accounts import tries

from .accounts import ADDRESS, NEW, PASSWORD, become_account, forget, mails, sign_in, text
from .reading import press

pytestmark = pytest.mark.django_db

TOO_OFTEN = "wrong too often"


@pytest.fixture(autouse=True)
def account(mine, hashed_in_no_time, moment):
    become_account(mine)


def at(number):
    """A browser in which nobody has signed in, at an address of this number."""
    return Client(REMOTE_ADDR=f"192.0.2.{number}")


@pytest.fixture
def known():
    """A browser at the first address in which the player has signed in and out again."""
    browser = at(1)
    assert gets_in(browser)
    press(browser, "/sign-out")
    return browser


def guess(browser, times=6):
    """Guess so often; return whether the last one was too often."""
    return [TOO_OFTEN in text(sign_in(browser, password="wrong wrong")) for _ in range(times)][-1]


def gets_in(browser, password=PASSWORD):
    answer = sign_in(browser, password=password)
    assert answer.status_code == 302 or TOO_OFTEN in text(answer)
    return answer.status_code == 302


def test_a_stranger_keeps_out_their_own_network_alone(moment):
    assert not guess(at(1), 5)
    assert guess(at(1), 1)
    assert not gets_in(at(1)), "the right password, too"
    assert gets_in(at(2))
    moment[0] += 60
    assert gets_in(at(1)), "there is one more try a minute"


def test_browsers_that_know_the_player_are_let_in_beside_guessers_at_the_same_address(known, mine):
    lost = at(1)
    assert gets_in(lost)
    del lost.cookies["sessionid"]  # as after another password elsewhere
    assert guess(at(1))
    assert gets_in(known)
    assert gets_in(lost)
    assert guess(Client())
    press(mine, "/me/again", password=PASSWORD)
    forget(fresh := at(1))
    press(fresh, "/forgotten/password", password1=NEW)
    assert gets_in(fresh, NEW)


def test_a_browser_that_knows_the_player_may_not_guess_for_ever_either(known):
    assert guess(known)
    assert not gets_in(known)
    assert gets_in(at(1)), "it counts for itself"


def test_another_players_browser_and_a_forged_cookie_are_strangers(known, desk):
    become_account(desk, "olga@example.org")
    other, forger = at(2), at(3)
    assert sign_in(other, "olga@example.org").status_code == 302
    press(other, "/sign-out")
    assert guess(other)
    assert not gets_in(at(2))
    forger.cookies["known"] = known.cookies["known"].value.replace(":", "x:", 1)
    assert guess(forger)
    assert not gets_in(at(3))


def test_guessers_in_many_networks_have_a_bound_that_keeps_out_no_browser_that_knows_the_player(
    monkeypatch, known
):
    few = tries.PASSWORDS._replace(of_strangers=tries.Rate(1 / 3600, 12))
    monkeypatch.setattr("frontend.accounts.adapter.PASSWORDS", few)
    assert [guess(at(network), 5) for network in range(2, 6)] == [False, False, True, True]
    assert not gets_in(at(100))
    assert gets_in(known)


def test_right_passwords_use_nothing_up():
    assert all(gets_in(at(1)) for _ in range(12))


@pytest.mark.extra
def test_a_browser_remembers_eight_players(browser_of, player):
    shared = at(1)
    for number in range(9):
        become_account(browser_of(player(f"Player {number}")), f"{number}@example.org")
        sign_in(shared, f"{number}@example.org")
        press(shared, "/sign-out")
    kept = shared.cookies["known"]
    assert len(kept.value.split(":")[0].split(".")) == 1 + 8
    assert (kept["httponly"], kept["samesite"]) == (True, "Lax")


def test_mails_that_strangers_ask_for_do_not_keep_out_the_players_own_browser(known):
    before = len(mails())
    answers = [at(1).post("/forgotten", {"email": ADDRESS}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [200]
    assert "too often" in text(answers[-1])
    assert len(mails()) == before + 5
    for browser in (known, at(2)):
        press(browser, "/forgotten", email=ADDRESS)


def test_who_is_deleted_is_in_no_cookie():
    browser = at(1)
    assert gets_in(browser)
    assert browser.cookies["known"].value
    press(browser, "/me/delete")
    press(browser, "/me/again", password=PASSWORD)
    press(browser, "/me/delete")
    assert not browser.cookies["known"].value
