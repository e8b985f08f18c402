"""Becoming an account, and signing in: the same player before and after, whom no lost phone takes away."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.contests.circles.membership import join_circle, make_circle
from competitions.models import Circle, Handle, Player
from competitions.moderation.close_player import close_player
from competitions.people.last_uses import write_uses
from competitions.people.tokens import make_token

from .accounts import ADDRESS, PASSWORD, become_account, code, mails, sign_in, text
from .forms import shown_in
from .playing import play, start

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hashed_in_no_time")]


def me(browser):
    return browser.get("/api/v1/me").json()


def test_a_guest_becomes_an_account_and_is_the_same_player_on_any_device(browser_of, rival, contest):
    first, second = browser_of(rival), browser_of(rival)
    play(contest(), rival, [])
    seat = start(contest(play="sealed"), rival)
    _, secret = make_token(player=rival, name="bot", scopes=("read", "play"), now=timezone.now())
    before, played = me(first), first.get(f"/api/v1/players/{rival.pk}").json()["games"]
    become_account(first)
    assert me(first) == me(second) == before | {"account": True}, "their first password ends no session"
    assert first.get(f"/api/v1/players/{rival.pk}").json()["games"] == played
    assert played
    told = Client().get(f"/api/v1/attempts/{seat.attempt.pk}", headers={"Authorization": f"Bearer {secret}"})
    assert told.json()["state"] == "running", "neither the key nor the game has ended"
    elsewhere = Client()
    assert sign_in(elsewhere).headers["Location"] == "/"
    assert me(elsewhere)["id"] == rival.pk
    assert "You have an account now." in text(first.get("/?did=account"))
    assert elsewhere.post("/sign-out").headers["Location"] == "/"
    assert elsewhere.get("/api/v1/me").status_code == 401
    assert me(first)["id"] == rival.pk
    assert [each.subject for each in mails()][1:] == ["You have a password now"]


@pytest.mark.extra
def test_an_address_that_is_known_and_one_that_is_not_get_the_same_answers(browser_of, rival, owner):
    become_account(browser_of(rival))
    cache.clear()  # a minute later
    other = browser_of(owner)
    for address in (ADDRESS, "new@example.org"):
        answer = other.post("/me/address", {"action_add": "1", "email": address})
        assert answer.headers["Location"] == "/me/address/code"
        assert address in text(other.get("/me/address/code"))
        other.post("/forgotten", {"email": address})
        assert address in text(other.get("/forgotten/code"))
        answer = other.post("/sign-in", {"login": address, "password": "wrong wrong"})
        assert "This address and this password do not go together." in text(answer)
    assert me(other)["account"] is False
    cache.clear()  # another minute later
    other.post("/me/address", {"action_add": "1", "email": ADDRESS})
    answer = other.post("/me/address/code", {"code": code(), "password1": PASSWORD}, follow=True)
    assert "That is the address of another account" in text(answer), "it becomes nobody else's"


@pytest.mark.extra
def test_a_code_is_sent_again_by_one_press(browser_of, rival):
    browser = browser_of(rival)
    browser.post("/me/address", {"action_add": "1", "email": ADDRESS})
    lost = code()
    cache.clear()  # ten seconds later
    shown = shown_in(text(browser.get("/me/address/code")))
    browser.post("/me/address", {**shown, "action_add": "1"})
    assert code() != lost
    browser.post("/me/address/code", {"code": code(), "password1": PASSWORD})
    assert ADDRESS in text(browser.get("/me"))
    browser.post("/forgotten", {"email": ADDRESS})
    asked = len(mails())
    browser.post("/forgotten", shown_in(text(browser.get("/forgotten/code"))))
    assert len(mails()) == asked + 1


def test_a_code_can_be_guessed_three_times(browser_of, rival):
    browser = browser_of(rival)
    browser.post("/me/address", {"action_add": "1", "email": ADDRESS})
    right = code()
    for _ in range(3):
        browser.post("/me/address/code", {"code": right, "password1": "short"})  # is no guess
        browser.post("/me/address/code", {"code": "wrong", "password1": PASSWORD})
    late = browser.post("/me/address/code", {"code": right, "password1": PASSWORD})
    assert late.headers["Location"] == "/me/address"
    assert "none; add an address first" in text(browser.get("/me"))


@pytest.mark.extra
def test_who_has_forgotten_a_password_gets_another_and_every_other_session_ends(browser_of, rival):
    first = browser_of(rival)
    become_account(first)
    elsewhere = Client()
    assert elsewhere.post("/forgotten", {"email": ADDRESS.upper()}).status_code == 302
    assert elsewhere.post("/forgotten/code", {"code": code()}).headers["Location"] == "/forgotten/password"
    answer = elsewhere.post("/forgotten/password", {"password1": "another sentence"}, follow=True)
    assert "You have a new password." in text(answer)
    assert first.get("/api/v1/me").status_code == 401
    assert "do not go together" in text(sign_in(elsewhere))
    assert sign_in(elsewhere, password="another sentence").status_code == 302
    assert me(elsewhere)["id"] == rival.pk


def test_who_changes_the_password_stays_and_the_others_are_signed_out(browser_of, rival):
    first, second = browser_of(rival), browser_of(rival)
    become_account(first)
    change = {"oldpassword": PASSWORD, "password1": "another sentence"}
    assert first.post("/me/password", change).headers["Location"] == "/me?did=password#account"
    assert me(first)["id"] == rival.pk
    assert second.get("/api/v1/me").status_code == 401


@pytest.mark.extra
def test_another_address_takes_the_place_of_the_first_once_it_is_confirmed(browser_of, rival):
    browser = browser_of(rival)
    become_account(browser)
    asked = browser.post("/me/address", {"action_add": "1", "email": "new@example.org"})
    assert asked.headers["Location"].startswith("/me/again?"), "who changes it says once more who they are"
    asked = browser.post(asked.headers["Location"], {"password": PASSWORD})
    assert asked.headers["Location"] == "/me/address/code"
    assert sign_in(Client()).status_code == 302
    browser.post("/me/address/code", {"code": code()})
    assert sign_in(Client()).status_code == 200
    assert sign_in(Client(), "new@example.org").status_code == 302
    assert ADDRESS in mails()[-1].to, "the old address is told"


@pytest.mark.extra
def test_names_of_accounts_differ_by_look_and_those_of_guests_do_not(browser_of, player):
    # A capital I looks like a small l.
    first, second = (browser_of(player(name)) for name in ("Ian", "lan"))
    become_account(first)
    assert "Another account has the name" in text(second.get("/me"))
    become_account(second, "lan@example.org")
    assert me(second)["account"] is False
    assert me(second)["name"] == "lan"
    assert second.post("/me", {"name": "Lanna"}).headers["Location"] == "/me?did=name"
    assert me(second)["account"] is True
    assert "Another account has that name" in text(second.post("/me", {"name": "lan"}))
    assert Handle.objects.count() == 2


@pytest.mark.extra
def test_the_name_that_an_account_gives_up_is_free(browser_of, player):
    first, second = browser_of(player("Ian")), browser_of(player("Ian"))
    become_account(first)
    first.post("/me", {"name": "Iannis"})
    become_account(second, "other@example.org")
    assert me(second)["account"] is True


def test_whoever_is_wrong_too_often_waits_whatever_address_it_is(browser_of, rival):
    become_account(browser_of(rival))
    for address in (ADDRESS, "nobody@example.org"):
        for _ in range(5):
            sign_in(Client(), address, "wrong wrong")
        assert "wrong too often" in text(sign_in(Client(), address))


def test_a_password_is_the_same_however_a_keyboard_composes_its_letters(browser_of, rival):
    composed, apart = "fünf Könige", "fu\u0308nf Ko\u0308nige"
    first, second = browser_of(rival), browser_of(rival)
    become_account(first, password=apart)
    assert [sign_in(Client(), password=typed).status_code for typed in (composed, apart)] == [302, 302]
    asked = second.post("/me/keys", {"name": "Robby", "scopes": ["read"]}).headers["Location"]
    assert re.search(r"\bed_[\w-]{20,}", text(second.post(asked, {"password": apart})))
    changed = first.post("/me/password", {"oldpassword": apart, "password1": "u\u0308" * 7})
    assert "at least 8" in text(changed), "it is counted as it is stored"
    assert first.post("/me/password", {"oldpassword": apart, "password1": "sechs Köche"}).status_code == 302
    assert sign_in(Client(), password="sechs Ko\u0308che").status_code == 302


@pytest.mark.parametrize("password", ["wrong wrong", "wro\u0308ng wrong"])
def test_a_wrong_password_costs_as_much_where_nobody_has_the_address(
    browser_of, rival, monkeypatch, password
):
    become_account(browser_of(rival))
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda *typed: (hashed.append(typed[1]), encode(*typed))[1]
    )
    costs = []
    for address in (ADDRESS, "nobody@example.org"):
        hashed.clear()
        sign_in(Client(), address, password)
        costs.append(len(hashed))
    assert costs == [1, 1]


def test_a_password_that_is_typed_in_another_form_counts_as_one_attempt(browser_of, rival):
    become_account(browser_of(rival))
    for _ in range(5):
        assert "do not go together" in text(sign_in(Client(), password="wro\u0308ng wrong"))
    assert "wrong too often" in text(sign_in(Client(), password="wro\u0308ng wrong"))


@pytest.mark.usefixtures("moment")
def test_passwords_are_refused_before_they_are_hashed_when_there_are_too_many(settings):
    settings.LIMITS = {**settings.LIMITS, "passwords": {"player": 2, "address": 2}}
    assert [sign_in(Client(), password="wrong").status_code for _ in range(3)] == [200, 200, 429]


def test_an_address_that_is_not_confirmed_signs_nobody_in(browser_of, rival):
    become_account(browser_of(rival))
    EmailAddress.objects.update(verified=False)
    cache.clear()  # a minute later
    assert "do not go together" in text(sign_in(Client()))


def test_a_guest_has_nothing_to_sign_out_of(browser_of, rival):
    browser = browser_of(rival)
    assert browser.post("/sign-out").headers["Location"] == "/me"
    assert me(browser)["id"] == rival.pk


def test_standings_say_who_has_an_account(browser_of, rival, contest):
    competition = contest()
    browser = browser_of(rival)
    browser.post(f"/c/{competition.pk}/join")
    become_account(browser)
    rows = browser.get(f"/api/v1/competitions/{competition.pk}/standings").json()["results"]
    assert [row["player"]["account"] for row in rows] == [True]


@pytest.mark.extra
def test_who_signs_in_where_a_guest_played_is_shown_what_the_guest_has_and_leaves_or_closes_it(
    browser_of, rival, player, contest
):
    become_account(browser_of(rival))
    for press, name in (("leave", "Gwen Guest"), ("close", None)):
        guest = player("Gwen Guest")
        browser = browser_of(guest)
        browser.post(f"/c/{contest().pk}/join")
        assert "knows you as the guest" in text(browser.get("/sign-in"))
        assert sign_in(browser).headers["Location"] == "/me/guest"
        assert me(browser)["id"] == rival.pk
        page = text(browser.get("/me/guest"))
        assert "Gwen Guest" in page
        assert "1 contest, 0 finished games and 0 circles" in page
        assert browser.post("/me/guest", {press: "1"}).headers["Location"] == "/"
        assert browser.get("/me/guest").headers["Location"] == "/me", "it is asked once"
        guest.refresh_from_db()
        assert guest.name == name or guest.name.startswith("deleted-")


def test_nobody_closes_a_guest_whom_their_browser_did_not_know(browser_of, rival, player):
    browser = browser_of(rival)
    become_account(browser)
    assert browser.post("/me/guest", {"close": "1"}).headers["Location"] == "/me"


def test_who_is_deleted_is_nobody_and_the_results_stay(browser_of, rival, contest, player):
    competition = contest()
    browser, second = browser_of(rival), browser_of(rival)
    browser.post(f"/c/{competition.pk}/join", {"name": ""})
    become_account(browser)
    _, secret = make_token(player=rival, name="bot", scopes=("read",), now=timezone.now())
    asked = browser.post("/me/delete")
    assert asked.headers["Location"].startswith("/me/again?"), "who goes says once more who they are"
    browser.post("/me/again", {"password": PASSWORD})
    assert "You cannot undo this" in text(browser.get("/me/delete"))
    assert "We have deleted you" in text(browser.post("/me/delete", follow=True))
    for gone in (browser, second):
        assert gone.get("/api/v1/me").status_code == 401
    bearer = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/me", headers=bearer).status_code == 401
    assert "do not go together" in text(sign_in(Client()))
    assert not EmailAddress.objects.exists()
    rows = Client().get(f"/api/v1/competitions/{competition.pk}/standings").json()["results"]
    assert re.fullmatch(r"deleted-[0-9a-z]{4}", rows[0]["player"]["name"])
    become_account(browser_of(player("Ray Rival")), "ray@example.org")


def test_a_code_for_an_address_that_was_never_confirmed_is_not_sent_to_who_is_deleted(browser_of, rival):
    browser = browser_of(rival)
    browser.post("/me/address", {"action_add": "1", "email": "typo@example.org"})
    assert DBTaskResult.objects.ready().count() == 1
    assert not EmailAddress.objects.exists()
    browser.post("/me/delete")
    assert mails() == []
    assert "typo@example.org" not in str(DBTaskResult.objects.values_list("args_kwargs"))


@pytest.mark.extra
@pytest.mark.parametrize("listed", [True, False])
def test_nothing_is_left_of_the_sessions_of_who_is_deleted(browser_of, rival, owner, listed):
    browsers = [browser_of(player) for player in (rival, rival, owner)]
    Player.objects.filter(pk=owner.pk).update(banned_at=timezone.now())  # which may be lifted
    for browser in browsers:
        browser.get("/games")
    if listed:
        write_uses()
    close_player(player=rival, now=timezone.now())
    write_uses()  # as is done again and again
    assert [each.session_key for each in Session.objects.all()] == [browsers[-1].session.session_key]
    assert browsers[0].get("/api/v1/me").status_code == 401
    assert browsers[-1].get("/api/v1/me").status_code == 200


@pytest.mark.extra
def test_who_has_an_account_says_again_who_they_are_before_a_key_or_a_code_is_made(
    browser_of, rival, contest
):
    browser, competition = browser_of(rival), contest()
    browser.post(f"/c/{competition.pk}/join")
    become_account(browser)
    of_apps = {"name": "Robby", "scopes": ["read", "play"]}
    for path, form in (("/me/keys", of_apps), (f"/c/{competition.pk}/token", {})):
        asked = browser.post(path, form).headers["Location"]
        assert asked.startswith("/me/again?")
        assert not rival.tokens.exists()
        assert "That is not your password" in text(browser.post(asked, {"password": "wrong wrong"}))
        shown = text(browser.post(asked, {"password": PASSWORD}))
        secret = re.search(r"\bed_[\w-]{20,}", shown).group()
        assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code == 200
        assert re.search(r"\bed_[\w-]{20,}", text(browser.post(path, form))), "they have said so a moment ago"
        browser = browser_of(rival)
        rival.tokens.all().delete()
    asked = browser.post("/continue/code").headers["Location"]
    assert asked.startswith("/me/again?"), "another browser stays signed in longer than this one"
    shown = browser.post(asked, {"password": PASSWORD}, follow=True)
    assert 'class="pass-code"' in shown.content.decode()


def test_the_session_of_an_account_makes_no_key_by_itself(browser_of, rival):
    browser, body = browser_of(rival), json.dumps({"name": "Robby", "scopes": ["read"]})
    asked = {"path": "/api/v1/tokens", "data": body, "content_type": "application/json"}
    browser.get("/me")
    of_page = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    made = browser.post(**asked, headers=of_page)
    assert made.status_code == 201, "a guest has nothing to be asked for"
    become_account(browser)
    refused = browser.post(**asked, headers=of_page).json()
    assert refused["code"] == "forbidden"
    assert "/me" in refused["detail"]
    bearer = {"Authorization": f"Bearer {made.json()['token']}"}
    assert Client().post(**asked, headers=bearer).status_code == 201


def test_circles_go_on_without_who_is_deleted(rival, owner):
    alone = make_circle(name="Alone", player=rival, now=timezone.now()).circle
    circle = make_circle(name="Both", player=rival, now=timezone.now()).circle
    join_circle(circle=circle, player=owner, invite=circle.invite, now=timezone.now())
    close_player(player=rival, now=timezone.now())
    assert [member.player for member in circle.members.all()] == [owner]
    circle.refresh_from_db()
    assert (circle.size, circle.members.get().owns) == (1, True)
    assert not Circle.objects.filter(pk=alone.pk).exists()


def test_signing_in_leads_back_to_where_it_was_pressed_or_to_the_games(browser_of, rival, owner, contest):
    become_account(browser_of(rival))
    event, elsewhere = contest(), Client()
    page = text(elsewhere.get(f"/c/{event.pk}?page=2"))
    link = f"/sign-in?next=%2Fc%2F{event.pk}%3Fpage%3D2"
    assert f'href="{link}"' in page
    form = {"login": ADDRESS, "password": PASSWORD}
    shown = shown_in(text(elsewhere.get(link)))
    assert elsewhere.post("/sign-in", shown | form).headers["Location"] == f"/c/{event.pk}?page=2"
    for away in ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"):
        assert Client().post("/sign-in", form | {"next": away}).headers["Location"] == "/"
    guest = browser_of(owner)
    assert guest.post("/sign-in", shown | form).headers["Location"] == "/me/guest", "a guest is not forgotten"
