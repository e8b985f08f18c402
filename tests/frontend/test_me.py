"""The viewer's own page: another name, and keys for apps and bots."""

import html
import json
import re
from dataclasses import asdict
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.accounts.become_account import change_password
from competitions.contests.circles.membership import make_circle
from competitions.contests.rename_player import change_player
from competitions.models import Player, Preferences
from competitions.people import tokens
from competitions.people.known_browsers import end_all_browsers
from competitions.people.passes import issue_code
from competitions.people.shut_out import shut_out
from competitions.people.tokens import make_token
from competitions.refusals import Refusal
from competitions.web import limits

from .accounts import text
from .reading import read, refused, says

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ray Renamed", "Olga Owner"])
def test_a_player_takes_another_name_and_be_it_one_that_another_has(mine, rival, owner, name):
    assert 'value="Ray Rival"' in read(mine, "/me")
    page = text(mine.post("/me", {"name": name}, follow=True))
    says(page, f'You are <strong><bdi lang="">{name}</bdi></strong> now', f"<code>{rival.pk}</code>")
    assert Player.objects.get(pk=rival.pk).name == name


def test_a_key_is_made_shown_once_and_revoked(mine, rival):
    made = mine.post("/me/keys", {"name": "Robby", "scopes": ["read", "play"]})
    assert "no-store" in made.headers["Cache-Control"]
    secret = re.search(r"ed_[\w-]+", text(made)).group()
    bearer = {"Authorization": f"Bearer {secret}"}
    assert mine.get("/api/v1/me", headers=bearer).json()["name"] == "Ray Rival"
    says(read(mine, "/me"), "Robby", "may play, read", lacks=[secret])
    token = rival.tokens.get()
    assert token.scopes == ["play", "read"]
    answer = mine.post(f"/me/keys/{token.pk}/revoke", follow=True)
    assert "The key is revoked" in text(answer)
    assert "Robby" not in text(answer)
    assert mine.get("/api/v1/me", headers=bearer).status_code == 401
    assert mine.post(f"/me/keys/{token.pk}/revoke").status_code == 404


def test_a_player_chooses_once_for_all_devices_how_tables_are(browser_of, rival, client):
    browser = browser_of(rival)
    assert 'data-preferences="null"' in text(browser.get("/games"))
    page = browser.post("/me/preferences", {"four_colours": "on", "speed": "fast"}, follow=True)
    assert "All your tables now use these settings" in text(page)
    unfolded = re.findall(r"<details[^>]* open>\s*<summary><h2>(.*?)</h2>", text(page))
    assert unfolded == ["Cards and table"], "what was just changed, and nothing else"
    [said] = re.findall(r'data-preferences="([^"]*)"', text(browser_of(rival).get("/games")))
    assert json.loads(html.unescape(said)) == asdict(Preferences(four_colours=True, speed="fast"))
    assert browser.post("/me/preferences", {"speed": "slow"}).status_code == 422
    assert "data-preferences" not in read(client, "/games")


def test_a_player_chooses_what_others_see(mine):
    says(text(mine.post("/me/profile", {"profile": "private"}, follow=True)), "Others now see only your name")
    assert mine.get("/api/v1/me").json()["profile"] == "private"
    assert mine.post("/me/profile", {"profile": "secret"}).status_code == 422


def test_no_script_of_a_page_deletes_its_player(mine, rival):
    mine.cookies["csrftoken"] = "c" * 32
    as_a_script = {"X-CSRFToken": "c" * 32}
    change = {"content_type": "application/json", "headers": as_a_script}
    assert mine.patch("/api/v1/me", {"profile": "private"}, **change).status_code == 200
    answer = mine.delete("/api/v1/me", headers=as_a_script)
    assert (answer.status_code, "Send a token" in answer.json()["detail"]) == (403, True)
    assert mine.get("/api/v1/me").json()["name"] == rival.name


@pytest.mark.parametrize(
    "form", [{}, {"name": "x"}, {"scopes": ["play"]}, {"name": "x", "scopes": ["admin"]}]
)
def test_what_is_no_key_is_asked_for_again(mine, rival, form):
    says(refused(mine, "/me/keys", form), '<details class="fixed" open>')
    assert not rival.tokens.exists()


