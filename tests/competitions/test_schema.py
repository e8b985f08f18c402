"""The schema says what the API does."""

import html
import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import EndpointEnumerator

import competitions
from competitions.api.describe import description_of
from competitions.api.message_docs import asyncapi
from competitions.api.openapi import CODES, EXAMPLES, MEANINGS, document
from competitions.realtime import admission
from competitions.web.problems import CONTENT_TYPE, STATUS


def operations():
    """Method, path and view of each operation of the addresses."""
    found = EndpointEnumerator(urlconf="config.urls").get_api_endpoints()
    return [(method, path, callback.cls) for path, _, method, callback in found if callback.cls.schema]


RULES = Path(__file__).parents[2] / "frontend" / "schema_rules.mjs"


@pytest.mark.extra
def test_it_is_a_document_of_openapi():
    # Imported here: it takes half a second, and every worker collects every test.
    from openapi_spec_validator import OpenAPIV31SpecValidator

    faults = OpenAPIV31SpecValidator(json.loads(json.dumps(document()))).iter_errors()
    assert not [(fault.message, list(fault.absolute_path)) for fault in faults]


@pytest.mark.extra
def test_the_rules_of_spectral_find_no_error(tmp_path):
    files = []
    for name, content in (("openapi", document()), ("asyncapi", messages())):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(content))
    done = subprocess.run(["node", RULES, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def messages():
    """The document of messages."""
    return asyncapi(document()["components"]["schemas"], host="evendeal.example", secure=True)


def test_every_message_of_both_documents_is_the_same():
    schemas = document()["components"]["schemas"]
    written = messages()["components"]["schemas"]
    assert written == {name: schemas[name] for name in written}
    named = {
        each["payload"]["$ref"].rpartition("/")[2] for each in messages()["components"]["messages"].values()
    }
    unions = {name for name, schema in schemas.items() if "discriminator" in schema} - {"Event"}
    kinds = {name for name in schemas if name.endswith("Message") and "HookMessage" not in name}
    assert kinds - unions == named


def test_both_documents_ask_the_same_of_who_reads_a_stream():
    [stream] = [path for path in document()["paths"] if path.endswith("/stream")]
    parameters = document()["paths"][stream]["get"]["parameters"]
    asked = {each["name"]: each["schema"] for each in parameters if each["in"] == "query"}
    written = messages()["operations"]["read"]["bindings"]["http"]["query"]["properties"]
    assert written.keys() == asked.keys()
    assert written["since"]["maximum"] == asked["since"]["maximum"]


def test_who_needs_a_token_for_a_socket_is_told_which_are_taken():
    operations = messages()["operations"]
    secured = {name: each["security"] for name, each in operations.items() if "security" in each}
    assert secured.keys() == {"play", "tell", "notice"}
    known = [{"$ref": f"#/components/securitySchemes/{each}"} for each in ("token", "ticket")]
    assert all(security == known for security in secured.values())


def test_an_operation_for_entrants_alone_does_not_say_that_it_needs_no_token():
    for item in document()["paths"].values():
        for operation in (item[method] for method in ("get", "post") if method in item):
            codes = str(operation["responses"].get("403", ""))
            assert "not_entered" not in codes or operation["description"] != "Needs no token."


def test_every_code_that_closes_a_socket_has_a_meaning():
    codes = {value for value in vars(admission).values() if isinstance(value, int) and 4000 <= value < 5000}
    assert codes
    assert codes <= set(admission.CLOSED)


def test_worked_examples_show_what_an_operation_takes_and_gives():
    shown = {}
    for operation in (each for item in document()["paths"].values() for each in item.values()):
        contents = [operation.get("requestBody", {}), *operation["responses"].values()]
        media = [part for each in contents for part in each.get("content", {}).values()]
        if examples := sum("examples" in part for part in media):
            shown[operation["operationId"]] = examples
    written = {file.stem: json.loads(file.read_text()) for file in EXAMPLES.iterdir()}
    assert shown == {name: 1 + ("body" in example) for name, example in written.items()}


def described_parts(part, path=()):
    """Each schema, property, parameter and header of the document, with its path."""
    if isinstance(part, list):
        part = dict(enumerate(part))
    if not isinstance(part, dict):
        return
    for name, each in part.items():
        if path[-1:] in (("properties",), ("schemas",), ("parameters",), ("headers",)) and "$ref" not in each:
            yield (*path, name), each
        if name not in ("examples", "enum", "example"):
            yield from described_parts(each, (*path, name))


def test_everything_in_it_has_words():
    silent = ["/".join(map(str, path)) for path, part in described_parts(document()) if not said_of(part)]
    assert not silent


def test_each_schema_has_words_of_its_own():
    said = Counter(schema["description"] for schema in document()["components"]["schemas"].values())
    assert said.most_common(1)[0][1] == 1, said.most_common(1)


def test_its_words_are_for_strangers():
    """No docstring of the code, which speaks to whoever changes it, reaches the schema."""
    for module in pkgutil.walk_packages(competitions.__path__, "competitions."):
        importlib.import_module(module.name)
    ours = {
        inspect.getdoc(thing)
        for name, module in sys.modules.items()
        if name.startswith(("competitions", "config", "games"))
        for thing in vars(module).values()
        if inspect.isclass(thing) or inspect.isfunction(thing)
        if thing.__module__ == name
    }
    said = {said_of(part) for _, part in described_parts(document())}
    assert not {each for each in said if each in ours}


def said_of(part):
    return part.get("description") or part.get("schema", {}).get("description")


def test_every_operation_is_described():
    assert operations()
    missing = {(method, path) for method, path, view in operations() if description_of(view, method) is None}
    assert not missing, "see competitions.api.describe"


def test_every_operation_has_a_name_and_a_sentence_of_its_own():
    described = [description_of(view, method) for method, _, view in operations()]
    for what in ("name", "sentence"):
        again = Counter(getattr(each, what) for each in described if each).most_common(1)
        assert again[0][1] == 1, again


def test_every_refusal_has_the_same_schema():
    """Or a generated client has a class for each status of each operation."""
    answers = {
        json.dumps(answer["content"])
        for answer in document()["components"]["responses"].values()
        if CODES in answer
    }
    assert answers == {json.dumps({CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}})}
    refused = [
        answer
        for item in document()["paths"].values()
        for operation in item.values()
        for status, answer in operation["responses"].items()
        if status >= "400"
    ]
    assert refused
    assert all("$ref" in answer for answer in refused)


def test_nothing_in_it_is_guessed():
    document()
    GENERATOR_STATS.emit_summary()
    assert not GENERATOR_STATS, "it is said above what"


def test_every_code_has_a_meaning():
    assert set(MEANINGS) == set(STATUS)


@pytest.mark.extra
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


@pytest.mark.django_db
def test_its_page_says_without_scripts_how_to_get_it_as_yaml(client):
    said = html.unescape(client.get("/api/v1/docs").content.decode())
    command = re.search(r"curl -H 'Accept: application/yaml' http://testserver(\S+?)</code>", said)
    assert command is not None
    got = client.get(command[1], headers={"Accept": "application/yaml"})
    assert got["Content-Type"] == "application/yaml"
