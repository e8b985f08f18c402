"""The tradition of Wish: who wins the day's Wish has a wish, which is told, and never asked for or stored."""

from dataclasses import dataclass
from typing import Final

from competitions.embargo.visibility import Viewpoint
from competitions.models import Kind, Round
from competitions.standings import standings

from .own_rounds import OwnRound

WISH: Final = "wish"


@dataclass(frozen=True)
class WishesWon:
    mine: bool
    """Whether the viewer has one."""
    number: int | None
    """How many players have one; None while the viewer may not know it."""


def grants_a_wish(round: Round) -> bool:
    """Whether who wins the round has a wish."""
    return round.competition.kind == Kind.DAILY and round.deal.game_slug == WISH


def wishes_as_seen(own: OwnRound, seen: Viewpoint) -> WishesWon | None:
    """None where nobody gets one."""
    if not grants_a_wish(own.round) or seen.competition.cancelled_at is not None:
        return None
    mine = own.counting is not None and own.counting.won and not own.disqualified
    return WishesWon(mine, standings.winners(seen, round=own.round))