def test_where_there_are_as_many_keys_as_may_be_none_is_made(mine, rival, contest, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_LIVE", 1)
    monkeypatch.setattr("frontend.me.views.MOST_LIVE", 1)
    make_token(player=rival, name="x", scopes=["play"], now=timezone.now())
    assert mine.post("/me/keys", {"name": "y", "scopes": ["play"]}).status_code == 422
    assert "Revoke one to make another" in read(mine, "/me")
    assert mine.post(f"/c/{contest().pk}/token").headers["Location"] == "/me"
    assert rival.tokens.count() == 1


NOW = timezone.now()


@pytest.mark.parametrize(
    "act",
    [
        partial(make_token, name="Robby", scopes=("play",), now=NOW),
        partial(issue_code, now=NOW),
        partial(change_player, profile="private", now=NOW),
        partial(change_password, password="three of clubs on two"),
        partial(make_circle, name="Alone", now=NOW),
        end_all_browsers,
    ],
)
def test_who_is_shut_out_while_they_ask_for_something_gets_nothing(rival, act):
    asking = Player.objects.get(pk=rival.pk)
    shut_out(player=rival, now=timezone.now())
    before = Player.objects.values().get(pk=rival.pk)
    with pytest.raises(Refusal, match="unauthenticated"):
        act(player=asking)
    assert Player.objects.values().get(pk=rival.pk) == before
    assert not rival.tokens.exists()


@pytest.fixture
def meanwhile(monkeypatch):
    """Has something happen after it was asked who sends a form, and before the form is looked at."""

    def happens(act):
        def counted(request, *_):
            assert request.user.is_authenticated
            act()
            return 0.0

        monkeypatch.setattr(limits, "seconds_to_wait", counted)

    return happens


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/me/profile", {"profile": "private"}),
        ("/me/preferences", {"speed": "fast"}),
        ("/me/password/first", {"password1": "three of clubs on two"}),
        ("/me/address", {"action_add": "1", "email": "ann@example.org"}),
        ("/me/passkeys", {"credential": "{}"}),
        ("/continue/code", {}),
        ("/continue/others/end", {}),
    ],
)
def test_a_form_of_who_is_shut_out_meanwhile_is_answered_by_a_page(mine, rival, meanwhile, path, form):
    meanwhile(lambda: shut_out(player=rival, now=timezone.now()))
    says(refused(mine, path, form, status=403), "You are signed out")
    assert mine.get("/api/v1/me").status_code == 401
    assert not DBTaskResult.objects.exists(), "nor is a mail sent"


def test_who_is_suspended_while_they_change_something_changes_nothing(mine, rival, meanwhile):
    until = timezone.now() + timedelta(days=1)
    meanwhile(lambda: Player.objects.filter(pk=rival.pk).update(suspended_until=until))
    says(refused(mine, "/me/profile", status=403, profile="private"), "You are suspended")
    assert Player.objects.get(pk=rival.pk).profile == "public"


def test_nobody_revokes_the_key_of_another(mine, owner):
    token, _ = make_token(player=owner, name="x", scopes=["play"], now=timezone.now())
    assert mine.post(f"/me/keys/{token.pk}/revoke").status_code == 404
    assert owner.tokens.filter(revoked_at=None).exists()


def test_a_stranger_is_led_on(stranger):
    assert "You have no name here yet" in read(stranger, "/me")
    for path in ("/me", "/me/keys", f"/me/keys/{'2' * 16}/revoke"):
        assert stranger.post(path, {"name": "x"}).status_code in (200, 302)


def test_who_is_not_known_here_is_led_to_sign_in_and_to_their_other_phone(stranger, mine):
    assert 'href="/sign-in?next=%2F"' in read(stranger, "/")
    assert 'href="/continue"' in read(stranger, "/sign-in")
    says(read(mine, "/"), 'href="/me"', lacks=['href="/sign-in'])


def test_who_plays_without_a_name_is_asked_for_one_before_they_have_an_account(browser_of, player):
    for name, asked in ((None, True), ("Guest", False)):  # whoever calls themselves so has a name
        browser = browser_of(player(name))
        assert ("choose a name" in text(browser.get("/me"))) is asked
        browser.post("/me", {"name": "Guest"})
        assert "choose a name" not in text(browser.get("/me"))
