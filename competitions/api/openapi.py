"""The OpenAPI document. It is made from descriptions, forms and resources."""

import json
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import CharField, ListField, ListSerializer, Serializer

from ..models import SCOPES
from ..web.costs import LARGEST_BODY
from ..web.limits import is_for_the_barred, limit_of
from ..web.problems import CONTENT_TYPE, STATUS
from . import unknown
from .authentication import ALL, ANY
from .describe import JSON, Description, Given, description_of
from .fields import Choices, Cleaned
from .headers import (
    FROM_THERE,
    LIMITS,
    NOT_MODIFIED,
    ONCE,
    RETRY_AFTER,
    UNLESS_CHANGED,
    UNLESS_KNOWN,
    fields_of,
    is_counted,
    is_matched,
    is_resumed,
    is_tagged,
)
from .idempotency import HEADER
from .message_docs import WEBHOOK
from .resources.messages import MESSAGES
from .resources.problems import ProblemResource
from .resources.resource import Resource

MEANINGS: Final[Mapping[str, str]] = {
    "bad_json": "The body is not JSON in UTF-8, or the query cannot be read.",
    "unauthenticated": "A token is needed, or the token is not valid.",
    "forbidden": "The token's scopes, or the player's role, do not allow the request.",
    "not_entered": "Only entrants may do this.",
    "bad_invite": "The invite code is wrong.",
    "embargo": "The viewer may not know this yet.",
    "disqualified": "The entry is disqualified.",
    "suspended": "The caller is suspended from this site until the moment that `until` says.",
    "banned": "The caller is banned from this site.",
    "not_found": "There is nothing here that the viewer may know about.",
    "no_analysis": "The solvers have given up on this game.",
    "method_not_allowed": "The path has no such method.",
    "precondition_failed": "The resource has changed since the answer with this `ETag`.",
    "too_large": f"The body is larger than {LARGEST_BODY // 1024} KiB.",
    "unsupported_media_type": "The body is not announced as JSON.",
    "name_taken": "Somebody else has this name, or a name that looks like it.",
    "full": "A limit is reached, for example on the number of entries or tokens.",
    "no_attempts_left": "All attempts at the round are used up.",
    "round_not_open": "The round has not opened yet, or is closed.",
    "attempt_finished": "The attempt has ended.",
    "stale_ply": "Other moves are stored at this ply, or moves before it are missing.",
    "wrong_state": "The current state does not allow the request.",
    "idempotency_conflict": f"The {HEADER} was used with another body.",
    "in_progress": f"The first request with this {HEADER} is still at work.",
    "invalid": "The input is at fault; `errors` says where.",
    "bad_move": "The text is no move.",
    "illegal_move": "The rules do not allow the move.",
    "game_over": "The game has ended before this move.",
    "too_long": "There are more moves than the game allows.",
    "no_undo": "Moves of this attempt are final.",
    "rate_limited": "There were too many requests in a short time.",
    "unavailable": "The service cannot answer just now.",
}

RETRY: Final = frozenset({"in_progress", "rate_limited", "unavailable"})
"""The codes of refusals whose answers have the header field `Retry-After`."""

CODES: Final = "x-codes"
"""The key in the document under which an answer lists its codes. The answer's JSON schema cannot list these
codes: all refusals share one JSON schema, so that a generated client has only one class for refusals."""

PATHS: Final[Mapping[str, str]] = {
    "attempt_id": "The id of an attempt.",
    "badge_id": "The id of a badge.",
    "circle_id": "The id of a circle.",
    "competition_id": "The id of a competition.",
    "delivery_id": "The id of a delivery.",
    "entry_id": "The id of an entry.",
    "hook_id": "The id of a webhook.",
    "log_id": "The id of a log.",
    "number": "The number of a round, from 1 on.",
    "other": "The other player: an id, or `@` and the name of an account.",
    "player_id": "The id of a player.",
    "series_id": "The id of a series.",
    "slug": "The name of a game in addresses.",
    "token_id": "The id of a token.",
    "who": "A player: an id, or `@` and the name of an account, in upper or lower case.",
}
"""The descriptions of path parameters, by name."""

UNIONS: Final[Mapping[str, str]] = {
    "Event": "Something that happened in a competition. Its `type` decides which fields `data` has.",
    "NoticingMessage": "A message of the socket of notices.",
    "PlayingMessage": "A message of the socket of an attempt.",
    "WatchingMessage": "A message of the socket of a competition, and the `data` of an event of its stream.",
    "WebhookMessage": "A message to a webhook. Ignore a `type` that you do not know.",
}
"""The descriptions of schemas that are a choice between several schemas."""

WARNING: Final = {
    "type": "object",
    "description": "Something in the body that the service does not know, and has ignored.",
    "properties": {
        "field": {"type": "string", "description": "The path of the field, such as `rounds[0].sed`."},
        "message": {
            "type": "string",
            "description": "A sentence for people, with a similar name if there is one.",
        },
    },
    "required": ["field", "message"],
}

