"""Descriptions of operations for the schema, each beside the method that it describes.

    class TokensView(ApiView):
        scopes: ClassVar[Mapping[str, str]] = {"POST": "read"}
        throttle_scope = "tokens"

        @described(
            "create_token",
            "Make a token with no more scopes than the token of the request.",
            takes=TokenForm,
            gives={201: NewTokenResource},
            problems=("wrong_state",),
        )
        def post(self, request: Request) -> Response: ...

A description has only what the code says nowhere else. `openapi` adds the rest: the view's scope, the HTTP
status of each refusal, and the refusals that many operations share. These are refusals of bad tokens, of bad
bodies, of too many requests, of unknown paths, and during outages.

A dozen operations have a worked example, a file in `examples/` with the operation's name. For every other
operation, `tests/competitions/operations.py` has a request, so that the tests call all operations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from drf_spectacular.utils import extend_schema_serializer
from rest_framework.serializers import BaseSerializer

JSON: Final = "application/json"

ResourceClass = type[BaseSerializer]

Given = ResourceClass | tuple[str, ...]
"""The content of an answer: a resource, or a tuple of media types, the default first. The tuple is empty for
an answer without a body."""

T = TypeVar("T", bound=Callable[..., object])
AResource = TypeVar("AResource", bound=ResourceClass)


@dataclass(frozen=True)
class Description:
    """The description of one operation of the API, for the schema."""

    name: str
    """The id of the operation, such as `create_token`. It never changes, because generated clients name their
    methods by it."""

    sentence: str
    takes: ResourceClass | None
    """The form that reads the body, if there is one."""

    asks: ResourceClass | None
    """The form that reads the query, if there is one."""

    gives: Mapping[int, Given]
    """The contents of the operation's answers, by status."""

    problems: tuple[str, ...]
    """The codes of the operation's refusals, without those that `openapi` adds, such as `not_found` for a
    path with a parameter."""

    once: bool
    """Whether the operation accepts an `Idempotency-Key`."""

    found_by: str | None
    """The id of the operation that reads what this operation makes. If it is given, the answer has a
    `Location`."""


def described(
    name: str,
    sentence: str,
    *,
    takes: ResourceClass | None = None,
    asks: ResourceClass | None = None,
    gives: Given | Mapping[int, Given],
    problems: tuple[str, ...] = (),
    once: bool = False,
    found_by: str | None = None,
) -> Callable[[T], T]:
    """Return a decorator that describes a view's method. If `gives` is not a mapping, it is the content of
    the answer with status 200."""
    given = gives if isinstance(gives, Mapping) else {200: gives}
    description = Description(name, sentence, takes, asks, given, problems, once, found_by)

    def describe(method: T) -> T:
        method.description = description  # type: ignore[attr-defined]  # `description_of` looks for it there
        return method

    return describe


def meaning(text: str) -> Callable[[AResource], AResource]:
    """Return a decorator that describes a form or resource in the schema. The schema ignores the
    docstring."""
    return extend_schema_serializer(description=text)


def description_of(view: object, method: str | None) -> Description | None:
    """The description of a view's HTTP method; None if the method has none."""
    return getattr(getattr(view, str(method).lower(), None), "description", None)
