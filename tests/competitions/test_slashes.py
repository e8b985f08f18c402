"""A slash too many at the end of an address leads to the one without it, and to no other site."""

from itertools import product
from urllib.parse import unquote

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

ID = "2" * 16


@pytest.fixture
def browser():
    return Client(enforce_csrf_checks=True)


MEANT = [
    ("/api/v1/games/", "/api/v1/games"),
    ("/api/v1/docs/", "/api/v1/docs"),
    ("/api/v1/competitions/?state=running&cursor=%2F/", "/api/v1/competitions?state=running&cursor=%2F/"),
    (f"/api/v1/competitions/{ID}/", f"/api/v1/competitions/{ID}"),
    (f"/api/v1/competitions/{ID}/standings.csv/", f"/api/v1/competitions/{ID}/standings.csv"),
    ("/games/", "/games"),
    ("/games/w%C3%AFsh-/", None),
    ("/games/wish/", "/games/wish"),
    ("/contests/?q=a+b", "/contests?q=a+b"),
    ("/verify/", "/verify"),
    (f"/c/{ID}/", f"/c/{ID}"),
]


def test_it_leads_to_what_was_meant_with_method_and_query(browser):
    for (given, meant), method in product(MEANT, ("GET", "HEAD", "POST", "PATCH", "DELETE", "PUT")):
        answer = browser.generic(method, given, b"{}", content_type="application/json")
        if meant is None:
            assert answer.status_code in (403, 404)  # a form without its token is refused first
        else:
            assert (answer.status_code, answer["Location"]) == (308, meant), method
            assert not answer.content


NOT_THERE = [
    *("/nothing/", "/api/v1/nothing/", "/games/wish/nothing/", "/static/nothing/", "/api/v1/", "/api/"),
    *("/games//", "/api/v1/games//", "//", "///", "/api/v1//"),
    *(
        "//evil.example/",
        "//evil.example/games/",
        "/%2Fevil.example/",
        "/%5Cevil.example/",
        "/\\evil.example/",
    ),
    *(
        "//games/",
        "/%2fgames/",
        "/api/v1//evil.example/",
        "/api/v1/%2F%2Fevil.example/",
        "/.//evil.example/",
    ),
    "/%0d%0aLocation:%20https://evil.example/",
]


def test_what_is_not_there_without_it_is_not_found(browser):
    for address in NOT_THERE:
        answer = browser.get("/", PATH_INFO=unquote(address))
        assert answer.status_code == 404
        assert "Location" not in answer


def test_a_page_of_another_site_may_follow(browser):
    answer = browser.get("/api/v1/games/", headers={"Origin": "https://club.example"})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (308, "*")