EXAMPLES: Final = Path(__file__).parent / "examples"
"""The folder of worked examples: for a dozen operations, a JSON file with a request and its answer. The tests
set up a site for these requests."""

_one_at_a_time = threading.Lock()


class OperationSchema(AutoSchema):
    """One operation of the schema. The schema leaves out a method that has no description."""

    @property
    def description(self) -> Description:
        found = description_of(self.view, self.method)
        assert found is not None
        return found

    @property
    def scope(self) -> str | None:
        scopes: Mapping[str, str] = getattr(self.view, "scopes", {})
        return scopes.get(self.method)

    def get_operation(self, *args: Any, **options: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **options)
        if operation is None:
            return None
        for message in MESSAGES:  # else the schema lacks them, since no operation names them
            self.resolve_serializer(message, "response")
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter["description"] = PATHS[parameter["name"]]
        operation["responses"] = self._answers(operation["responses"])
        return operation

    def is_excluded(self) -> bool:
        return description_of(self.view, self.method) is None

    def get_operation_id(self) -> str:
        return self.description.name

    def get_summary(self) -> str:
        return self.description.sentence

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular does the same
        match self.scope:
            case None if "not_entered" in self.description.problems:
                return (
                    "Needs no token for competitions open to everyone, else a token of an entrant or an "
                    "organiser."
                )
            case None:
                return "Needs no token."
            case "any":
                return "Needs a token of any scope."
            case "all":
                return "Needs a token of all scopes."
            case scope:
                return f"Needs a token of the scope `{scope}`."

    def get_auth(self) -> list[dict[str, list[str]]]:
        by_scope: dict[str | None, list[str]] = {None: [], ANY: [], ALL: [*SCOPES]}
        needed = by_scope.get(self.scope, [str(self.scope)])
        callers: list[dict[str, list[str]]] = [{"token": needed}, {"session": []}]
        return callers if self.scope is not None else [*callers, {}]

    def get_override_parameters(self) -> list[Any]:
        asked = [] if self.description.asks is None else [self.description.asks]
        once = [ONCE] if self.description.once else []
        known = [UNLESS_KNOWN] if is_tagged(self.view, self.method) else []
        known += [UNLESS_CHANGED] if is_matched(self.view, self.method) else []
        return [*asked, *once, *known, *([FROM_THERE] if is_resumed(self.view, self.method) else [])]

    def get_request_serializer(self) -> Any:
        return self.description.takes

    def get_response_serializers(  # type: ignore[override]  # several, keyed by status and media type
        self,
    ) -> dict[Any, OpenApiResponse]:
        return {
            key: OpenApiResponse(content, HTTPStatus(status).phrase)
            for status, given in self.description.gives.items()
            for key, content in _by_status(status, given)
        }

    def get_serializer_name(self, serializer: Any, direction: str) -> str:
        return type(serializer).__name__.removesuffix("Resource")

    def _map_serializer_field(self, field: Any, direction: str, bypass_extensions: bool = False) -> Any:
        """The schema of a field as drf-spectacular makes it, completed by the lengths of texts and lists, by
        `uniqueItems`, and by null for nullable resources in a list."""
        schema: dict[str, Any] = super()._map_serializer_field(field, direction, bypass_extensions)
        match field:
            case ListField(child=Serializer(allow_null=True)):
                return schema | {"items": super()._map_serializer_field(field.child, direction)}
            case ListSerializer() if not isinstance(field.child, Resource):
                few = {
                    "minItems": None if field.allow_empty else 1,
                    "maxItems": getattr(field, "max_length", None),
                }
                return schema | {name: bound for name, bound in few.items() if bound is not None}
            case Cleaned():
                return schema | _lengths(field)
            case ListField():
                once = {"uniqueItems": True} if isinstance(field, Choices) else {}
                return schema | once | ({} if field.allow_empty else {"minItems": 1})
            case CharField() if not (field.allow_blank or isinstance(field.parent, Resource)):
                return schema | {"minLength": 1}
        return schema

    def _answers(self, given: dict[str, Any]) -> dict[str, Any]:
        """Complete the answers `given`, which drf-spectacular made: add header fields, `warnings`, a 304 and
        the refusals."""
        for status, answer in given.items():
            if fields := fields_of(self.view, self.method, self.description, int(status)):
                answer["headers"] = fields
        if is_counted(self.view, self.method):
            self._add_warnings(given)
        if is_tagged(self.view, self.method):
            given["304"] = self._shared("not_modified", ResolvedComponent.RESPONSE, NOT_MODIFIED)
        return given | {
            str(status): self._problems(sorted(codes)) for status, codes in sorted(self._codes().items())
        }

    def _add_warnings(self, given: dict[str, Any]) -> None:
        """Add the field `warnings`, about unknown fields of the body, to each answer with a body."""
        warnings = {
            "type": "array",
            "items": self._shared("BodyWarning", ResolvedComponent.SCHEMA, WARNING),
            "maxItems": unknown.MOST,
            "description": "The fields of the body that the service does not know; left out if there are "
            "none, and from answers without a body.",
        }
        for answer in given.values():
            if (schema := answer.get("content", {}).get(JSON, {}).get("schema")) is not None:
                name = schema["$ref"].rpartition("/")[2]
                component = self.registry[name, ResolvedComponent.SCHEMA]
                component.schema["properties"][unknown.FIELD] = warnings

    def get_examples(self) -> list[OpenApiExample]:
        example = example_of(self.description.name)
        if example is None or "status" not in example:  # the example's answer is not recorded yet
            return []
        media = next((each for each, _ in _by_media(self.description.gives[example["status"]])), JSON)
        parts = [("request", "body", JSON), ("response", "answer", media)]
        return [
            OpenApiExample(
                side,
                value=example[part],
                media_type=media_type,
                status_codes=[str(example["status"])],
                request_only=side == "request",
                response_only=side == "response",
            )
            for side, part, media_type in parts
            if part in example
        ]

    def _codes(self) -> dict[int, set[str]]:
        by_status: dict[int, set[str]] = {}
        for code in {*self.description.problems, *self._by_rule()}:
            by_status.setdefault(STATUS[code], set()).add(code)
        return by_status

    def _by_rule(self) -> Iterator[str]:
        """The codes of refusals that follow from this operation's method, path, scope and rate limit, and
        from what it reads."""
        writes = self.method not in SAFE_METHODS
        yield from ("bad_json", "unauthenticated", "banned", "unavailable")
        if writes or self.scope not in (None, ANY):
            yield "forbidden"
        if writes and not is_for_the_barred(self.view, self.method):
            yield "suspended"
        if "{" in self.path:
            yield "not_found"
        if self.method in ("POST", "PATCH", "PUT"):
            yield from ("too_large", "unsupported_media_type", "invalid")
        if self.description.asks:
            yield "invalid"
        if not writes or limit_of(self.view):
            yield "rate_limited"
        if is_matched(self.view, self.method):
            yield "precondition_failed"
        if self.description.once:
            yield from ("idempotency_conflict", "in_progress")

    def _problems(self, codes: list[str]) -> dict[str, str]:
        """A reference to the answer with these codes. Operations with the same codes share one
        answer."""
        answer: dict[str, Any] = {
            "description": " ".join(f"`{code}`: {MEANINGS[code]}" for code in codes),
            "content": {CONTENT_TYPE: {"schema": self.resolve_serializer(ProblemResource, "response").ref}},
            CODES: codes,
        }
        if RETRY.issuperset(codes):
            answer["headers"] = RETRY_AFTER | (LIMITS if "rate_limited" in codes else {})
        elif RETRY.intersection(codes):
            answer["headers"] = {name: {**field, "required": False} for name, field in RETRY_AFTER.items()}
        return self._shared("_or_".join(codes), ResolvedComponent.RESPONSE, answer)

    def _shared(self, name: str, part: str, content: dict[str, Any]) -> dict[str, str]:
        component = ResolvedComponent(name, part, content, object=name)
        self.registry.register_on_missing(component)
        return {**component.ref}


