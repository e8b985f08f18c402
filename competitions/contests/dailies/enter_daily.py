"""Join a deal of the day by starting to play."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from ...models import Competition, Entry, Kind, Player, Round
from ...play.attempts import not_open
from ...refusals import Refusal
from ..join import join


def require_joins_by_starting(competition: Competition) -> None:
    """Raises `not_entered` unless the competition is a daily. Other competitions must be joined before
    starting."""
    if competition.kind != Kind.DAILY:
        raise Refusal("not_entered", _("Join the contest first."))


def join_by_starting(*, competition: Competition, round: Round, player: Player, now: datetime) -> Entry:
    """Return the player's entry in a daily. A player who has no entry yet joins.

    Raises what `join` raises, `not_entered` if the competition is no daily, and `round_not_open` if the round
    is not open.
    """
    require_joins_by_starting(competition)
    if round.state(now) != "open":
        raise not_open(round.number, round.state(now))
    entry, _ = join(competition=competition, player=player, invite=None, now=now)
    return entry
