"""One interface for playing attempts and ghosts (closed rounds played again), since requests name both by ids
of the same form."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from ...embargo.ghosts import ghosts_shown_to
from ...models import Attempt, Player
from .. import dealer
from . import ghost_dealer

AnySnapshot = dealer.Snapshot | ghost_dealer.GhostSnapshot


class Dealer(Protocol):
    """The functions of both `dealer` and `ghost_dealer`, which play an attempt or a ghost."""

    def resume(self, *, attempt_id: str, now: datetime) -> AnySnapshot: ...

    def play_moves(
        self, *, attempt_id: str, ply: int, moves: Sequence[str], now: datetime
    ) -> AnySnapshot: ...

    def take_back(self, *, attempt_id: str, ply: int, now: datetime) -> AnySnapshot: ...

    def finish(self, *, attempt_id: str, now: datetime) -> AnySnapshot: ...


def dealer_of(attempt_id: str, player: Player) -> Dealer | None:
    """Return the module that plays this attempt or ghost; None if the player has none with this id."""
    if Attempt.objects.filter(pk=attempt_id, player=player).exists():
        return dealer
    return ghost_dealer if ghosts_shown_to(player).filter(pk=attempt_id).exists() else None
