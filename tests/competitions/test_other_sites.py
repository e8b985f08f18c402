"""Pages of other sites: they read what is public and play with a token, and never have our cookies."""

import json

import pytest
from django.test import Client as DjangoClient

from tests.clients.contests import contest

from .stored import row_counts

ELSEWHERE = "https://club.example"

EXPOSED = {
    *("etag", "location", "link", "content-disposition", "idempotency-replayed"),
    *("ratelimit", "ratelimit-policy", "retry-after", "deprecation", "sunset"),
}
"""The header fields that a page of another site may read, beside the few that every page may."""


@pytest.fixture
def page(db):
    """A page of another site."""
    browser = DjangoClient(headers={"Origin": ELSEWHERE})

    def fetch(method, path, body=None, **headers):
        data = b"" if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return browser.generic(method, path, data, content_type="application/json", headers=named)

    return fetch


def listed(answer, name):
    return {each.strip().lower() for each in answer.headers[name].split(",")}


def ask_beforehand(page, path, method="POST", headers="authorization"):
    return page("OPTIONS", path, Access_Control_Request_Method=method, Access_Control_Request_Headers=headers)


@pytest.mark.parametrize("path", ["/api/v1/competitions", "/api/v1/me", "/api/v1/attempts/x", "/api/v1/no"])
def test_what_a_browser_asks_beforehand_costs_no_query_and_is_kept_for_long(
    page, path, django_assert_num_queries
):
    with django_assert_num_queries(0):
        answer = ask_beforehand(page, path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert listed(answer, "access-control-allow-methods") >= {"get", "post", "patch", "delete"}
    allowed = "authorization content-type idempotency-key if-match if-none-match last-event-id"
    assert listed(answer, "access-control-allow-headers") >= set(allowed.split())
    assert int(answer.headers["access-control-max-age"]) >= 3600


def test_a_page_of_another_site_plays_with_a_token(page, owner):
    event = owner.create()
    made = page("POST", "/api/v1/guests", {"name": "Far Away"}).json()
    mine = {"Authorization": f"Bearer {made['token']}"}
    joined = page("POST", f"/api/v1/competitions/{event['id']}/entries", {}, Idempotency_Key="k", **mine)
    begun = page("POST", f"/api/v1/competitions/{event['id']}/rounds/1/attempts", {}, **mine)
    attempt = begun.json()["id"]
    ended = page("POST", f"/api/v1/attempts/{attempt}/finish", {}, **mine)
    read = page("GET", f"/api/v1/competitions/{event['id']}/standings", **mine)
    for answer, status in ((joined, 201), (begun, 201), (ended, 200), (read, 200)):
        assert answer.status_code == status, answer.content
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        assert listed(answer, "access-control-expose-headers") == EXPOSED


def test_refusals_may_be_read_by_other_sites(page, monkeypatch):
    monkeypatch.setattr("competitions.web.limits.seconds_to_wait", lambda *_: 1.2)
    for answer in (
        page("GET", "/api/v1/nothing"),
        page("GET", "/api/v1/me"),
        page("POST", "/api/v1/guests", {"name": "Ann"}),
        page("POST", "/api/v1/guests", {"name": "x" * 300_000}),
    ):
        assert answer.status_code in (401, 404, 413, 429)
        assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("path", ["/", "/games/wish", "/healthz", "/static/x.js", "/api/v2/me"])
def test_nothing_but_the_api_is_open_to_other_sites(page, path):
    for answer in (page("GET", path), ask_beforehand(page, path)):
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize(
    "origin", [ELSEWHERE, "null", "http://localhost:3000", "nonsense", "http://[::1", ""]
)
def test_no_site_gets_an_answer_to_our_cookies(owner, origin, client):
    """A browser keeps an answer to a request with cookies from a page of another site unless both headers
    name that site and allow it. Writing with a cookie takes the page's own token besides."""
    event = owner.create()
    joined = client.post(f"/c/{event['id']}/join", {"name": "Ann"})
    assert joined.status_code == 302
    before = row_counts()
    for method, path in (("GET", "/me"), ("POST", "/competitions"), ("OPTIONS", "/competitions")):
        cookie = "; ".join(f"{each.key}={each.value}" for each in client.cookies.values())
        headers = {"Origin": origin, "Cookie": cookie, "Access-Control-Request-Method": "POST"}
        sent = {"data": json.dumps(contest()), "content_type": "application/json", "headers": headers}
        answer = DjangoClient(enforce_csrf_checks=True).generic(method, f"/api/v1{path}", **sent)
        assert answer.headers.get("access-control-allow-origin") in (None, "*")
        assert "access-control-allow-credentials" not in answer.headers
        assert answer.status_code != 201
    assert row_counts() == before