def _lengths(field: Cleaned) -> dict[str, Any]:
    """The limits of a text's length, as a schema. An empty text fits if the field allows it."""
    if field.shortest == 0:
        return {"maxLength": field.longest}
    lengths = {"minLength": field.shortest, "maxLength": field.longest}
    return {"anyOf": [{"maxLength": 0}, lengths]} if field.allow_blank else lengths


def _by_status(status: int, given: Given) -> list[tuple[Any, Any]]:
    """The keys of an answer in the schema, each with its content. A key is a pair of status and media type,
    or only the status if the answer has no body."""
    return [((status, media), content) for media, content in _by_media(given)] or [(status, None)]


def _by_media(given: Given) -> Iterator[tuple[str, Any]]:
    """The media types of an answer, each with its content."""
    if isinstance(given, type):
        yield JSON, given
        return
    for media in given:
        yield media, {"type": "object" if media == JSON else "string"}


def example_of(operation: str) -> dict[str, Any] | None:
    """The worked example of an operation; None if it has none."""
    file = EXAMPLES / f"{operation}.json"
    example: dict[str, Any] | None = json.loads(file.read_text()) if file.exists() else None
    return example


def document() -> dict[str, Any]:
    """The whole OpenAPI document. Making it takes about a second, so each process makes it only once."""
    with _one_at_a_time:
        return _document()


@cache
def _document() -> dict[str, Any]:
    made: dict[str, Any] = _without_marks(SchemaGenerator(urlconf="config.urls").get_schema(public=True))
    made["webhooks"] = {"event": {"post": WEBHOOK}}
    for name, words in UNIONS.items():
        made["components"]["schemas"][name]["description"] = words
    return made


def _without_marks(part: Any) -> Any:
    """The document without `x-spec-enum-id`, which drf-spectacular adds for its own use."""
    match part:
        case dict():
            return {name: _without_marks(each) for name, each in part.items() if name != "x-spec-enum-id"}
        case list():
            return [_without_marks(each) for each in part]
    return part
