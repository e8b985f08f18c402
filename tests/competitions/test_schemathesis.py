"""Random requests by the schema: none is a fault of ours, and every answer is one that the schema knows."""

import pytest

from tests.clients.site import prepared

pytestmark = pytest.mark.extra


@pytest.fixture
def at_random():
    """How to ask at random."""
    from tests.competitions import requests_at_random

    return requests_at_random


@pytest.fixture
def site(anyone, clock, unlimited, at_random):
    """The tokens of those who ask on a prepared site."""
    return at_random.callers(prepared(anyone, clock.forward))


def test_no_request_is_a_fault_of_ours(site, subtests, at_random):
    at_random.fuzz(site, subtests, examples=20)


def test_no_walk_leads_to_a_fault_of_ours(site, at_random):
    at_random.walk(site, examples=5, steps=12)
