"""A small client of the REST API. It pauses between requests, and waits for a server that is busy or cannot
be reached."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from uuid import uuid4

GAP_S = 0.15
"""The seconds of pause between any two requests of the demo."""

PATIENCE_S = 60.0
"""How many seconds to wait for a server that cannot be reached."""

# The server is on this machine or near it, so no proxy is used.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class DemoProblem(Exception):
    """The service refused a request. `code` is the code of the refusal."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class DemoClient:
    """A client for the player to whom the token belongs, or for a stranger without a token."""

    def __init__(self, base_url: str, token: str | None = None) -> None:
        self.base_url = base_url.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        if token is not None:
            self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Any:
        return self._answer("GET", path, None)

    def post(self, path: str, **fields: Any) -> Any:
        return self._answer("POST", path, json.dumps(fields).encode())

    def _answer(self, method: str, path: str, body: bytes | None) -> Any:
        """Send a request, and return the answer, parsed from JSON. While the service is busy, fails or cannot
        be reached, the request is sent again; a POST then has the same idempotency key.

        Raises DemoProblem if the service refuses, and OSError or HTTPException if it cannot be reached.
        """
        headers = self.headers | ({"Idempotency-Key": uuid4().hex} if body is not None else {})
        request = urllib.request.Request(
            f"{self.base_url}/api/v1/{path}", data=body, method=method, headers=headers
        )
        given_up_at = time.monotonic() + PATIENCE_S
        while True:
            time.sleep(GAP_S)
            pause_s = 1.0
            try:
                with _opener.open(request, timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                if refused.code < 500 and refused.code != 429:
                    raise _problem(refused) from None
                pause_s = _retry_after_s(refused)
                if refused.code != 429 and time.monotonic() + pause_s > given_up_at:
                    raise
            except (OSError, HTTPException):
                if time.monotonic() + pause_s > given_up_at:
                    raise
            time.sleep(pause_s)


def _retry_after_s(refused: urllib.error.HTTPError) -> float:
    """The seconds that the service asks to wait; 1 if it does not say."""
    asked = refused.headers.get("Retry-After", "")
    return float(asked) if asked.isdecimal() else 1.0


def _problem(refused: urllib.error.HTTPError) -> DemoProblem:
    with refused:
        try:
            told = json.load(refused)
            return DemoProblem(told["code"], told.get("detail", ""))
        except (ValueError, TypeError, KeyError):
            return DemoProblem(f"http_{refused.code}", refused.reason)
