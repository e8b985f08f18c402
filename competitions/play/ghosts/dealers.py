"""A common interface for playing attempts and ghosts. Their ids have the same form."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from ...embargo.ghosts import ghosts_shown_to
from ...models import Attempt, Player
from .. import dealer
from . import ghost_dealer

AnySnapshot = dealer.Snapshot | ghost_dealer.GhostSnapshot


class Dealer(Protocol):
    """How an attempt or a ghost is played: the functions of `dealer` and of `ghost_dealer`."""

    def resume(self, *, attempt_id: str, now: datetime) -> AnySnapshot: ...

    def play_moves(
        self, *, attempt_id: str, ply: int, moves: Sequence[str], now: datetime
    ) -> AnySnapshot: ...

    def take_back(self, *, attempt_id: str, ply: int, now: datetime) -> AnySnapshot: ...

    def finish(self, *, attempt_id: str, now: datetime) -> AnySnapshot: ...


def dealer_of(attempt_id: str, player: Player) -> Dealer | None:
    """Return the dealer of the player's attempt or ghost with this id; None if the player has neither."""
    if Attempt.objects.filter(pk=attempt_id, player=player).exists():
        return dealer
    return ghost_dealer if ghosts_shown_to(player).filter(pk=attempt_id).exists() else None
