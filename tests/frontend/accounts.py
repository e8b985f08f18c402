"""Becoming an account in the tests, and reading the mails."""

import base64
import hmac
import re
import struct
import time
from typing import Any

from django.core import mail
from django.test import Client

from competitions.jobs.workers import SLOW
from tests.jobs.work import do_all_ready

from .reading import press

ADDRESS = "ann@example.org"
PASSWORD = "three of clubs on two"
NEW = "another sentence"


def text(answer: Any) -> str:
    return answer.content.decode()


def me(browser: Client) -> Any:
    return browser.get("/api/v1/me").json()


def status_of(browser: Client, secret: str = "") -> int:
    """200 where the session, or the token of this secret, is that of a player."""
    bearer = {"Authorization": f"Bearer {secret}"} if secret else {}
    return browser.get("/api/v1/me", headers=bearer).status_code


def mails() -> list[Any]:
    """Every mail so far, those of jobs that wait included: they are done now."""
    do_all_ready(SLOW)
    return mail.outbox


def code() -> str:
    """The code in the newest mail."""
    found = re.match(r"\S+", mails()[-1].body)
    assert found
    return found.group()


def ask_for_code(browser: Client, address: str = ADDRESS) -> str:
    """Have a code sent to this address; return the code."""
    assert press(browser, "/me/address", action_add="1", email=address) == "/me/address/code"
    return code()


def become_account(browser: Client, address: str = ADDRESS, password: str = PASSWORD) -> None:
    given = {"code": ask_for_code(browser, address), "password1": password}
    assert press(browser, "/me/address/code", given) in ("/?did=account", "/me#account")


def sign_in(browser: Client, address: str = ADDRESS, password: str = PASSWORD) -> Any:
    return browser.post("/sign-in", {"login": address, "password": password})


def forget(browser: Client, address: str = ADDRESS) -> None:
    """Have a code for a new password sent, and type it."""
    press(browser, "/forgotten", email=address)
    assert press(browser, "/forgotten/code", code=code()) == "/forgotten/password"


def shown_by_app(secret: str, later: int = 0) -> str:
    """The code that an app with this secret shows (RFC 6238), `later` steps of half a minute from now."""
    counted = struct.pack(">Q", int(time.time()) // 30 + later)
    digest = hmac.digest(base64.b32decode(secret), counted, "sha1")
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"
