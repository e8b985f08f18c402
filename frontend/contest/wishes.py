"""A tradition of the game Wish: whoever wins the day's deal may make a wish. The site tells players that they
may make one, but neither asks what they wish nor stores it."""

from dataclasses import dataclass
from typing import Final

from competitions.embargo.visibility import Viewpoint
from competitions.models import Kind, Round
from competitions.play.own_rounds import OwnRound
from competitions.standings import standings

WISH: Final = "wish"


@dataclass(frozen=True)
class WishesWon:
    mine: bool
    """Whether the viewer has won, and so may make a wish."""
    number: int | None
    """The number of players who have won; None if the viewer may not know."""


def grants_a_wish(round: Round) -> bool:
    """Whether winning the game of this round grants a wish."""
    return round.competition.kind == Kind.DAILY and round.deal.game_slug == WISH


def wishes_as_seen(own: OwnRound, seen: Viewpoint) -> WishesWon | None:
    """The wishes of the round; None if the round grants none, or the contest is cancelled."""
    if not grants_a_wish(own.round) or seen.competition.cancelled_at is not None:
        return None
    mine = own.counting is not None and own.counting.won and not own.disqualified
    return WishesWon(mine, standings.winners(seen, round=own.round))
