"""Every worked example of the schema is played on a prepared site, and its answer is what the example says.

A new example is a file in `competitions/api/examples/`, named like its operation: `as` (one of the cast; or
nobody), `path`, `query` and `body`, and `too_long` if nobody would read the answer. With
`RECORD_EXAMPLES=1` in the environment this writes down the answers, of a new example or after a change.
"""

import json
import os

from django.db import transaction
from jsonschema_rs import Draft202012Validator

from competitions.api.openapi import EXAMPLES, document, example_of
from tests.clients.site import chance, prepared

OUR_FIELDS = {"etag", "location", "ratelimit", "ratelimit-policy", "retry-after"}

RECORDING = "RECORD_EXAMPLES" in os.environ


class Undone(Exception):
    """Ends a transaction."""


def operations():
    """Each operation by its id, with its method and path."""
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            yield operation["operationId"], method, path


def test_every_example_is_played(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    for name, method, path in operations():
        with subtests.test(name):
            try:
                with transaction.atomic():
                    play(cast, name, method, path)
                    raise Undone
            except Undone:
                pass


def play(cast, name, method, path):
    example = example_of(name)
    query = "&".join(f"{key}={value}" for key, value in example.get("query", {}).items())
    address = path.format(**example.get("path", {})) + (f"?{query}" if query else "")
    body = json.dumps(example["body"]).encode() if "body" in example else b""
    with chance(name):
        answer = cast[example.get("as")].request(
            method.upper(), address, body, **({"Content_Type": "application/json"} if body else {})
        )
    if RECORDING:
        record(name, example, answer)
        return
    assert answer.status == example["status"], answer.raw
    told = document()["paths"][path][method]["responses"][str(answer.status)].get("headers", {})
    assert {field.lower() for field in told} == OUR_FIELDS & set(answer.headers)
    if "answer" in example:
        assert said(answer) == example["answer"]
    if "body" in example:
        content = document()["paths"][path][method]["requestBody"]["content"]["application/json"]
        schema = {**content["schema"], "components": document()["components"]}
        Draft202012Validator(schema).validate(example["body"])


def said(answer):
    return answer.body if answer.headers.get("content-type", "").endswith("/json") else answer.raw.decode()


def record(name, example, answer):
    example["status"] = answer.status
    if answer.raw and not example.get("too_long"):
        example["answer"] = said(answer)
    (EXAMPLES / f"{name}.json").write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n")
