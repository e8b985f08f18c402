"""The schema says what the API does."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import EndpointEnumerator
from openapi_spec_validator import OpenAPIV31SpecValidator

from competitions.api.describing import description_of
from competitions.api.openapi import EXAMPLES, MEANINGS, document
from competitions.http.problems import STATUS


def operations():
    """Method, path and view of each operation of the addresses."""
    found = EndpointEnumerator(urlconf="config.urls").get_api_endpoints()
    return [(method, path, callback.cls) for path, _, method, callback in found if callback.cls.schema]


RULES = Path(__file__).parents[2] / "frontend" / "schema_rules.mjs"


def test_it_is_a_document_of_openapi():
    faults = OpenAPIV31SpecValidator(json.loads(json.dumps(document()))).iter_errors()
    assert not [(fault.message, list(fault.absolute_path)) for fault in faults]


def test_the_rules_of_spectral_find_no_error(tmp_path):
    written = tmp_path / "schema.json"
    written.write_text(json.dumps(document()))
    done = subprocess.run(["node", RULES, written], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_operation_shows_what_it_takes_and_gives():
    """But for answers without a body."""
    bare = set()
    for operation in (each for item in document()["paths"].values() for each in item.values()):
        takes = operation.get("requestBody", {}).get("content", {}).values()
        gives = [
            content
            for status, answer in operation["responses"].items()
            if status.startswith("2")
            for content in answer.get("content", {}).values()
        ]
        if any("examples" not in part for part in takes) or (
            gives and not any("examples" in part for part in gives)
        ):
            bare.add(operation["operationId"])
    assert not bare


def test_every_operation_is_described():
    assert operations()
    missing = {(method, path) for method, path, view in operations() if description_of(view, method) is None}
    assert not missing, "see competitions.api.describing"


def test_every_operation_has_a_worked_example():
    described = {description_of(view, method).name for method, _, view in operations()}
    assert described == {file.stem for file in EXAMPLES.iterdir()}, "see tests/competitions/test_examples.py"


def test_every_operation_has_a_name_and_a_sentence_of_its_own():
    described = [description_of(view, method) for method, _, view in operations()]
    for what in ("name", "sentence"):
        again = Counter(getattr(each, what) for each in described if each).most_common(1)
        assert again[0][1] == 1, again


def test_nothing_in_it_is_guessed():
    document()
    assert not GENERATOR_STATS, GENERATOR_STATS._warn_cache | GENERATOR_STATS._error_cache


def test_every_code_has_a_meaning():
    assert set(MEANINGS) == set(STATUS)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
        ("application/yaml", "application/yaml"),
        ("application/yaml;q=0.5, application/json", "application/json"),
    ],
)
def test_anyone_may_read_it_in_the_language_that_they_accept(client, accept, kind):
    got = client.get("/api/v1/schema", headers={"Accept": accept})
    assert got["Content-Type"] == kind
    assert "Accept" in got["Vary"]
    if kind == "application/json":
        assert got.json() == json.loads(json.dumps(document()))
        assert got.json()["openapi"].startswith("3.1")
    else:
        assert got.content.startswith(b"openapi: 3.1")
