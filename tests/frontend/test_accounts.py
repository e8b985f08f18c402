"""Becoming an account, and signing in: the same player before and after, on any device."""

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
from competitions.models import Circle, Handle, Notice, NoticeType, Player
from competitions.moderation.close_player import close_player
from competitions.people.last_uses import write_uses
from competitions.people.tokens import make_token
from tests.languages import speak_german

from .accounts import (
    ADDRESS,
    NEW,
    PASSWORD,
    ask_for_code,
    become_account,
    code,
    forget,
    mails,
    me,
    sign_in,
    status_of,
    text,
)
from .forms import shown_in
from .playing import play, start
from .reading import press, read, refused, says, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hashed_in_no_time")]

SECRET = r"\bed_[\w-]{20,}"
COMPOSED, APART = "fünf Könige", "fu\u0308nf Ko\u0308nige"
WRONG = "This address and this password do not go together."


def joined(browser, contest):
    made = contest()
    press(browser, f"/c/{made.pk}/join")
    return made


def test_a_guest_becomes_an_account_and_is_the_same_player_on_any_device(browser_of, mine, rival, contest):
    second = browser_of(rival)
    play(contest(), rival, [])
    seat = start(contest(play="sealed"), rival)
    _, secret = make_token(player=rival, name="bot", scopes=("read", "play"), now=timezone.now())
    before, played = me(mine), mine.get(f"/api/v1/players/{rival.pk}").json()["games"]
    become_account(mine)
    assert me(mine) == me(second) == before | {"account": True}, "their mine password ends no session"
    assert mine.get(f"/api/v1/players/{rival.pk}").json()["games"] == played != []
    told = Client().get(f"/api/v1/attempts/{seat.attempt.pk}", headers={"Authorization": f"Bearer {secret}"})
    assert told.json()["state"] == "running", "neither the key nor the game has ended"
    elsewhere = Client()
    assert sign_in(elsewhere).headers["Location"] == "/"
    assert me(elsewhere)["id"] == rival.pk
    says(read(mine, "/?did=account"), "You have an account now.")
    assert press(elsewhere, "/sign-out") == "/"
    assert (status_of(elsewhere), me(mine)["id"]) == (401, rival.pk)
    assert [each.subject for each in mails()][1:] == ["You have a password now"]
    rows = mine.get(f"/api/v1/competitions/{joined(mine, contest).pk}/standings").json()["results"]
    assert [row["player"]["account"] for row in rows] == [True]


@pytest.mark.extra
def test_an_address_that_is_known_and_one_that_is_not_get_the_same_answers(desk, mine):
    become_account(mine)
    cache.clear()  # a minute later
    for address in (ADDRESS, "new@example.org"):
        assert press(desk, "/me/address", action_add="1", email=address) == "/me/address/code"
        says(read(desk, "/me/address/code"), address)
        press(desk, "/forgotten", email=address)
        says(read(desk, "/forgotten/code"), address)
        says(text(sign_in(desk, address, "wrong wrong")), WRONG)
    assert me(desk)["account"] is False
    cache.clear()  # another minute later
    given = {"code": ask_for_code(desk), "password1": PASSWORD}
    answer = desk.post("/me/address/code", given, follow=True)
    says(text(answer), "That is the address of another account")


def test_a_code_is_sent_again_by_one_press_and_guessed_three_times(mine):
    right = ask_for_code(mine)
    for _ in range(3):
        mine.post("/me/address/code", {"code": right, "password1": "short"})  # is no guess
        mine.post("/me/address/code", {"code": "wrong", "password1": PASSWORD})
    assert press(mine, "/me/address/code", code=right, password1=PASSWORD) == "/me/address"
    says(read(mine, "/me"), "Add an address and a password")
    cache.clear()  # ten seconds later
    lost = ask_for_code(mine)
    cache.clear()
    shown = shown_in(read(mine, "/me/address/code"))
    mine.post("/me/address", {**shown, "action_add": "1"})
    assert code() != lost
    mine.post("/me/address/code", {"code": code(), "password1": PASSWORD})
    says(read(mine, "/me"), ADDRESS)
    press(mine, "/forgotten", email=ADDRESS)
    asked = len(mails())
    mine.post("/forgotten", shown_in(read(mine, "/forgotten/code")))
    assert len(mails()) == asked + 1


