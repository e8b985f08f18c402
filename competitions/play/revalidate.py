"""Replaying all stored logs by today's rules, to show whether any verdict has changed."""

from collections.abc import Iterator
from typing import Final

from games.replay import Refused, Replayed, replay_log

from ..models import Log

AT_A_TIME: Final = 200
"""How many logs are in memory at once. A long log takes about 30 KB."""


def revalidation_differences() -> Iterator[str]:
    """Yield a line for each stored log that gets another verdict by today's rules. The logs come in any
    order."""
    logs = Log.objects.select_related("attempt", "round__deal").order_by("pk")
    for log in logs.iterator(chunk_size=AT_A_TIME):
        if (difference := _difference(log)) is not None:
            yield f"log {log.pk}, of version {log.rules_version} of the rules: {difference}"


def _difference(log: Log) -> str | None:
    deal, moves = log.round.deal, log.moves
    today = replay_log({"game": deal.game_slug, "rules": deal.rules, "seed": deal.seed, "moves": moves})
    if log.attempt is None:
        return _difference_of_rejected(log, moves, today)
    if isinstance(today, Refused):
        return f"was accepted, and is refused now{_at(today.ply)}: {today.code}"
    for fact in ("score", "won", "finished"):
        was, found = getattr(log.attempt, fact), getattr(today, fact)
        if was != found:
            return f"{fact} was {was}, and is {found} now"
    if list(today.moves) != moves:
        return "its moves are spelled in another way now"
    return None


def _difference_of_rejected(log: Log, moves: list[str], today: Replayed | Refused) -> str | None:
    """How today's verdict on a rejected log differs. None if it does not differ, or if the log cannot be
    checked again because the stored moves do not end with the refused move."""
    if log.ply is None or len(moves) != log.ply + 1:
        return None
    if isinstance(today, Refused) and (today.code, today.ply) == (log.code, log.ply):
        return None
    found = f"{today.code}{_at(today.ply)}" if isinstance(today, Refused) else "accepted"
    return f"was {log.code}{_at(log.ply)}, and is {found} now"


def _at(ply: int | None) -> str:
    return "" if ply is None else f" at ply {ply}"
