"""Who runs a contest."""

import pytest
from django.utils import timezone

from competitions.contests.co_organisers import share


@pytest.fixture
def helper(player, owner, browser_of):
    """Makes the browser of somebody who runs a contest with its owner."""

    def make(competition):
        cora = player("Cora Co")
        share(competition=competition, organiser=owner, player=cora, now=timezone.now())
        return browser_of(cora)

    return make
