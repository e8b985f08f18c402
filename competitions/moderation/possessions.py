"""How many contests, results and circles a player has. The numbers are shown before the player leaves. They
also determine what an export of the player's data costs in the rate limit."""

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
