"""Joining from a page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Competition, Player

pytestmark = pytest.mark.django_db


def test_a_stranger_is_in_with_nothing_but_a_name(stranger, contest):
    competition = contest()
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "  Ada  Lovelace "})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/c/{competition.pk}"
    assert [entry.player.name for entry in competition.entries.all()] == ["Ada Lovelace"]
    page = stranger.get(answer.headers["Location"]).content.decode()
    assert "You are in" in page
    assert "Ada Lovelace" in page
    session = stranger.cookies["sessionid"]
    assert session["max-age"] > 300 * 24 * 3600
    assert session["httponly"]


def test_a_known_player_presses_a_button(browser_of, contest, rival):
    competition = contest()
    browser = browser_of(rival)
    page = browser.get(f"/c/{competition.pk}").content.decode()
    assert "Join as" in page
    assert 'name="name"' not in page
    for _ in range(2):  # joining twice is joining once
        assert browser.post(f"/c/{competition.pk}/join").status_code == 302
    assert competition.entries.get().player == rival


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required"),
        ("x", "2 to 24 characters"),
        ("x" * 25, "2 to 24 characters"),
        ("\u200b\u200b\u200b", "2 to 24 characters"),
        ("a\x00b", "Null characters"),
        ("RAY RIVAL", "name is taken"),
        ("Ray RivaI", "name is taken"),  # a capital I
        ("Rаy Rival", "mixes Cyrillic and Latin"),  # noqa: RUF001 -- a Cyrillic letter that looks Latin
    ],
)
def test_a_bad_name_is_told_beside_the_field_and_makes_nobody(stranger, contest, rival, name, sentence):
    competition = contest()
    before = Player.objects.count()
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": name})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Player.objects.count() == before
    assert "sessionid" not in stranger.cookies


def test_the_invite_code_is_needed_and_a_wrong_one_makes_nobody(stranger, contest):
    competition = contest(access="invite")
    before = Player.objects.count()
    for code in ("", "wrong", "é", "x" * 9999):
        answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "invite": code})
        assert answer.status_code == 422
    assert "sessionid" not in stranger.cookies
    assert "needs the organiser&#x27;s invite code" in answer.content.decode()
    assert Player.objects.count() == before
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "invite": f" {competition.invite} "})
    assert answer.status_code == 302


def test_an_invite_link_fills_in_the_code(stranger, contest):
    competition = contest(access="invite")
    page = stranger.get(f"/c/{competition.pk}?invite={competition.invite}").content.decode()
    assert f'value="{competition.invite}"' in page


def test_nobody_joins_after_the_last_round(stranger, contest):
    competition = contest()
    now = timezone.now()
    Competition.objects.filter(pk=competition.pk).update(
        opens_at=now - timedelta(days=2), closes_at=now - timedelta(days=1)
    )
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Late"})
    assert answer.status_code == 422
    assert not Player.objects.filter(name="Late").exists()


def test_a_form_from_elsewhere_is_refused(contest):
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(f"/c/{contest().pk}/join", {"name": "Ada"})
    assert answer.status_code == 403
    assert "stale" in answer.content.decode()


def test_reading_the_address_of_the_form_leads_to_the_page(stranger, contest):
    competition = contest()
    assert stranger.get(f"/c/{competition.pk}/join").headers["Location"] == f"/c/{competition.pk}"
