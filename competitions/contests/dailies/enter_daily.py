"""Joining a deal of the day: a player joins by starting it."""

from datetime import datetime

from ...models import Competition, Entry, Kind, Player, Round
from ...play.attempts import not_open
from ...refusals import Refusal
from ..join import join


def require_joins_by_starting(competition: Competition) -> None:
    """Raises `not_entered` where players must have joined before they start."""
    if competition.kind != Kind.DAILY:
        raise Refusal("not_entered", "Join the contest first.")


def join_by_starting(*, competition: Competition, round: Round, player: Player, now: datetime) -> Entry:
    """The player's entry in a daily; a new one, if they have not joined yet.

    Raises what `join` raises, `not_entered` for other competitions, and `round_not_open`.
    """
    require_joins_by_starting(competition)
    if round.state(now) != "open":
        raise not_open(round.number, round.state(now))
    entry, _ = join(competition=competition, player=player, invite=None, now=now)
    return entry
