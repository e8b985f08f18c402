"""How many contests, results and circles a player has. Pages show the numbers before an account or a guest
is closed. The numbers of contests and results also decide how much of the rate limit an export of the
player's data uses up."""

from dataclasses import dataclass

from ..models import Attempt, Entry, Member, Player


@dataclass(frozen=True)
class Possessions:
    contests: int
    results: int
    circles: int


def possessions_of(player: Player) -> Possessions:
    return Possessions(
        contests=Entry.objects.filter(player=player).count(),
        results=Attempt.objects.filter(player=player, ended_at__isnull=False).count(),
        circles=Member.objects.filter(player=player).count(),
    )
