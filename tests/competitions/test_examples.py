"""Each operation is asked on a prepared site; what a worked example says is what is answered.

A worked example is a file in `competitions/api/examples/`, named like its operation, with `as` (one of the
cast; or nobody), `path`, `query` and `body`. With `RECORD_EXAMPLES=1` in the environment this writes down the
answers, after a change. Every other operation has a row in `operations`.
"""

import json
import os

import pytest
from jsonschema_rs import Draft202012Validator

from competitions.api.openapi import EXAMPLES, document, example_of
from games import GAMES
from tests.clients.site import prepared, undone

from .operations import REQUESTS, requests

OUR_FIELDS = {"etag", "location", "ratelimit", "ratelimit-policy", "retry-after"}
OF_REPEATS = {"idempotency-replayed"}


def test_every_operation_is_asked():
    named = {operation["operationId"] for item in document()["paths"].values() for operation in item.values()}
    examples = {file.stem for file in EXAMPLES.iterdir()}
    assert {request.name.partition(".")[0] for request in requests()} == named
    assert {request.name for request in requests()} == examples | REQUESTS.keys()
    assert not examples & REQUESTS.keys()


@pytest.mark.extra
def test_every_operation_answers_as_described(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    for request in requests():
        with subtests.test(request.name), undone():
            answer = request.send(cast)
            example = example_of(request.name)
            if example and "RECORD_EXAMPLES" in os.environ:
                example |= {"status": answer.status, "answer": answer.body}
                text = json.dumps(example, indent=2, ensure_ascii=False)
                (EXAMPLES / f"{request.name}.json").write_text(f"{text}\n")
            assert answer.status == request.status, answer.raw
            told = request.operation["responses"][str(answer.status)].get("headers", {})
            assert {field.lower() for field in told} - OF_REPEATS == OUR_FIELDS & set(answer.headers)
            assert example is None or answer.body == example["answer"]
            if request.body is not None:
                content = request.operation["requestBody"]["content"]["application/json"]
                schema = {**content["schema"], "components": document()["components"]}
                Draft202012Validator(schema).validate(request.body)


def test_a_deal_that_is_asked_for_has_moves():
    deals = [request.body for request in requests() if (request.body or {}).get("seed")]
    assert deals
    for deal in deals:
        assert not GAMES[deal["game"]].deal(deal["seed"], deal.get("rules", {})).finished, deal
