"""A parameter of a query whose value makes no sense is refused; one that nobody knows is ignored."""

from competitions.api.openapi import document, example_of
from tests.clients.site import prepared

from .test_examples import asked, operations

NONSENSE = ("", " ", "x y", "-1", "1.5", "\uff11", "9" * 400, "null", "x" * 4_000, "<b>", "\x00", "\ud7ff")
"""No parameter of ours has one of these as a value."""


def parameters():
    """Each operation with a parameter of its query."""
    for name, method, path in operations():
        for parameter in document()["paths"][path][method].get("parameters", ()):
            if parameter["in"] == "query" and parameter["name"] != "ticket":  # which is 401
                yield name, method, path, parameter["name"]


def test_every_parameter_refuses_what_makes_no_sense(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    walked = set()
    for name, method, path, parameter in parameters():
        caller = cast[example_of(name).get("as")]
        for value in NONSENSE:
            with subtests.test(f"{name} {parameter}={value[:9]!r}"):
                assert asked(caller, name, method, path, query={parameter: value}).refused_for(parameter)
        with subtests.test(f"head of {name} {parameter}"):
            assert asked(caller, name, "head", path, query={parameter: NONSENSE[0]}).status == 422
        walked.add(parameter)
    assert walked >= {"cursor", "state", "game", "mine", "round", "around", "bom", "words", "since", "after"}


def test_a_parameter_is_given_once(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    for name, method, path, parameter in parameters():
        with subtests.test(f"{name} {parameter}"):
            caller = cast[example_of(name).get("as")]
            twice = asked(caller, name, method, path, query=[(parameter, "1"), (parameter, "0")])
            assert twice.refused_for(parameter)


def test_a_parameter_that_nobody_knows_is_ignored(anyone, clock, subtests):
    query = [("colour", "red"), ("size", "large"), ("colour", "blue"), ("", "")]
    cast = prepared(anyone, clock.forward)
    for name, method, path in operations():
        if method == "get":
            with subtests.test(name):
                caller = cast[example_of(name).get("as")]
                assert asked(caller, name, method, path, query=query).status == example_of(name)["status"]
