"""Wrong passwords: they keep their network out for minutes, and never a browser that knows the player."""

import pytest
from django.test import Client

from frontend.accounts import tries

from .accounts import ADDRESS, PASSWORD, become_account, code, mails, sign_in, text

pytestmark = pytest.mark.django_db

NEW = "another sentence"
TOO_OFTEN = "wrong too often"


@pytest.fixture(autouse=True)
def account(browser_of, rival, hashed_in_no_time, moment):
    become_account(browser_of(rival))


@pytest.fixture
def at():
    """A browser that nobody was signed in with, at an address of this number."""
    return lambda number: Client(REMOTE_ADDR=f"192.0.2.{number}")


def guess(browser, times=5):
    return [TOO_OFTEN in text(sign_in(browser, password="wrong wrong")) for _ in range(times)][-1]


def gets_in(browser, password=PASSWORD):
    answer = sign_in(browser, password=password)
    assert answer.status_code == 302 or TOO_OFTEN in text(answer)
    return answer.status_code == 302


def test_a_stranger_keeps_out_their_own_network_alone(at, moment):
    assert not guess(at(1), 5)
    assert guess(at(1), 1)
    assert not gets_in(at(1)), "the right password, too"
    assert gets_in(at(2))
    moment[0] += 60
    assert gets_in(at(1)), "there is one more try a minute"


@pytest.mark.parametrize("left_by", ["/sign-out", None])
def test_a_browser_that_was_signed_in_is_let_in_beside_guessers_at_the_same_address(at, left_by):
    known = at(1)
    assert gets_in(known)
    if left_by:
        known.post(left_by)
    else:  # the session is lost, as after another password elsewhere
        del known.cookies["sessionid"]
    assert guess(at(1), 6)
    assert gets_in(known)


def test_a_browser_that_is_signed_in_says_who_it_is_beside_guessers(at, browser_of, rival):
    assert guess(Client(), 6)
    browser = browser_of(rival)
    assert browser.post("/me/again", {"password": PASSWORD}).status_code == 302


def test_who_has_just_reset_the_password_by_mail_is_let_in(at):
    assert guess(at(1), 6)
    fresh = at(1)
    fresh.post("/forgotten", {"email": ADDRESS})
    fresh.post("/forgotten/code", {"code": code()})
    fresh.post("/forgotten/password", {"password1": NEW})
    assert gets_in(fresh, NEW)


def test_a_browser_that_knows_the_player_may_not_guess_for_ever_either(at):
    known = at(1)
    assert gets_in(known)
    known.post("/sign-out")
    assert guess(known, 6)
    assert not gets_in(known)
    assert gets_in(at(1)), "it counts for itself"


def test_another_players_browser_is_a_stranger(at, browser_of, owner):
    become_account(browser_of(owner), "olga@example.org")
    other = at(1)
    assert sign_in(other, "olga@example.org").status_code == 302
    other.post("/sign-out")
    assert guess(other, 6)
    assert not gets_in(at(1))


def test_a_cookie_that_we_have_not_signed_is_none(at):
    known = at(1)
    gets_in(known)
    forger = at(1)
    forger.cookies["known"] = known.cookies["known"].value.replace(":", "x:", 1)
    assert guess(forger, 6)


def test_guessers_in_many_networks_have_a_bound_that_keeps_out_no_browser_that_knows_the_player(
    at, monkeypatch
):
    few = tries.PASSWORDS._replace(of_strangers=tries.Rate(1 / 3600, 12))
    monkeypatch.setattr("frontend.accounts.adapter.PASSWORDS", few)
    known = at(200)
    assert gets_in(known)
    assert [guess(at(network), 5) for network in range(1, 5)] == [False, False, True, True]
    assert not gets_in(at(100))
    known.post("/sign-out")
    assert gets_in(known)


def test_right_passwords_use_nothing_up(at):
    assert all(gets_in(at(1)) for _ in range(12))


@pytest.mark.extra
def test_a_browser_remembers_eight_players(at, browser_of, player):
    shared = at(1)
    for number in range(9):
        become_account(browser_of(player(f"Player {number}")), f"{number}@example.org")
        sign_in(shared, f"{number}@example.org")
        shared.post("/sign-out")
    kept = shared.cookies["known"]
    assert len(kept.value.split(":")[0].split(".")) == 1 + 8
    assert kept["httponly"]
    assert kept["samesite"] == "Lax"


def test_mails_that_strangers_ask_for_do_not_keep_out_the_players_own_browser(at):
    known = at(1)
    assert gets_in(known)
    known.post("/sign-out")
    before = len(mails())
    answers = [at(1).post("/forgotten", {"email": ADDRESS}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [200]
    assert "too often" in text(answers[-1])
    assert len(mails()) == before + 5
    assert known.post("/forgotten", {"email": ADDRESS}).status_code == 302
    assert at(2).post("/forgotten", {"email": ADDRESS}).status_code == 302


def test_who_is_deleted_is_in_no_cookie(at):
    known = at(1)
    assert gets_in(known)
    assert known.cookies["known"].value
    known.post("/me/delete")
    known.post("/me/again", {"password": PASSWORD})
    known.post("/me/delete")
    assert not known.cookies["known"].value
