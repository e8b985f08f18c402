"""Asks the service: makes a request from a call, and tries again when that is safe.

A call is tried again if no answer came, or if the answer means that another try may succeed: 429, 502, 503,
504, 202 while the service computes the answer, and `in_progress` while it carries out an earlier try. If the
first try may have been carried out, a call is tried again only if repeating it is harmless. All tries of a
call have the same `Idempotency-Key`, if the call needs one.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode
from uuid import uuid4

from evendeal.calls import Again, Call
from evendeal.errors import NotYet, Problem, UnknownFields, Unreachable, problem_of
from evendeal.talk_steps import Exchange, HttpAnswer, Lost, More, Pause, Request, Talk
from games.language import Message

T = TypeVar("T")

Unknown = Literal["raise", "ignore"]
"""What to do if the service does not know a field: raise an exception, or ignore it."""

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 8.0
AWAY = frozenset({502, 503, 504})
"""The statuses that mean that the service, or a part that it needs, does not answer."""


@dataclass(frozen=True)
class CallSettings:
    """How to make calls. `patience_s` is the time for all tries and pauses together. `unknown` says what to
    do if an answer names unknown fields. `language` is the language of answers, None for the site's.
    """

    token: str | None = None
    patience_s: float = 60.0
    unknown: Unknown = "raise"
    language: str | None = None
    clock: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random
    new_key: Callable[[], str] = field(default=lambda: uuid4().hex)

    @property
    def language_headers(self) -> dict[str, str]:
        """The headers that ask the service for a language."""
        return {} if self.language is None else {"Accept-Language": self.language}

    def request(self, call: Call[Any]) -> Request:
        """The request for a call. It is the same for all tries of the call."""
        headers = {"Accept": "application/json", "User-Agent": "evendeal-client", **self.language_headers}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(call.body).encode()
        if call.again is Again.WITH_A_KEY:
            headers["Idempotency-Key"] = self.new_key()
        query = f"?{urlencode(call.query)}" if call.query else ""
        return Request(call.method, f"/api/v1/{call.path}{query}", headers, body)


class Patience:
    """The pauses between tries, which grow and are partly random, and the moment to give up."""

    def __init__(self, caller: CallSettings) -> None:
        self._caller = caller
        self._gives_up_at = caller.clock() + caller.patience_s
        self._tries = 0

    def pause_s(self, asked_s: float | None = None) -> float | None:
        """Seconds until the next try, at least `asked_s`; None if the caller's `patience_s` seconds are over
        by then."""
        grown = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**self._tries)
        self._tries += 1
        pause = max(asked_s or 0.0, grown * (0.5 + self._caller.chance() / 2))
        return pause if self._caller.clock() + pause <= self._gives_up_at else None


def ask(caller: CallSettings, call: Call[T]) -> Talk[T]:
    """Make a call, and return its answer. Raises Problem, UnknownFields, NotYet and Unreachable."""
    answer = yield from answered(caller, call)
    if not answer.body:
        return None  # type: ignore[return-value]  # a call without an answer returns None
    try:
        data: T = json.loads(answer.body)
    except ValueError:
        raise Unreachable(Message("evendeal.not_json")) from None
    if caller.unknown == "raise" and call.body and isinstance(data, dict) and (named := data.get("warnings")):
        raise UnknownFields(named, data)
    return data


def answered(caller: CallSettings, call: Call[Any], *, streamed: bool = False) -> Talk[HttpAnswer]:
    """Send a request until a good answer comes. Raises Problem, NotYet and Unreachable."""
    exchange = Exchange(caller.request(call), streamed)
    patience = Patience(caller)
    while True:
        came: HttpAnswer | Lost = yield exchange
        if isinstance(came, HttpAnswer) and 200 <= came.status < 300 and not _is_being_computed(call, came):
            return came
        pause_s = patience.pause_s(_asked_s(came)) if _may_try_again(call, came) else None
        if pause_s is None:
            raise _error(came)
        yield Pause(pause_s)


def _is_being_computed(call: Call[Any], came: HttpAnswer) -> bool:
    """Whether the service is still computing the answer."""
    return call.computed and came.status == HTTPStatus.ACCEPTED


def _may_try_again(call: Call[Any], came: HttpAnswer | Lost) -> bool:
    if isinstance(came, Lost):
        return not came.arrived or call.again is not Again.NEVER
    if came.status == 429 or _is_being_computed(call, came):
        return True  # the service has not carried out the request yet
    if came.status in AWAY:
        return call.again is not Again.NEVER
    return call.again is Again.WITH_A_KEY and _problem(came).code == "in_progress"


def _asked_s(came: HttpAnswer | Lost) -> float | None:
    """The seconds that the service asks to wait; None if it asks for none."""
    asked = came.headers.get("retry-after", "") if isinstance(came, HttpAnswer) else ""
    return float(asked) if asked.isascii() and asked.isdecimal() else None


def _error(came: HttpAnswer | Lost) -> Exception:
    if isinstance(came, Lost):
        return Unreachable(came.why)
    if came.status == HTTPStatus.ACCEPTED:
        return NotYet(Message("evendeal.not_yet"))
    if 300 <= came.status < 400:
        return Unreachable(Message("evendeal.moved", address=came.headers.get("location", "")))
    return _problem(came)


def _problem(answer: HttpAnswer) -> Problem:
    try:
        body = json.loads(answer.body)
    except ValueError:
        body = None
    return problem_of(answer.status, body, _asked_s(answer))


class Download:
    """A long answer in pieces. It is not requested again once its first piece has arrived."""

    def __init__(self, caller: CallSettings, call: Call[bytes]) -> None:
        self._caller, self._call = caller, call
        self._begun = False

    def piece(self) -> Talk[bytes | None]:
        """The next piece; None after the last. Raises Problem and Unreachable."""
        if not self._begun:
            yield from answered(self._caller, self._call, streamed=True)
            self._begun = True
        came: bytes | Lost | None = yield More()
        if isinstance(came, Lost):
            raise Unreachable(Message("evendeal.cut_off", why=came.why))
        return came
