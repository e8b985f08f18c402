"""The cast of the API's tests."""

from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]
