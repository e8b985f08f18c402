"""Random requests by the schema, and what their answers must be.

Only what asks them imports this: it takes most of a second, in each process that collects the tests.
"""

import gzip
from collections import defaultdict
from contextlib import ExitStack, suppress
from copy import deepcopy
from functools import cache, partial
from random import Random
from urllib.parse import urlsplit

import requests
import schemathesis
from django.db import connection, transaction
from django.test import Client as DjangoClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from jsonschema_rs import Draft202012Validator
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from competitions.api.openapi import document
from competitions.models import SCOPES
from competitions.people.clean_text import clean
from competitions.refusals import Refusal
from tests.clients.rest import through_django

from . import operations
from .stored import all_rows

BASE = "http://testserver/api/v1"
EXCLUDED = [ignored_auth, positive_data_acceptance]
"""Tokens are given here, unknown to schemathesis; and no schema can say that a name is taken."""

ANY_VALUE = "POST /replays"
"""It has an answer to every JSON value."""

MAY_GROW = {"KeptAnswer", "Move", "Attempt", "Competition", "Entry"}
"""By moves before one that is refused, and by refusals that are kept for their key."""

SCHEMA = schemathesis.openapi.from_dict(deepcopy(document()))  # which it changes


def some(examples: int, **more: object) -> settings:
    """The same examples in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        **more,
    )


def callers(cast):
    """Tokens: none and a wrong one, those of the cast, and one of each scope alone."""
    olga = cast["Olga"]
    alone = [olga.post("/tokens", {"name": scope, "scopes": [scope]}).body["token"] for scope in SCOPES]
    return [None, "ed_wrong", *(cast[name].token for name in ("Olga", "Ann", "Ray", "Sam")), *alone]


def known():
    """What the requests of the prepared site put into paths, by name: so one gets past the door."""
    values = defaultdict(set)
    for request in operations.requests():
        for name, value in request.values.items():
            values[name].add(value)
    return {name: sorted(found, key=str) for name, found in values.items()}


def bodies_of_operations():
    return {f"{each.method.upper()} {each.path}": each.body for each in operations.requests() if each.body}


def answer_to(case, token):
    """Send what schemathesis has made, through Django's own client."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    made = requests.Request(**case.as_transport_kwargs(base_url=BASE, headers=headers)).prepare()
    parts = urlsplit(made.url)
    body = made.body.encode() if isinstance(made.body, str) else made.body or b""
    address = f"{parts.path}?{parts.query}" if parts.query else parts.path
    status, got, raw = through_django(DjangoClient())(made.method, address, body, dict(made.headers))
    if {name.lower(): value for name, value in got.items()}.get("content-encoding") == "gzip":
        raw = gzip.decompress(raw)  # it was asked for; clients do this by themselves
    return Response(status, {name: [value] for name, value in got.items()}, raw, made, 0.0, False)


def validate(case, response, *but, **more):
    """Raises what schemathesis finds wrong with an answer."""
    if case.operation.label == ANY_VALUE or is_clean_enough(case):
        but = (negative_data_rejection,)
    case.validate_response(response, excluded_checks=[*EXCLUDED, *but], **more)


def is_clean_enough(case):
    """Whether the schema takes a body once its texts are cleaned: the service counts them then."""
    validator = validator_of_bodies(case.operation.label)
    try:
        return validator is not None and validator.is_valid(cleaned(case.body))
    except (TypeError, ValueError):  # it is no JSON
        return False


@cache
def validator_of_bodies(operation):
    method, path = operation.split()
    content = document()["paths"][path][method.lower()].get("requestBody", {}).get("content")
    if not content:
        return None
    schema = content["application/json"]["schema"] | {"components": document()["components"]}
    return Draft202012Validator(schema)


def cleaned(value):
    match value:
        case dict():
            return {name: cleaned(each) for name, each in value.items()}
        case list():
            return [cleaned(each) for each in value]
        case str():
            with suppress(Refusal):
                return clean(value, field="text", shortest=0, longest=len(value))
            return ""  # nothing is left to see
    return value


def fuzz(tokens, subtests, examples):
    """Send so many random requests to each operation."""
    values, stored = known(), Stored()
    for found in SCHEMA.get_all_operations():
        operation = found.ok()
        given_names = [each.name for each in operation.path_parameters]
        paths = st.fixed_dictionaries({name: st.sampled_from(values[name]) for name in given_names})
        kinds = st.tuples(st.sampled_from(GenerationMode), paths | st.none())

        @some(examples)
        @given(kinds.flatmap(partial(made_by, operation)), st.sampled_from(tokens))
        def send(case, token):
            before = stored.rows()
            response = answer_to(case, token)
            validate(case, response)
            assert response.status_code < 400 or stored.rows() == before, "only a success changes anything"

        with subtests.test(operation.label):
            send()


class Stored:
    """All that is stored, but for answers that are kept, and moves before one that is refused. It is read
    again once SQLite has counted another change."""

    def __init__(self):
        self.changes, self.read = -1, {}

    def rows(self):
        connection.ensure_connection()
        if (changes := connection.connection.total_changes) != self.changes:
            self.changes = changes
            self.read = {name: each for name, each in all_rows().items() if name not in MAY_GROW}
        return self.read


def made_by(operation, kind):
    mode, path = kind
    return operation.as_strategy(mode, path_parameters=path)


def walk(tokens, examples, steps):
    """Let each of the callers take so many walks, in which the answer to one request leads to others.

    Where nothing has led to a path yet, it is one of the prepared site, and every second body is one that it
    takes: or few walks would come far. Nothing that a walk has stored meets the next one.
    """
    values, bodies = known(), bodies_of_operations()

    class Walk(SCHEMA.as_state_machine()):
        token = None

        def setup(self):
            self.chance, self.answers, self.stored = Random(1), "", ExitStack()
            self.stored.enter_context(transaction.atomic())

        def teardown(self):
            transaction.set_rollback(True)
            self.stored.close()

        def call(self, case, **_):
            for name, value in case.path_parameters.items():
                if str(value) not in self.answers:
                    case.path_parameters[name] = self.chance.choice(values[name])
            if case.operation.label in bodies and self.chance.random() < 0.5:
                case.body = bodies[case.operation.label]
            response = answer_to(case, self.token)
            self.answers += response.text
            return response

        def validate_response(self, response, case, additional_checks=None, **_):
            validate(case, response, negative_data_rejection, additional_checks=additional_checks)

    for Walk.token in tokens:
        run_state_machine_as_test(Walk, settings=some(examples, stateful_step_count=steps))
