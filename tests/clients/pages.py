"""Plain requests to a real server, and joining by the form of a page without a browser."""

import http.client
import re
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPMessage
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.servers.running import PATIENCE_S


class Fetched(NamedTuple):
    status: int
    headers: HTTPMessage
    raw: bytes


def fetch(
    url: str, method: str, path: str, data: bytes = b"", headers: Mapping[str, str] | None = None
) -> Fetched:
    """What a server answers, over a connection of its own."""
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)) as connection:
        connection.request(method, path, data, {**(headers or {})})
        got = connection.getresponse()
        return Fetched(got.status, got.headers, got.read())


def session_of_who_joins(url: str, competition: str, **form: str) -> tuple[str, str]:
    """Join as a guest on a competition's page; return the session cookie and the token for forms."""
    page = fetch(url, "GET", f"/c/{competition}")
    csrf = SimpleCookie(page.headers["Set-Cookie"])["csrftoken"].value
    (secret,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.raw.decode()))
    sent = urlencode({"csrfmiddlewaretoken": secret, **form}).encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={csrf}"}
    joined = fetch(url, "POST", f"/c/{competition}/join", sent, headers)
    assert joined.status == 302, joined.raw.decode()
    cookies = SimpleCookie("; ".join(joined.headers.get_all("Set-Cookie", [])))
    return f"sessionid={cookies['sessionid'].value}", cookies["csrftoken"].value
