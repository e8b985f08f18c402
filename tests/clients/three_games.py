"""A contest of one round at which three have played: the game of the one is the beginning of the other's."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client
from tests.competitions.conftest import Clock

LONG, SHORT = moves_scoring(15, n=3), moves_scoring(25, n=3)


def three_games(
    owner: Client, crowd: Callable[[Sequence[str]], list[Client]], clock: Clock
) -> dict[str, Any]:
    """Ann has 15, Bea 25, and Cyd has given up at once; that was a second ago."""
    event = owner.create(rounds=[golden_round(n=3)], attempts=1)
    for player, moves in zip(crowd(["Ann", "Bea", "Cyd"]), (LONG, SHORT, []), strict=True):
        player.join(event)
        assert player.submit(event, moves).status == 201
    clock.forward(seconds=1)
    return event
