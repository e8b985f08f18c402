"""The header fields of requests and answers, as the schema describes them."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter

from ..web.caching import NOWHERE
from .describe import Description
from .idempotency import HEADER, REPLAYED

HeaderFields = dict[str, dict[str, Any]]

ONCE: Final = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[\\x21-\\x7e]+$"},
    OpenApiParameter.HEADER,
    description="A text that the client chooses. For 24 hours, the same request with the same key is done "
    "only once; each repeat gets the same answer, with `Idempotency-Replayed: true`. Two bodies are the "
    "same if they are the same as JSON; the order of their keys does not matter. A request that was "
    "refused with 422, 429 or 503 does not use up its key.",
)

UNLESS_KNOWN: Final = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` of an answer that the client has. If the answer is still the same, it is not "
    "sent again.",
)

UNLESS_CHANGED: Final = OpenApiParameter(
    "If-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `ETag` that the caller got when reading the resource, or `*`. If the resource has "
    "changed since, nothing is done, and the answer is 412.",
)

FROM_THERE: Final = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The `id` of the last event that the reader has. Browsers send this header by themselves. "
    "Only newer standings are sent. An id that the service did not give is ignored.",
)

RETRY_AFTER: Final[HeaderFields] = {
    "Retry-After": {
        "description": "Seconds after which to try again.",
        "schema": {"type": "integer", "minimum": 1},
        "required": True,
    }
}

ETAG: Final[HeaderFields] = {
    "ETag": {
        "description": "The tag of this answer to this caller. The tag changes when anything in the answer "
        "changes.",
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9a-f]+"$'},
        "required": True,
    }
}

LOCATION: Final[HeaderFields] = {
    "Location": {
        "description": "The address of the new thing.",
        "schema": {"type": "string", "format": "uri"},
        "required": True,
    }
}

AGAIN: Final[HeaderFields] = {
    REPLAYED: {
        "description": "The answer was given before, to the same request with the same `Idempotency-Key`.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}

LIMITS: Final[HeaderFields] = {
    "RateLimit": {
        "description": "What is left of each limit that counted the request: `r` requests now, and `r` more "
        "after `t` seconds. If `r` is 0, the next request is allowed after `t` seconds "
        "(draft-ietf-httpapi-ratelimit-headers-11).",
        "schema": {"type": "string"},
        "example": '"logs";r=599;t=60, "logs-address";r=29999;t=60',
    },
    "RateLimit-Policy": {
        "description": "What these limits allow: `q` requests in `w` seconds.",
        "schema": {"type": "string"},
        "example": '"logs";q=600;w=60, "logs-address";q=30000;w=60',
    },
}

NOT_MODIFIED: Final = {"description": "The answer that the client has is still current.", "headers": ETAG}


def is_tagged(view: object, method: str) -> bool:
    return method == "GET" and getattr(view, "kept", NOWHERE).tagged


def is_matched(view: object, method: str) -> bool:
    return method == "PATCH" and getattr(view, "kept", NOWHERE).tagged


def is_resumed(view: object, method: str) -> bool:
    return method == "GET" and getattr(view, "resumed", False)


def is_counted(view: object, method: str) -> bool:
    return method != "GET" and getattr(view, "throttle_scope", None) is not None


def fields_of(view: object, method: str, described: Description, status: int) -> Mapping[str, Any]:
    """The header fields of a successful answer, by name, each with its schema."""
    return {
        **(ETAG if status != 202 and (is_tagged(view, method) or is_matched(view, method)) else {}),
        **(RETRY_AFTER if status == 202 and method == "GET" else {}),
        **(LOCATION if status == 201 and described.found_by is not None else {}),
        **(AGAIN if described.once else {}),
        **(LIMITS if is_counted(view, method) else {}),
    }