@pytest.mark.extra
def test_who_has_forgotten_a_password_gets_another_and_every_other_session_ends(mine, rival):
    elsewhere = Client()
    become_account(mine)
    forget(elsewhere, ADDRESS.upper())
    answer = elsewhere.post("/forgotten/password", {"password1": NEW}, follow=True)
    says(text(answer), "You have a new password.")
    assert status_of(mine) == 401
    says(text(sign_in(elsewhere)), WRONG)
    assert sign_in(elsewhere, password=NEW).status_code == 302
    assert me(elsewhere)["id"] == rival.pk


def test_who_changes_the_password_stays_and_the_others_are_signed_out(browser_of, mine, rival):
    second = browser_of(rival)
    become_account(mine)
    assert press(mine, "/me/password", oldpassword=PASSWORD, password1=NEW) == "/me?did=password#account"
    assert (me(mine)["id"], status_of(second)) == (rival.pk, 401)


@pytest.mark.extra
def test_another_address_takes_the_place_of_the_first_once_it_is_confirmed(mine):
    become_account(mine)
    asked = press(mine, "/me/address", action_add="1", email="new@example.org")
    assert asked.startswith("/me/again?"), "who changes it says once more who they are"
    assert press(mine, asked, password=PASSWORD) == "/me/address/code"
    assert sign_in(Client()).status_code == 302
    mine.post("/me/address/code", {"code": code()})
    assert [sign_in(Client(), each).status_code for each in (ADDRESS, "new@example.org")] == [200, 302]
    assert ADDRESS in mails()[-1].to, "the old address is told"


@pytest.mark.extra
def test_names_of_accounts_differ_by_look_and_those_of_guests_do_not(browser_of, player):
    # A capital I looks like a small l.
    first, second, third = (browser_of(player(name)) for name in ("Ian", "lan", "Ian"))
    become_account(first)
    says(read(second, "/me"), "Another account has the name")
    become_account(second, "lan@example.org")
    assert (me(second)["account"], me(second)["name"]) == (False, "lan")
    assert press(second, "/me", name="Lanna") == "/me?did=name"
    assert me(second)["account"] is True
    says(refused(second, "/me", name="lan"), "Another account has that name")
    assert Handle.objects.count() == 2
    press(first, "/me", name="Iannis")  # which makes the name free
    become_account(third, "other@example.org")
    assert me(third)["account"] is True


@pytest.mark.parametrize("password", ["wrong wrong", "wro\u0308ng wrong"])
@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.org"])
def test_whoever_is_wrong_too_often_waits_whatever_address_it_is(mine, address, password):
    """A password that is typed in another form counts as one attempt."""
    become_account(mine)
    for _ in range(5):
        says(text(sign_in(Client(), address, password)), WRONG)
    says(text(sign_in(Client(), address, password)), "wrong too often")


def test_a_password_is_the_same_however_a_keyboard_composes_its_letters(browser_of, mine, rival):
    second = browser_of(rival)
    become_account(mine, password=APART)
    assert [sign_in(Client(), password=typed).status_code for typed in (COMPOSED, APART)] == [302, 302]
    asked = press(second, "/me/keys", name="Robby", scopes=["read"])
    assert re.search(SECRET, text(second.post(asked, {"password": APART})))
    changed = mine.post("/me/password", {"oldpassword": APART, "password1": "u\u0308" * 7})
    says(text(changed), "at least 8")  # it is counted as it is stored
    press(mine, "/me/password", oldpassword=APART, password1="sechs Köche")
    assert sign_in(Client(), password="sechs Ko\u0308che").status_code == 302


@pytest.mark.parametrize("password", ["wrong wrong", "wro\u0308ng wrong"])
def test_a_wrong_password_costs_as_much_where_nobody_has_the_address(mine, monkeypatch, password):
    become_account(mine)
    hashed, costs = [], []
    encode = MD5PasswordHasher.encode
    noted = lambda *typed: (hashed.append(typed[1]), encode(*typed))[1]  # noqa: E731
    monkeypatch.setattr(MD5PasswordHasher, "encode", noted)
    for address in (ADDRESS, "nobody@example.org"):
        hashed.clear()
        sign_in(Client(), address, password)
        costs.append(len(hashed))
    assert costs == [1, 1]


