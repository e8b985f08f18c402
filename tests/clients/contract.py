"""Holds every answer to the schema: its status, its media type, its code and each field of its body.

The schema lets answers have more fields than it names, since clients ignore those that they do not know; here
a field that it does not name is a fault, because nobody could know of it.
"""

import json
import re
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

from competitions.api.openapi import CODES, document


def check(method: str, path: str, status: int, content_type: str, raw: bytes) -> None:
    """Raises AssertionError if the schema does not know such an answer to such a request, below /api/v1."""
    operation = operation_at(method, path.partition("?")[0])
    if operation is None:
        assert status >= 400, f"{method} {path} is no operation of the schema"
        return
    said = f"{method} {path} answered {status}: "
    answers = document()["paths"][operation][method.lower()]["responses"]
    assert str(status) in answers, f"{said}the schema has {', '.join(answers)}; {raw[:300]!r}"
    answer = _resolved(answers[str(status)])
    contents = answer.get("content", {})
    media = content_type.partition(";")[0]
    assert media in {kind.partition(";")[0] for kind in contents} or not (contents or raw), f"{said}{media}"
    if media.endswith(("/json", "+json")) and raw:
        body = json.loads(raw)
        assert CODES not in answer or body["code"] in answer[CODES], f"{said}{body['code']}"
        try:
            validator(operation, method.lower(), str(status), media).validate(body)
        except ValidationError as fault:
            at = "/".join(map(str, fault.instance_path))
            raise AssertionError(f"{said}at {at or 'the body'}: {fault.message}") from None


def check_message(kind: str, message: Any) -> None:
    """Raises AssertionError for a message that the schema does not know as one of this kind."""
    try:
        _message_validator(kind).validate(message)
    except ValidationError as fault:
        at = "/".join(map(str, fault.instance_path))
        raise AssertionError(f"{kind}, at {at or 'the top'}: {fault.message}; {message}") from None


@cache
def _message_validator(kind: str) -> Draft202012Validator:
    of_kind = {"$ref": f"#/components/schemas/{kind}", "components": strict()["components"]}
    return Draft202012Validator(of_kind, validate_formats=True)


@cache
def operation_at(method: str, path: str) -> str | None:
    """The path of the schema with this operation; one without parameters goes before one with them."""
    for pattern, operation, methods in _operations():
        if method.lower() in methods and pattern.fullmatch(path):
            return operation
    return None


@cache
def _operations() -> list[tuple[re.Pattern[str], str, frozenset[str]]]:
    paths = sorted(document()["paths"].items(), key=lambda item: item[0].count("{"))
    return [(_pattern(path), path, frozenset(item)) for path, item in paths]


def _pattern(path: str) -> re.Pattern[str]:
    literal = re.split(r"\{\w+\}", path)
    return re.compile(r"(?:(?!\.ics)[^/])+".join(map(re.escape, literal)))


@cache
def validator(path: str, method: str, status: str, media: str) -> Draft202012Validator:
    [content] = (
        each
        for kind, each in _resolved(document()["paths"][path][method]["responses"][status])["content"].items()
        if kind.partition(";")[0] == media
    )
    return Draft202012Validator(
        {**content["schema"], "components": strict()["components"]}, validate_formats=True
    )


@cache
def strict() -> dict[str, Any]:
    """The schema, with no field but those it names."""
    return _closed(document())


def _closed(part: Any) -> Any:
    match part:
        case dict():
            closed = {key: _closed(each) for key, each in part.items()}
            if part.get("type") == "object" and "properties" in part:
                closed.setdefault("additionalProperties", False)
            return closed
        case list():
            return [_closed(each) for each in part]
    return part


def _resolved(answer: dict[str, Any]) -> dict[str, Any]:
    reference = answer.get("$ref")
    return (
        answer if reference is None else document()["components"]["responses"][reference.rpartition("/")[2]]
    )
