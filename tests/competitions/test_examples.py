"""Every worked example of the schema is played on a prepared site, and its answer is what the example says.

A new example is a file in `competitions/api/examples/`, named like its operation; one more of the same
operation has what it shows behind that and a full stop. In it are `as` (one of the cast; or nobody),
`path`, `query` and `body`; `too_long` if nobody would read the whole answer, with the names of the only
fields to show, if not all are. With `RECORD_EXAMPLES=1` in the environment this writes down the answers, of a
new example or after a change.
"""

import json
import os
from urllib.parse import urlencode

import pytest
from jsonschema_rs import Draft202012Validator

from competitions.api.openapi import EXAMPLES, document, example_of, examples_of
from competitions.realtime.feed_queries import read_feed
from competitions.realtime.messages import presence_message
from games import GAMES
from tests.clients.site import chance, prepared, undone

OUR_FIELDS = {"etag", "location", "ratelimit", "ratelimit-policy", "retry-after"}
OF_REPEATS = {"idempotency-replayed"}

LONGEST_TEXT = 200
"""How many characters are shown of a text in an answer that is too long."""

RECORDING = "RECORD_EXAMPLES" in os.environ


def operations():
    """Each operation by its id, with its method and path."""
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            yield operation["operationId"], method, path


def played():
    """Each example by its name, with the method and the path of its operation."""
    for operation, method, path in operations():
        for name in examples_of(operation):
            yield name, method, path


@pytest.mark.extra
def test_every_example_is_played(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    for name, method, path in played():
        example = example_of(name)
        with subtests.test(name), undone():
            answer = asked(cast[example.get("as")], name, method, path)
            if RECORDING:
                record(name, example, answer)
                continue
            assert answer.status == example["status"], answer.raw
            told = document()["paths"][path][method]["responses"][str(answer.status)].get("headers", {})
            assert {field.lower() for field in told} - OF_REPEATS == OUR_FIELDS & set(answer.headers)
            assert shown(example, name, answer) == example.get("answer")
            if "body" in example:
                content = document()["paths"][path][method]["requestBody"]["content"]["application/json"]
                schema = {**content["schema"], "components": document()["components"]}
                Draft202012Validator(schema).validate(example["body"])


def test_a_deal_that_an_example_asks_for_has_moves():
    deals = [example_of(name).get("body", {}) for name, _, _ in played()]
    asked_for = [deal for deal in deals if deal.get("seed")]
    assert asked_for
    for deal in asked_for:
        assert not GAMES[deal["game"]].deal(deal["seed"], deal.get("rules", {})).finished, deal


def asked(client, name, method, path, body=None, query=None):
    """The answer to the example of an operation, or to one with another body or another query."""
    example = example_of(name)
    query = urlencode(query or example.get("query", {}), doseq=True)
    address = path.format(**example.get("path", {})) + (f"?{query}" if query else "")
    body = json.dumps(body or example["body"]).encode() if body or "body" in example else b""
    kind = {"Content_Type": "application/json"} if body else {}
    with chance(name):
        return client.request(method.upper(), address, body, **kind)


def shown(example, name, answer):
    """What the schema shows of an answer; None if it has no body."""
    if not answer.raw:
        return None
    if name == "stream_competition":  # Django only begins it: the messages that would be the first follow
        now = read_feed(example["path"]["competition_id"], -1)
        first = b"".join(each.event for each in (now.state, now.standings, presence_message(1)))
        return f"retry: 2500\n\n{first.decode()}"
    if not answer.headers.get("content-type", "").endswith("/json"):
        return answer.raw.decode()
    match example.get("too_long"):
        case None:
            return answer.body
        case True:
            return shortened(answer.body)
        case fields:
            return {field: answer.body[field] for field in fields}


def shortened(value):
    """With two items of each list, and the beginning of each text."""
    match value:
        case dict():
            return {name: shortened(each) for name, each in value.items()}
        case list():
            return [shortened(each) for each in value[:2]]
        case str() if len(value) > LONGEST_TEXT:
            return f"{value[:LONGEST_TEXT]}…"
    return value


def record(name, example, answer):
    example["status"] = answer.status
    if answer.raw:
        example["answer"] = shown(example, name, answer)
    (EXAMPLES / f"{name}.json").write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n")
