"""The client asks for what the service's schema has, in the way the schema says."""

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints, is_typeddict

import pytest

from competitions.api.openapi import document
from evendeal import calls, resources
from evendeal.calls import Again, Call

DUMMIES: Mapping[str, Any] = {
    "moves": ["turn"],
    "scopes": ["read"],
    "events": ["result"],
    "rounds": [{"game": "wish"}],
    "ply": 1,
    "round": 1,
    "around_me": True,
    "mine": True,
    "bot": True,
    "owner": True,
    "rules": {},
    "profile": "public",
    "settings": {"play": "open", "draft": True},
    "changes": {"name": "Friday", "closes_at": None},
}
"""What the functions are asked with; everything else is a text."""

NAMED_OTHERWISE = {
    "NewGuest": "NewPlayer",
    "Verdict": "Log",
    "Log": "SeenLog",
    "HintAt": "Hint",
    "Hint": "Hinted",
    "Played": "Table",
}
"""Types by the schema's names for them."""

NOT_ALONE = {
    "Page",
    "RoundSettings",
    "Settings",
    "Changes",
    "Message",
    "Event",
    "Events",
}
"""Types of what is sent, or of what is not an answer by itself."""


@cache
def schema() -> dict[str, Any]:
    return document()


def made(name: str) -> Call[Any]:
    function = getattr(calls, name)
    given: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        value = DUMMIES.get(parameter.name, "x")
        given |= value if parameter.kind is parameter.VAR_KEYWORD else {parameter.name: value}
    call: Call[Any] = function(**given)
    return call


def functions() -> Iterator[str]:
    for name, each in inspect.getmembers(calls, inspect.isfunction):
        if each.__module__ == calls.__name__ and not name.startswith("_") and name != "following":
            yield name


def operation(call: Call[Any]) -> dict[str, Any] | None:
    for path, operations in schema()["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", path).replace(".", r"\.")
        if re.fullmatch(pattern, f"/{call.path}") and call.method.lower() in operations:
            found: dict[str, Any] = operations[call.method.lower()]
            return found
    return None


@pytest.mark.parametrize("name", [*functions()])
def test_a_call_is_an_operation_of_the_schema_with_its_parameters_its_fields_and_its_key(name: str) -> None:
    call = made(name)
    found = operation(call)
    assert found is not None
    parameters = {each["name"] for each in found.get("parameters", ())}
    assert {asked for asked, _ in call.query} <= parameters
    assert ("Idempotency-Key" in parameters) == (call.again is Again.WITH_A_KEY)
    body = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    fields = named(body).get("properties", {})
    assert set(call.body or {}) <= set(fields)


def named(body: dict[str, Any]) -> dict[str, Any]:
    """The schema that is meant, if it is meant by its name."""
    if "$ref" not in body:
        return body
    found: dict[str, Any] = schema()["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    return found


TYPES = [name for name, each in vars(resources).items() if is_typeddict(each) and name not in NOT_ALONE]


@pytest.mark.parametrize("name", TYPES)
def test_a_type_has_only_fields_that_the_answer_has(name: str) -> None:
    told = schema()["components"]["schemas"][NAMED_OTHERWISE.get(name, name)]
    assert set(get_type_hints(getattr(resources, name))) <= set(told["properties"])
