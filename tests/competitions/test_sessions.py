"""The pages' session is good for the API too, under the rules that keep other sites from using it."""

import pytest
from django.test import Client as DjangoClient

from competitions.models import Player

PATHS = ("/api/v1/guests", "/api/v1/competitions")


@pytest.fixture
def pages(owner):
    """A browser in which the owner is logged in; it checks for forged requests like a real one."""
    pages = DjangoClient(enforce_csrf_checks=True)
    pages.force_login(Player.objects.get(pk=owner.player["id"]))
    pages.cookies["csrftoken"] = "c" * 32
    return pages


def test_a_session_is_who_it_says(pages, owner):
    assert pages.get("/api/v1/me").json() == owner.player


def test_a_session_writes_with_the_token_of_its_page(kit, pages):
    made = pages.post(
        "/api/v1/competitions",
        kit.contest(),
        content_type="application/json",
        headers={"X-CSRFToken": "c" * 32},
    )
    assert made.status_code == 201


@pytest.mark.parametrize("path", PATHS)
def test_another_site_cannot_use_a_session(kit, pages, path):
    before = kit.rows()
    refused = pages.post(path, kit.contest(), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert kit.rows() == before


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "form", ["multipart/form-data; boundary=BoUnDaRyStRiNg", "application/x-www-form-urlencoded"]
)
def test_a_form_of_a_session_is_of_another_type(kit, pages, path, form):
    before = kit.rows()
    body = (
        b"--BoUnDaRyStRiNg\r\nContent-Disposition: form-data; name=name\r\n\r\nAnn\r\n--BoUnDaRyStRiNg--\r\n"
        if form.startswith("multipart")
        else b"name=Ann"
    )
    for key in ({}, {"Idempotency-Key": "k"}):
        refused = pages.post(path, body, content_type=form, headers={"X-CSRFToken": "c" * 32, **key})
        assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
    assert kit.rows() | {"KeptAnswer": 0} == before | {"KeptAnswer": 0}


def test_a_token_goes_before_a_session(pages, rival):
    got = pages.get("/api/v1/me", headers={"Authorization": f"Bearer {rival.token}"})
    assert got.json() == rival.player
