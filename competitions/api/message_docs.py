"""Descriptions of the messages of webhooks, sockets and streams. Webhooks are described in OpenAPI, sockets
and streams in AsyncAPI.

The schemas of all messages, from `resources.messages`, are in OpenAPI; AsyncAPI has those that it needs.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from ..outbound.webhooks.http_post import ALL_S
from ..realtime import admission, bells, listener, streams
from ..realtime.allowances import LONGEST_MESSAGE, MESSAGES, SOCKETS
from .resources.messages import NOTICING, PLAYING, WATCHING

Document = dict[str, Any]

SCHEMAS: Final = "#/components/schemas/"

WEBHOOK: Final[Document] = {
    "operationId": "event",
    "summary": "An event of a competition, posted to one of its webhooks.",
    "description": f"A webhook is made with `POST /competitions/{{competition_id}}/webhooks`. Events are "
    "sent in order, each at least once. An event that is not accepted is sent again with the "
    f"same `webhook-id`, after growing pauses, for a day. Answer within {ALL_S:.0f} seconds, "
    "and do longer work afterwards. Redirects are not followed, and only 1 KiB of an answer "
    "is read.",
    "tags": ["webhooks"],
    "security": [],
    "parameters": [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": said}
        for name, said in {
            "webhook-id": "The id of the message. It stays the same when the message is sent again.",
            "webhook-timestamp": "When this try was sent, in seconds since 1970.",
            "webhook-signature": "`v1,` and then, in base64, the HMAC-SHA256 of id, timestamp and body, "
            "joined by dots. Its key is the webhook's secret: what follows `whsec_`, decoded from "
            "base64. Libraries for Standard Webhooks check this signature. "
            "There may be several signatures, separated by spaces; one right signature is "
            "enough.",
        }.items()
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": f"{SCHEMAS}WebhookMessage"}}},
    },
    "responses": {
        "2XX": {"description": "The message was accepted."},
        "410": {"description": "The receiver wants no more messages: the webhook is stopped."},
        "default": {"description": "The message is sent again."},
    },
}

ABOUT: Final = """\
What the service sends besides answers to requests. The socket of a competition and its stream carry the same
messages. Each message is complete, so a client that missed some is up to date after the next one. Over the
socket of an attempt, a player plays: each move is stored before it is answered. The operations of the service
are in an OpenAPI document, beside this one.
"""

OPENED: Final = (
    "The server of sockets. An address with too many open sockets gets 429 with `Retry-After` in "
    "the handshake."
)

PINGED: Final = (
    "The server pings every 20 seconds, and closes a socket that does not answer within 30 seconds."
)

TICKET: Final[Document] = {
    "type": "string",
    "description": "A ticket of `POST /api/v1/tickets`, which can be used once within a minute. Programs "
    "may send `Authorization: Bearer` instead. Pages of the site send their session cookie.",
}

SECURITY: Final[Document] = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token, in the handshake or the request."},
    "ticket": {"type": "httpApiKey", "in": "query", "name": "ticket", "description": TICKET["description"]},
}

SINCE: Final[Document] = {
    "type": "integer",
    "minimum": 0,
    "maximum": 10**admission.MOST_DIGITS - 1,
    "description": "The version of the standings that the client has. Only newer standings are sent.",
}


def asyncapi(schemas: Mapping[str, Document], *, host: str, secure: bool) -> Document:
    """The AsyncAPI document of the site at this host. `schemas` are the schemas of the OpenAPI document."""
    parts = _parts(json.dumps(_needed(schemas)))
    tail = "s" if secure else ""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Evendeal", "version": "1", "description": ABOUT},
        "defaultContentType": "application/json",
        "servers": {
            "sockets": {"host": host, "protocol": f"ws{tail}", "description": OPENED},
            "streams": {"host": host, "protocol": f"http{tail}", "description": "The server of streams."},
        },
        **parts,
    }


@cache
def _parts(schemas: str) -> Document:
    """The parts of the document that are the same on every site. `schemas` is the JSON text of all needed
    schemas."""
    types = {**WATCHING, **PLAYING, **NOTICING}
    messages = {
        name: {
            "name": name,
            "summary": json.loads(schemas)[message.__name__]["description"],
            "payload": {"$ref": f"{SCHEMAS}{message.__name__}"},
        }
        for name, message in types.items()
    }
    messages["move"] = {
        "name": "move",
        "summary": json.loads(schemas)["MoveMessage"]["description"],
        "payload": {"$ref": f"{SCHEMAS}MoveMessage"},
    }
    competition = {"competition_id": {"description": "The id of a competition."}}
    return {
        "channels": {
            "watching": {
                "address": "/ws/v1/competitions/{competition_id}",
                "title": "Watch a competition over a socket.",
                "description": "A token, ticket or cookie is needed only for invite-only competitions. "
                f"{PINGED} A watcher need not send anything. {listener.MOST_MESSAGES} "
                f"messages of at most {LONGEST_MESSAGE} characters are ignored. One more "
                "message, or a longer one, closes the socket.",
                "servers": [{"$ref": "#/servers/sockets"}],
                "parameters": competition,
                "messages": _named(WATCHING),
                "bindings": {"ws": {"query": _query(since=SINCE, ticket=TICKET)}},
                **_closing(),
            },
            "reading": {
                "address": "/api/v1/competitions/{competition_id}/stream",
                "title": "Watch a competition by server-sent events.",
                "description": "The `data` of each event is a message. If the message has standings, the "
                "`id` of the event is their version. A reader that reconnects sends this "
                "`id` as `Last-Event-ID`, which counts instead of `since`. A token, ticket "
                "or cookie is needed only for invite-only competitions. `retry` says how "
                "many milliseconds to wait before reconnecting. A comment is sent every "
                f"{streams.HEARTBEAT_S:.0f} seconds.",
                "servers": [{"$ref": "#/servers/streams"}],
                "parameters": competition,
                "messages": _named(WATCHING),
            },
            "playing": {
                "address": "/ws/v1/attempts/{attempt_id}",
                "title": "Play an attempt over a socket.",
                "description": f"The token, ticket or cookie of the attempt's player is needed. {PINGED} "
                f"A message has at most {LONGEST_MESSAGE} characters. A player may send "
                f"{MESSAGES.at_once} messages at once and {MESSAGES.a_second} a second, over "
                f"at most {SOCKETS} sockets together.",
                "servers": [{"$ref": "#/servers/sockets"}],
                "parameters": {"attempt_id": {"description": "The id of an attempt."}},
                "messages": _named([*PLAYING, "move"]),
                "bindings": {"ws": {"query": _query(ticket=TICKET)}},
                **_closing(),
            },
            "noticing": {
                "address": "/ws/v1/notices",
                "title": "Receive the caller's notices over a socket.",
                "description": f"A cookie, or a token or ticket of the scope `read`, is needed. {PINGED} "
                f"A client need not send anything. {listener.MOST_MESSAGES} messages of at most "
                f"{LONGEST_MESSAGE} characters are ignored. One more message, or a longer one, closes "
                f"the socket. A player may have {bells.MOST_BELLS} of these sockets open.",
                "servers": [{"$ref": "#/servers/sockets"}],
                "messages": _named(NOTICING),
                "bindings": {"ws": {"query": _query(ticket=TICKET)}},
                **_closing(),
            },
        },
        "operations": {
            "watch": _operation("send", "watching", WATCHING),
            "read": _operation("send", "reading", WATCHING)
            | {"bindings": {"http": {"method": "GET", "query": _query(since=SINCE, ticket=TICKET)}}},
            "play": _operation("receive", "playing", ["move"])
            | {"reply": {"channel": {"$ref": "#/channels/playing"}, "messages": _of("playing", PLAYING)}}
            | _secured(),
            "tell": _operation("send", "playing", PLAYING) | _secured(),
            "notice": _operation("send", "noticing", NOTICING) | _secured(),
        },
        "components": {"messages": messages, "schemas": json.loads(schemas), "securitySchemes": SECURITY},
    }


def _named(names: Any) -> Document:
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _of(channel: str, names: Any) -> list[Document]:
    return [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names]


def _operation(action: str, channel: str, names: Any) -> Document:
    """An operation of the document. Its action is `send` for messages from the service, else `receive`."""
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": _of(channel, names),
    }


def _query(**parameters: Document) -> Document:
    return {"type": "object", "properties": parameters}


def _secured() -> Document:
    """The ways to authenticate: a token, a ticket or the cookie of the pages. A client needs only one."""
    return {"security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY]}


def _closing() -> Document:
    return {"x-close-codes": {str(code): said for code, said in admission.CLOSED.items()}}


def _needed(schemas: Mapping[str, Document]) -> dict[str, Document]:
    """The schemas of the messages, and all schemas to which these refer."""
    needed: dict[str, Document] = {}
    told = (*WATCHING.values(), *PLAYING.values(), *NOTICING.values())
    waiting = ["MoveMessage", *(each.__name__ for each in told)]
    while waiting:
        if (name := waiting.pop()) not in needed:
            needed[name] = schemas[name]
            waiting += _references(schemas[name])
    return needed


def _references(schema: Document) -> Iterator[str]:
    yield from re.findall(rf'"{SCHEMAS}(\w+)"', json.dumps(schema))
