"""What a player has, in numbers, so that nobody leaves it without knowing."""

from dataclasses import dataclass

from ..models import Attempt, Entry, Member, Player


@dataclass(frozen=True)
class Having:
    contests: int
    results: int
    circles: int


def having(player: Player) -> Having:
    return Having(
        contests=Entry.objects.filter(player=player).count(),
        results=Attempt.objects.filter(player=player, ended_at__isnull=False).count(),
        circles=Member.objects.filter(player=player).count(),
    )
