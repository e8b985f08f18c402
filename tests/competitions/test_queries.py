"""A parameter of a query whose value makes no sense is refused; one that nobody knows is ignored."""

import pytest

from tests.clients.site import prepared

from .operations import requests

NONSENSE = ("", " ", "x y", "-1", "1.5", "\uff11", "9" * 400, "x" * 4_000, "\x00", "\ud7ff")
"""No parameter of ours has one of these as a value."""

UNKNOWN = [("colour", "red"), ("shape", "large"), ("colour", "blue"), ("", "")]


def parameters(operation):
    """Those of its query, by name."""
    queried = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    return sorted(queried - {"ticket"})  # a bad one is 401


@pytest.mark.extra
def test_a_parameter_makes_sense_and_is_given_once_and_an_unknown_one_is_ignored(anyone, clock, subtests):
    cast = prepared(anyone, clock.forward)
    walked = set()
    for request in requests():
        for parameter in parameters(request.operation):
            with subtests.test(f"{request.name} {parameter}"):
                for value in NONSENSE:
                    refused = request.send(cast, query={parameter: value})
                    assert refused.refused_for(parameter), value[:9]
                twice = request.send(cast, query=[(parameter, "1"), (parameter, "0")])
                assert twice.refused_for(parameter), "given twice"
                assert request.send(cast, query={parameter: ""}, method="head").status == 422
            walked.add(parameter)
        if request.method == "get":
            with subtests.test(f"unknown parameters of {request.name}"):
                assert request.send(cast, query=[*request.query.items(), *UNKNOWN]).status == request.status
    assert walked >= {"cursor", "state", "game", "mine", "round", "around", "bom", "words", "since", "after"}
