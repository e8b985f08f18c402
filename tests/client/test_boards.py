"""The standings read whole, while they move or stand still."""

import json
from typing import Any

import pytest

from evendeal.boards import TRIES, whole_standings
from evendeal.errors import StandingsMoved
from evendeal.talk_steps import HttpAnswer

from .conversations import Other, answer

PATH = "/api/v1/competitions/c/standings"
FIRST = ("GET", f"{PATH}?limit=200")
SECOND = ("GET", f"{PATH}?limit=200&cursor=x")


def page(*names: str, changed: bool = False, more: bool = False) -> HttpAnswer:
    told: dict[str, Any] = {
        "version": 1,
        "changed": changed,
        "next": f"https://behind.example{PATH}?limit=200&cursor=x" if more else None,
        "results": [{"entry": name} for name in names],
    }
    return answer(200, json.dumps(told))


def read(other: Other) -> list[str]:
    return [row["entry"] for row in other.carry(whole_standings(other.caller, "c"))]


def test_pages_of_one_moment_are_put_together() -> None:
    other = Other(page("a", "b", more=True), page("c"))
    assert read(other) == ["a", "b", "c"]
    assert other.requests == [FIRST, SECOND]


def test_one_round_is_asked_for_by_its_number() -> None:
    other = Other(page("a"))
    other.carry(whole_standings(other.caller, "c", 3))
    assert other.requests == [("GET", f"{PATH}?round=3&limit=200")]


def test_they_are_read_again_from_the_beginning_if_they_have_moved() -> None:
    other = Other(page("a", more=True), page("a", changed=True), page("b", more=True), page("a"))
    assert read(other) == ["b", "a"]
    assert other.requests == [FIRST, SECOND] * 2
    assert len(other.pauses) == 1


def test_if_they_never_stand_still_it_says_so() -> None:
    other = Other(*[page("a", more=True), page("b", changed=True)] * (TRIES + 1))
    with pytest.raises(StandingsMoved, match="CSV"):
        read(other)
    assert other.requests == [FIRST, SECOND] * TRIES
