"""Sending logs by the use case: where a test needs a thousand, a third of their time goes into requests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from competitions.models import Log
from competitions.play.submit_log import entry_of, judge, round_of, submit_log
from tests.clients.rest import Client


def send_log(
    event: Mapping[str, Any], player: Client, moves: Sequence[str], number: int, now: datetime
) -> Log:
    """Send a log of a player who has joined, and return it as it is stored."""
    assert player.player is not None
    round = round_of(event["id"], number, now)
    return submit_log(
        entry=entry_of(event["id"], player.player["id"]),
        round=round,
        moves=moves,
        verdict=judge(deal=round.deal, moves=moves),
        now=now,
    )
