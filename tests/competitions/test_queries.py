"""A parameter of a query whose value makes no sense is refused; one that nobody knows is ignored."""

import pytest

from competitions.api.openapi import document, example_of
from tests.clients.site import prepared

from .test_examples import asked, operations

NONSENSE = ("", " ", "x y", "-1", "1.5", "\uff11", "9" * 400, "x" * 4_000, "\x00", "\ud7ff")
"""No parameter of ours has one of these as a value."""

UNKNOWN = [("colour", "red"), ("shape", "large"), ("colour", "blue"), ("", "")]


def parameters(method, path):
    """Those of an operation's query, by name."""
    all = document()["paths"][path][method].get("parameters", ())
    queried = {parameter["name"] for parameter in all if parameter["in"] == "query"}
    return sorted(queried - {"ticket"})  # a bad one is 401


@pytest.mark.extra
def test_a_parameter_makes_sense_and_is_given_once_and_an_unknown_one_is_ignored(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    walked = set()
    for name, method, path in operations():
        caller = cast[example_of(name).get("as")]

        def answer(query, method=method, caller=caller, name=name, path=path):
            return asked(caller, name, method, path, query=query)

        for parameter in parameters(method, path):
            with subtests.test(f"{name} {parameter}"):
                for value in NONSENSE:
                    assert answer({parameter: value}).refused_for(parameter), value[:9]
                assert answer([(parameter, "1"), (parameter, "0")]).refused_for(parameter), "given twice"
                assert answer({parameter: NONSENSE[0]}, method="head").status == 422
            walked.add(parameter)
        if method == "get":
            with subtests.test(f"unknown parameters of {name}"):
                needed = [*example_of(name).get("query", {}).items()]
                assert answer([*needed, *UNKNOWN]).status == example_of(name)["status"]
    assert walked >= {"cursor", "state", "game", "mine", "round", "around", "bom", "words", "since", "after"}
