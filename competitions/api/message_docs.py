"""Descriptions of the messages that the service sends unasked. Webhooks are described in OpenAPI, sockets and
streams in AsyncAPI.

The schemas of the messages, from `resources.messages`, are in both documents.
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
    "description": "Made with `POST /competitions/{competition_id}/webhooks`. Events come in order and at "
    "least once: one that is not accepted comes again with the same `webhook-id`, after growing pauses, for "
    f"a day. Answer within {ALL_S:.0f} seconds, and do what takes longer afterwards. No redirect is "
    "followed, and of an answer 1 KiB is read.",
    "tags": ["webhooks"],
    "security": [],
    "parameters": [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": said}
        for name, said in {
            "webhook-id": "The id of the message, the same each time that it comes.",
            "webhook-timestamp": "When it was sent, in seconds since 1970.",
            "webhook-signature": "`v1,` and, in base64, the HMAC-SHA256 of id, timestamp and body with dots "
            "between them, by the secret of the webhook, as Standard Webhooks has it. There may be several, "
            "with spaces between them: one that fits is enough.",
        }.items()
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": f"{SCHEMAS}WebhookMessage"}}},
    },
    "responses": {
        "2XX": {"description": "The message was accepted."},
        "410": {"description": "Nothing more is wanted: the webhook is stopped."},
        "default": {"description": "The message comes again."},
    },
}

ABOUT: Final = """\
What the service sends besides answers. The same messages come over the socket of a competition and in its
stream; the newest is the truth, so that a client which missed some is right after the next. Over the socket
of an attempt moves are played: each is stored, and only then answered. The operations of the service are in
an OpenAPI document, beside this one.
"""

OPENED: Final = (
    "The server of sockets. An address with too many open sockets gets 429 with `Retry-After` in "
    "the handshake."
)

PINGED: Final = "The server pings every 20 seconds, and cuts off a socket that does not answer within 30."

TICKET: Final[Document] = {
    "type": "string",
    "description": "A ticket of `POST /api/v1/tickets`, good once within a minute. Programs may send "
    "`Authorization: Bearer` instead, and pages of the site their cookie.",
}

SECURITY: Final[Document] = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token, in the handshake or the request."},
    "ticket": {"type": "httpApiKey", "in": "query", "name": "ticket", "description": TICKET["description"]},
}

SINCE: Final[Document] = {
    "type": "integer",
    "minimum": 0,
    "maximum": 10**admission.MOST_DIGITS - 1,
    "description": "The version that the client knows: only newer standings are sent.",
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
            "streams": {"host": host, "protocol": f"http{tail}", "description": "Where streams are read."},
        },
        **parts,
    }


@cache
def _parts(schemas: str) -> Document:
    """The parts of the document that are the same on every site. `schemas` is the JSON text of all needed
    schemas."""
    kinds = {**WATCHING, **PLAYING, **NOTICING}
    messages = {
        name: {
            "name": name,
            "summary": json.loads(schemas)[message.__name__]["description"],
            "payload": {"$ref": f"{SCHEMAS}{message.__name__}"},
        }
        for name, message in kinds.items()
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
                "description": f"It needs a caller only where the competition is invite-only. {PINGED} A "
                f"watcher has nothing to say: {listener.MOST_MESSAGES} messages of at most "
                f"{LONGEST_MESSAGE} characters are passed over, more close the socket.",
                "servers": [{"$ref": "#/servers/sockets"}],
                "parameters": competition,
                "messages": _named(WATCHING),
                "bindings": {"ws": {"query": _query(since=SINCE, ticket=TICKET)}},
                **_closing(),
            },
            "reading": {
                "address": "/api/v1/competitions/{competition_id}/stream",
                "title": "Watch a competition by server-sent events.",
                "description": "Each event has a message as its `data`; standings have their version as "
                "`id`, which a reader that comes again sends as `Last-Event-ID`, a header that counts "
                "more than `since`. It needs a caller only where the competition is invite-only. `retry` "
                f"says when to come again. After {streams.HEARTBEAT_S:.0f} seconds of silence comes a "
                "comment.",
                "servers": [{"$ref": "#/servers/streams"}],
                "parameters": competition,
                "messages": _named(WATCHING),
            },
            "playing": {
                "address": "/ws/v1/attempts/{attempt_id}",
                "title": "Play an attempt over a socket.",
                "description": f"It always needs its player. {PINGED} A message has at most "
                f"{LONGEST_MESSAGE} characters. A player may send {MESSAGES.at_once} at once and "
                f"{MESSAGES.a_second} a second, over at most {SOCKETS} sockets.",
                "servers": [{"$ref": "#/servers/sockets"}],
                "parameters": {"attempt_id": {"description": "The id of an attempt."}},
                "messages": _named([*PLAYING, "move"]),
                "bindings": {"ws": {"query": _query(ticket=TICKET)}},
                **_closing(),
            },
            "noticing": {
                "address": "/ws/v1/notices",
                "title": "Receive the caller's notices over a socket.",
                "description": f"It needs a caller who may read. {PINGED} What is sent to it is passed over, "
                f"as by the socket of a competition. A player may open {bells.MOST_BELLS} of them.",
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


def _named(kinds: Any) -> Document:
    return {kind: {"$ref": f"#/components/messages/{kind}"} for kind in kinds}


def _of(channel: str, kinds: Any) -> list[Document]:
    return [{"$ref": f"#/channels/{channel}/messages/{kind}"} for kind in kinds]


def _operation(action: str, channel: str, kinds: Any) -> Document:
    """An operation of the document. Its action is `send` for messages from the service, else `receive`."""
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": _of(channel, kinds),
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
