"""The cast of the API's tests, and a class that is let in by its badges."""

import pytest

from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger, unwritten

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger", "unwritten"]


@pytest.fixture
def event(owner):
    return owner.create(access="invite")


@pytest.fixture
def badges_for():
    """Makes badges for names, and gives them as the list tells them."""

    def make(owner, event, *names):
        path = f"/competitions/{event['id']}/badges"
        made = owner.post(path, {"names": names})
        assert made.status == 201, made.raw
        told = owner.get(path, limit=200).body["results"]
        return told[-len(names) :]

    return make
