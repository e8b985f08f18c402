"""Opens sockets, and explains why the service closes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from evendeal import calls
from evendeal.errors import Problem, Unreachable, problem_of
from evendeal.talk_steps import Lost, Open, Talk
from evendeal.talking import CallSettings, ask
from games.language import Message

# The code with which a socket closes is 4000 plus an HTTP status. These codes mean that a new socket would be
# refused, too.
_REFUSED = {
    4400: "invalid",
    4403: "forbidden",
    4404: "not_found",
    4413: "too_large",
    4415: "unsupported_media_type",
}


def opened(caller: CallSettings, path: str, query: Mapping[str, object] | None = None) -> Talk[Lost | None]:
    """Open a socket. Return None, or why it could not be opened. Raises Problem and Unreachable.

    If there is a token, get a ticket with it first, so that the token never becomes part of an address.
    """
    asked = dict(query or {})
    if caller.token is not None:
        asked["ticket"] = (yield from ask(caller, calls.ticket()))["ticket"]
    url = f"/ws/v1/{path}" + (f"?{urlencode(asked)}" if asked else "")
    lost: Lost | None = yield Open(url, caller.language_headers)
    return lost


def refusal(lost: Lost) -> Problem | None:
    """The reason why the service closed a socket, if it would refuse a new one, too; otherwise None."""
    code = _REFUSED.get(lost.code or 0)
    if code is None:
        return None
    status = (lost.code or 0) - 4000
    return problem_of(status, {"code": code, "detail": lost.why or HTTPStatus(status).phrase})


def read_message(text: str) -> dict[str, Any]:
    """The object in a message. Raises Unreachable if the text is no JSON object, because the service sends
    nothing else."""
    try:
        message = json.loads(text)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise Unreachable(Message("evendeal.not_json_object"))
    return message