@pytest.mark.usefixtures("moment")
def test_passwords_are_refused_before_they_are_hashed_when_there_are_too_many(settings):
    settings.LIMITS = {**settings.LIMITS, "passwords": {"player": 2, "address": 2}}
    assert [sign_in(Client(), password="wrong").status_code for _ in range(3)] == [200, 200, 429]


def test_an_address_that_is_not_confirmed_signs_nobody_in_and_a_guest_has_nothing_to_sign_out_of(mine, rival):
    assert press(mine, "/sign-out") == "/me"
    become_account(mine)
    EmailAddress.objects.update(verified=False)
    cache.clear()  # a minute later
    says(text(sign_in(Client())), WRONG)
    assert me(mine)["id"] == rival.pk


@pytest.mark.extra
def test_who_signs_in_where_a_guest_played_is_shown_what_the_guest_has_and_leaves_or_closes_it(
    browser_of, mine, rival, player, contest
):
    become_account(mine)
    assert press(mine, "/me/guest", close="1") == "/me", "their browser knew none"
    for button, name in (("leave", "Gwen Guest"), ("close", None)):
        guest = player("Gwen Guest")
        browser = browser_of(guest)
        joined(browser, contest)
        says(read(browser, "/sign-in"), "knows you as the guest")
        assert sign_in(browser).headers["Location"] == "/me/guest"
        assert me(browser)["id"] == rival.pk
        says(
            read(browser, "/me/guest"),
            "Gwen Guest",
            "<li>1 contest</li><li>0 finished games</li><li>0 circles</li>",
        )
        assert press(browser, "/me/guest", {button: "1"}) == "/"
        assert browser.get("/me/guest").headers["Location"] == "/me", "it is asked once"
        guest.refresh_from_db()
        assert guest.name == name or guest.name.startswith("deleted-")


def test_who_is_deleted_is_nobody_and_the_results_stay(browser_of, mine, rival, contest, player):
    second = browser_of(rival)
    competition = joined(mine, contest)
    become_account(mine)
    _, secret = make_token(player=rival, name="bot", scopes=("read",), now=timezone.now())
    assert press(mine, "/me/delete").startswith("/me/again?"), "who goes says once more who they are"
    mine.post("/me/again", {"password": PASSWORD})
    says(read(mine, "/me/delete"), "You cannot undo this")
    says(text(mine.post("/me/delete", follow=True)), "We have deleted you")
    assert [status_of(mine), status_of(second), status_of(Client(), secret)] == [401] * 3
    says(text(sign_in(Client())), WRONG)
    assert not EmailAddress.objects.exists()
    rows = Client().get(f"/api/v1/competitions/{competition.pk}/standings").json()["results"]
    name = rows[0]["player"]["name"]
    assert re.fullmatch(r"deleted-[0-9a-z]{4}", name)
    for path in ("", "/sheet", f"/players/{rows[0]['entry']}"):
        page = Client().get(f"/c/{competition.pk}{path}", headers={"Accept-Language": "de"})
        says(words(text(page)), name.replace("deleted", "gelöscht"), lacks=[name])
    Notice.objects.create(
        player=competition.organiser,
        type=NoticeType.OVERTAKEN,
        key="x",
        at=timezone.now(),
        competition=competition,
        entry_id=rows[0]["entry"],
    )
    notices = browser_of(competition.organiser).get("/notices", headers={"Accept-Language": "de"})
    says(text(notices), f'<bdi lang="">{name.replace("deleted", "gelöscht")}</bdi>', lacks=[name])
    become_account(browser_of(player("Ray Rival")), "ray@example.org")


def test_a_code_for_an_address_that_was_never_confirmed_is_not_sent_to_who_is_deleted(mine):
    press(mine, "/me/address", action_add="1", email="typo@example.org")
    assert DBTaskResult.objects.ready().count() == 1
    assert not EmailAddress.objects.exists()
    mine.post("/me/delete")
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
    assert (status_of(browsers[0]), status_of(browsers[-1])) == (401, 200)


