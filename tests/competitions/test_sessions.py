"""The session of the pages opens the API too, but other sites cannot use it."""

import pytest
from django.test import Client as DjangoClient

from competitions.models import Player, Ticket
from tests.clients.contests import contest

PATHS = ("/api/v1/guests", "/api/v1/competitions")
CSRF = {"X-CSRFToken": "c" * 32}


@pytest.fixture
def pages(owner):
    """A browser in which the owner is logged in; it checks for forged requests like a real one."""
    pages = DjangoClient(enforce_csrf_checks=True)
    pages.force_login(Player.objects.get(pk=owner.player["id"]))
    pages.cookies["csrftoken"] = "c" * 32
    return pages


def refused(answer):
    return answer.status_code, answer.json()["code"]


def test_a_session_stands_for_its_player_and_a_token_goes_before_it(pages, owner, rival):
    assert pages.get("/api/v1/me").json() == owner.get("/me").body
    got = pages.get("/api/v1/me", headers={"Authorization": f"Bearer {rival.token}"})
    assert got.json() == rival.get("/me").body


def test_a_ticket_remembers_the_session_that_asked_for_it(pages):
    """It is closed out with it: see `tests/realtime/test_rights`."""
    asked = pages.post("/api/v1/tickets", {}, content_type="application/json", headers=CSRF)
    assert asked.status_code == 201
    assert Ticket.objects.get().session_id == pages.session.session_key


def part(headers, content=b"Ann"):
    return b"--x\r\n" + headers + b"\r\n\r\n" + content + b"\r\n"


FILE = part(b'Content-Disposition: form-data; name="a"; filename="f"')
MULTIPART = "multipart/form-data; boundary=x"
FORMS = {
    "whole": (MULTIPART, part(b'Content-Disposition: form-data; name="name"') + b"--x--\r\n"),
    "with a file": (MULTIPART, FILE + b"--x--\r\n"),
    "with too many files": (MULTIPART, FILE * 150 + b"--x--\r\n"),
    "broken": (MULTIPART, b"broken"),
    "cut": (MULTIPART, FILE[:40]),
    "without a boundary": ("multipart/form-data", FILE),
    "with a long boundary": (f"multipart/form-data; boundary={'x' * 300}", FILE),
    "not base64": (
        MULTIPART,
        part(b"Content-Transfer-Encoding: base64\r\nContent-Disposition: form-data", b"!"),
    ),
    "encoded": ("application/x-www-form-urlencoded", b"name=Ann"),
    "of another encoding": ("application/x-www-form-urlencoded; charset=utf-16", b"name=Ann"),
    "with too many fields": ("application/x-www-form-urlencoded", b"a=1&" * 2000),
}


def test_another_site_cannot_use_a_session_nor_a_token_in_a_form(pages, unwritten):
    body = part(b'Content-Disposition: form-data; name="csrfmiddlewaretoken"', b"c" * 32) + b"--x--\r\n"
    for path in PATHS:
        assert refused(pages.post(path, contest(), content_type="application/json")) == (403, "forbidden")
        assert refused(pages.post(path, body, content_type=MULTIPART)) == (403, "forbidden")


@pytest.mark.extra
@pytest.mark.parametrize("path", [*PATHS, "/api/v1/tickets"])
def test_a_form_of_a_session_is_of_another_type(pages, path, unwritten):
    for form, (kind, body) in FORMS.items():
        for key in ({}, {"Idempotency-Key": "k"}):
            answer = pages.post(path, body, content_type=kind, headers=CSRF | key)
            assert refused(answer) == (415, "unsupported_media_type"), form
