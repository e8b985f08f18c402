"""The client asks for what the service's schema has, in the way the schema says."""

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest

from competitions.api.openapi import document
from evendeal import calls
from evendeal.calls import Again, Call
from evendeal.resources import FeedMessage, NoticesMessage

from .shapes import Shape, differences, of_schema, of_type

DUMMIES: Mapping[str, Any] = {
    "moves": ["turn"],
    "scopes": ["read"],
    "events": ["result"],
    "rounds": [{"game": "wish"}],
    "ply": 1,
    "limit": 200,
    "round": 1,
    "around_me": True,
    "mine": True,
    "unread": True,
    "bot": True,
    "owner": True,
    "skipped": True,
    "weekday": 1,
    "best": 1,
    "new": {"name": "Thursdays", "until": None},
    "rules": {},
    "profile": "public",
    "language": "de",
    "settings": {"play": "open", "draft": True},
    "changes": {"name": "Friday", "closes_at": None},
}
"""What the functions are asked with; everything else is a text."""

NOT_CALLED = {"get_schema", "get_asyncapi", "stream_competition"}
"""Operations without a call: the schemas are for those who make clients, and `watch` uses a socket."""

FILES = {"export_me"}
"""Calls whose answer is put away as it comes, though it is JSON: a large file with ever more parts."""


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
    # A longer path goes first, since `{id}` alone would match `{id}.ics`.
    for path, operations in sorted(schema()["paths"].items(), key=lambda item: -len(item[0])):
        pattern = re.sub(r"\{\w+\}", "[^/]+", path).replace(".", r"\.")
        if re.fullmatch(pattern, f"/{call.path}") and call.method.lower() in operations:
            found: dict[str, Any] = operations[call.method.lower()]
            return found
    return None


def test_a_call_is_an_operation_of_the_schema_with_its_parameters_its_fields_and_its_key() -> None:
    for name in functions():
        call = made(name)
        found = operation(call)
        assert found is not None, name
        parameters = {each["name"] for each in found.get("parameters", ())}
        assert {asked for asked, _ in call.query} <= parameters, name
        assert ("Idempotency-Key" in parameters) == (call.again is Again.WITH_A_KEY), name
        body = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        fields = named(body).get("properties", {})
        assert set(call.body or {}) <= set(fields), name


def named(body: dict[str, Any]) -> dict[str, Any]:
    """The schema that is meant, if it is meant by its name."""
    if "$ref" not in body:
        return body
    found: dict[str, Any] = schema()["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    return found


def test_every_operation_has_a_call() -> None:
    known = {found["operationId"] for name in functions() if (found := operation(made(name)))}
    every = {each["operationId"] for path in schema()["paths"].values() for each in path.values()}
    assert known == every - NOT_CALLED


def test_the_type_of_an_answer_has_the_fields_of_the_schema_and_no_others() -> None:
    for name in functions():
        found = operation(made(name))
        assert found is not None, name
        (answer,) = get_args(get_type_hints(getattr(calls, name))["return"])
        good = {status for status in found["responses"] if status < "300"}
        good -= {"202"} if made(name).computed else set()
        contents = [found["responses"][status].get("content", {}) for status in good]
        for content in contents:
            if "application/json" in content and name not in FILES:
                told = of_schema(content["application/json"]["schema"], schema()["components"]["schemas"])
                assert [*differences(of_type(answer), told, name)] == []
            else:
                assert answer in (bytes, type(None)), name


def test_the_types_of_the_messages_that_are_heard_are_those_of_the_schema() -> None:
    schemas = schema()["components"]["schemas"]
    for name, type in (("WatchingMessage", FeedMessage), ("NoticingMessage", NoticesMessage)):
        told = of_schema(schemas[name], schemas)
        assert [*differences(of_type(type), told, name)] == []


def test_what_a_call_takes_has_the_types_of_the_schema() -> None:
    for name in functions():
        found = operation(made(name))
        assert found is not None, name
        body = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        told = of_schema(body, schema()["components"]["schemas"]) if body else Shape(objects=[{}])
        (fields,) = told.objects
        query = {
            each["name"]: (each.get("required", False), of_schema(each["schema"], {}))
            for each in found.get("parameters", ())
            if each["in"] == "query"
        }
        given = taken(getattr(calls, name))
        for field, (required, theirs) in (fields | query).items():
            if field in given:
                always, ours = given[field]
                assert always == required, f"{name}({field})"
                if field in query and ours.without_null().words == {"boolean"}:
                    assert {"'true'", "'false'"} <= theirs.words
                    continue
                assert [*differences(ours.without_null(), theirs.without_null(), f"{name}({field})")] == []
            else:
                assert field in query, f"{name} cannot give {field}"


def taken(function: Any) -> dict[str, tuple[bool, Shape]]:
    """What a call takes, as the fields of a body: whether each has to be given, and its type."""
    hints = get_type_hints(function)
    fields: dict[str, tuple[bool, Shape]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            (more,) = of_type(get_args(hints[name])[0]).objects
            fields |= more
        else:
            fields[name] = parameter.default is parameter.empty, of_type(hints[name])
    return fields


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ({"a": (True, Shape({"string"}))}, {"a": (True, Shape({"string"}))}, []),
        ({}, {"a": (True, Shape({"string"}))}, ["it.a is missing in the client"]),
        ({"a": (True, Shape({"string"}))}, {}, ["it.a is not in the schema"]),
        (
            {"a": (True, Shape({"string"}))},
            {"a": (False, Shape({"string"}))},
            ["it.a is always there in the client alone"],
        ),
        (
            {"a": (True, Shape({"string"}))},
            {"a": (True, Shape({"string", "null"}))},
            ["it.a is ['string'] in the client, ['null', 'string'] in the schema"],
        ),
        (
            {"a": (True, Shape(lists=[Shape({"'x'"})]))},
            {"a": (True, Shape(lists=[Shape({"'x'", "'y'"})]))},
            ["""it.a.each is ["'x'"] in the client, ["'x'", "'y'"] in the schema"""],
        ),
        (
            {"a": (True, Shape(maps=[Shape({"string"})]))},
            {"a": (True, Shape(lists=[Shape({"string"})]))},
            ["it.a is no list in the client", "it.a is a map in the client alone"],
        ),
    ],
)
def test_what_differs_is_found(ours: Any, theirs: Any, said: list[str]) -> None:
    assert [*differences(Shape(objects=[ours]), Shape(objects=[theirs]))] == said
