"""How an operation is described: beside the method that does it, so that schema and code are read together.

    class TokensView(ApiView):
        scopes: ClassVar[Mapping[str, str]] = {"POST": "read"}
        throttle_scope = "tokens"

        @described(
            "create_token",
            "Make a token, never wider than the one that asks.",
            takes=TokenForm,
            gives={201: NewTokenResource},
            problems=("wrong_state",),
        )
        def post(self, request: Request) -> Response: ...

A description holds only what no other line says. `openapi` adds the rest by rule: the scope is the view's,
the statuses come from the codes, and the problems that every operation of its kind may give need not be
named: of tokens and scopes, of bodies, of limits that the view has, of a path that leads to nothing, of an
outage.

A dozen operations have a worked example, a file in `examples/` of the operation's name. For all others,
`tests/competitions/operations.py` has a request.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from drf_spectacular.utils import extend_schema_serializer
from rest_framework.serializers import BaseSerializer

JSON: Final = "application/json"

ResourceClass = type[BaseSerializer]

Given = ResourceClass | tuple[str, ...]
"""A resource; or the media types of what has none, the first being the one that everyone gets. There is none
for an answer without a body."""

T = TypeVar("T", bound=Callable[..., object])
AResource = TypeVar("AResource", bound=ResourceClass)


@dataclass(frozen=True)
class Description:
    """What the schema says of one operation."""

    name: str
    """The operation's id, with its verb first; generated clients call their methods so. It never changes."""

    sentence: str
    takes: ResourceClass | None
    """The form that reads the body; None if there is none."""

    asks: ResourceClass | None
    """The form that reads the query; None if there is none."""

    gives: Mapping[int, Given]
    """What is answered, by status."""

    problems: tuple[str, ...]
    """The codes that it may be refused with, but for those that follow from a rule."""

    once: bool
    """Whether it takes an `Idempotency-Key`."""

    found_by: str | None
    """The operation that reads what it made, by its id; None if none does."""


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
    """Describe the method of a view; `gives` alone is given with status 200."""
    given = gives if isinstance(gives, Mapping) else {200: gives}
    description = Description(name, sentence, takes, asks, given, problems, once, found_by)

    def describe(method: T) -> T:
        method.description = description  # type: ignore[attr-defined]  # `description_of` looks for it there
        return method

    return describe


def meaning(text: str) -> Callable[[AResource], AResource]:
    """Say what a form or a resource is, for readers of the schema; docstrings are for readers of this
    code."""
    return extend_schema_serializer(description=text)


def description_of(view: object, method: str | None) -> Description | None:
    """The description of a view's method, by its name in HTTP; None if it has none."""
    return getattr(getattr(view, str(method).lower(), None), "description", None)
