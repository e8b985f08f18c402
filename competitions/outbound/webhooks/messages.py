"""Messages to webhooks: how they are stored, and how they are sent.

The names of players are not stored, but read at each sending. So the name of a player who has left the
site, or a name that the staff have hidden, is no longer sent.
"""

import json
from copy import deepcopy
from datetime import datetime
from typing import Any

from ...models import Delivery, Entry, Hook, Player
from ...times import moment
from ..events.event import players_in


def store(
    hook: Hook, *, type: str, at: datetime, seq: int | None, data: dict[str, Any], now: datetime, **more: Any
) -> Delivery:
    """Store and return the next delivery of a webhook. The webhook's row must be locked. `seq` is the place
    of an event in the webhook's list; None for a test message."""
    newest = Delivery.objects.filter(hook=hook).first()
    data = deepcopy(data)
    for player, _ in players_in(data):
        player["name"] = ""
    body = {
        "type": type,
        "timestamp": moment(at),
        "competition": hook.competition_id,
        "seq": seq,
        "data": data,
    }
    return Delivery.objects.create(
        hook=hook,
        number=1 if newest is None else newest.number + 1,
        type=type,
        body=_json_text(body),
        at=now,
        **more,
    )


def body_now(delivery: Delivery) -> str:
    """Return the JSON of a delivery, with the present names of players. Only names change between tries."""
    body = json.loads(delivery.body)
    told = list(players_in(body["data"]))
    entries = Entry.objects.select_related("player").in_bulk([entry for _, entry in told if entry])
    players = Player.objects.in_bulk([player["id"] for player, entry in told if entry is None])
    for player, entry in told:
        player["name"] = players[player["id"]].name if entry is None else entries[entry].name
    return _json_text(body)


def _json_text(body: dict[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"))