@pytest.mark.extra
def test_who_has_an_account_says_again_who_they_are_before_a_key_or_a_code_is_made(
    browser_of, rival, contest
):
    browser = browser_of(rival)
    competition = joined(browser, contest)
    become_account(browser)
    of_apps = {"name": "Robby", "scopes": ["read", "play"]}
    for path, form in (("/me/keys", of_apps), (f"/c/{competition.pk}/token", {})):
        asked = press(browser, path, form)
        assert asked.startswith("/me/again?")
        assert not rival.tokens.exists()
        says(text(browser.post(asked, {"password": "wrong wrong"})), "That is not your password")
        shown = text(browser.post(asked, {"password": PASSWORD}))
        assert status_of(Client(), re.search(SECRET, shown).group()) == 200
        assert re.search(SECRET, text(browser.post(path, form))), "they have said so a moment ago"
        browser = browser_of(rival)
        rival.tokens.all().delete()
    asked = press(browser, "/continue/code")
    assert asked.startswith("/me/again?"), "another browser stays signed in longer than this one"
    says(text(browser.post(asked, {"password": PASSWORD}, follow=True)), 'class="pass-code"')


def test_the_session_of_an_account_makes_no_key_by_itself(mine):
    body = json.dumps({"name": "Robby", "scopes": ["read"]})
    asked = {"path": "/api/v1/tokens", "data": body, "content_type": "application/json"}
    mine.get("/me")
    of_page = {"X-CSRFToken": mine.cookies["csrftoken"].value}
    made = mine.post(**asked, headers=of_page)
    assert made.status_code == 201, "a guest has nothing to be asked for"
    become_account(mine)
    answer = mine.post(**asked, headers=of_page).json()
    assert (answer["code"], "/me" in answer["detail"]) == ("forbidden", True)
    bearer = {"Authorization": f"Bearer {made.json()['token']}"}
    assert Client().post(**asked, headers=bearer).status_code == 201


def test_circles_go_on_without_who_is_deleted(rival, owner):
    now = timezone.now()
    alone, circle = (make_circle(name=name, player=rival, now=now).circle for name in ("Alone", "Both"))
    join_circle(circle=circle, player=owner, invite=circle.invite, now=now)
    close_player(player=rival, now=now)
    circle.refresh_from_db()
    member = circle.members.get()
    assert (member.player, circle.size, member.owns) == (owner, 1, True)
    assert not Circle.objects.filter(pk=alone.pk).exists()


def test_signing_in_leads_back_to_where_it_was_pressed_or_to_the_games(desk, mine, contest):
    become_account(mine)
    event, elsewhere = contest(), Client()
    link = f"/sign-in?next=%2Fc%2F{event.pk}%3Fpage%3D2"
    says(read(elsewhere, f"/c/{event.pk}?page=2", status=404), f'href="{link}"')
    form = {"login": ADDRESS, "password": PASSWORD}
    shown = shown_in(read(elsewhere, link))
    assert press(elsewhere, "/sign-in", shown | form) == f"/c/{event.pk}?page=2"
    for away in ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"):
        assert press(Client(), "/sign-in", form, next=away) == "/"
    assert press(desk, "/sign-in", shown | form) == "/me/guest", "a guest is not forgotten"


def test_the_link_to_sign_in_is_the_same_however_often_it_is_followed(stranger):
    for link in ("/sign-in", "/sign-in?next=%2Fguides%3Fpage%3D2"):
        says(read(stranger, link), f'<p class="sign-in"><a href="{link}">')
    says(read(stranger, "/sign-in?did=password"), '<p class="sign-in"><a href="/sign-in">')


@pytest.mark.parametrize(
    ("chosen", "asked_in", "mailed_in"),
    [("de", "en", "de"), ("en", "de", "en"), ("", "de", "de"), ("", "", "en")],
)
def test_a_mail_is_in_the_language_of_its_player_or_else_of_the_page(
    mine, rival, settings, tmp_path, chosen, asked_in, mailed_in
):
    """Whoever asks for it: a code for a new password is asked for by strangers."""
    speak_german(
        settings, tmp_path, {"%(code)s is your code for a new password": "%(code)s ist Ihr Code dafür"}
    )
    become_account(mine)
    Player.objects.filter(pk=rival.pk).update(language=chosen)
    Client().post("/forgotten", {"email": ADDRESS}, headers={"Accept-Language": asked_in})
    assert ("ist Ihr Code" in mails()[-1].subject) == (mailed_in == "de")
