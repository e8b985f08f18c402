"""The cast of the API's tests."""

from tests.competitions.conftest import anyone, clock, crowd, owner, rival, stranger

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]
