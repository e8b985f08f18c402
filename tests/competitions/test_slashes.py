"""Too much at the end of an address, and capitals, lead to the one that was meant, and to no other site."""

from itertools import product
from urllib.parse import unquote

import pytest
from django.test import Client

from competitions.web.paths import path_meant

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
    *("//evil.example/", "//evil.example/games/", "/%2Fevil.example/", "/%5Cevil.example/"),
    "/\\evil.example/",
    *("//games/", "/%2fgames/", "/api/v1//evil.example/", "/api/v1/%2F%2Fevil.example/", "/.//evil.example/"),
    "/%0d%0aLocation:%20https://evil.example/",
]


def test_what_is_not_there_without_it_is_not_found(browser):
    for address in NOT_THERE:
        answer = browser.get("/", PATH_INFO=unquote(address))
        assert answer.status_code == 404
        assert "Location" not in answer


IN_A_SENTENCE = [
    *((f"/c/{ID}{end}", f"/c/{ID}") for end in (".", ")", ").", '"', "'", "%20", "%C2%A0", ",", "**", "%3E")),
    *((f"/c/{ID}{end}", f"/c/{ID}") for end in ("%E2%80%9D", "%E2%80%99.", "%E3%80%82", "/.", "./")),
    *((f"/c/{ID}/rounds/1{end}", f"/c/{ID}/rounds/1") for end in (".", "%20", ":")),
    (f"/C/{ID}", f"/c/{ID}"),
    ("/c/ABCDEFGHJKMNPQRS", "/c/abcdefghjkmnpqrs"),
    ("/C/ABCDEFGHJKMNPQRS/JOIN?invite=x&next=%2F).", "/c/abcdefghjkmnpqrs/join?invite=x&next=%2F)."),
    ("/Games/WISH.", "/games/wish"),
    ("/games/WISH", "/games/wish"),
    ("/BEAT/Wish/AbC", "/beat/wish/AbC"),
    ("/beat/wish/AbC.", "/beat/wish/AbC"),
    ("/@Nobody.", "/@Nobody"),
    ("/@Nobody/RATINGS/wish", "/@Nobody/ratings/wish"),
    ("/).", "/"),
]


@pytest.mark.parametrize(("given", "meant"), IN_A_SENTENCE)
def test_a_link_that_brings_the_end_of_its_sentence_leads_to_its_page(browser, given, meant):
    for method in ("GET", "HEAD"):
        answer = browser.generic(method, given)
        assert (answer.status_code, answer.headers.get("Location")) == (302, meant)
    assert browser.post(given).status_code in (403, 404, 405)


OF_NO_PAGE = [
    *("/nothing.", "/NOTHING", "/@Nobody", "/@NOBODY", "/beat/wish/", "/static/nothing.js.", "/API/V1/GAMES"),
    *("/api/v1/games.", "/api/v1/Games", f"/api/v1/competitions/{ID})", f"/c/{ID}"),
    *("//evil.example.", "//evil.example/games.", "/\\evil.example.", "/%2Fevil.example).", "//games."),
    *("/.//evil.example.", "/%0d%0aLocation:%20https://evil.example.", "/%5C%5Cevil.example/games)."),
]


@pytest.mark.parametrize("address", OF_NO_PAGE)
def test_no_page_is_no_page_in_a_sentence_either(browser, address):
    answer = browser.get("/", PATH_INFO=unquote(address))
    assert answer.status_code == 404
    assert "Location" not in answer


def test_what_a_link_in_a_sentence_costs_does_not_grow_with_the_square_of_its_length():
    assert path_meant("/" + ")" * 8000 + "x") is None


def test_a_page_of_another_site_may_follow(browser):
    answer = browser.get("/api/v1/games/", headers={"Origin": "https://club.example"})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (308, "*")
