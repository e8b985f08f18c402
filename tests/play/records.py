"""What is stored of an event: its deal, and the logs that a player may see."""

from typing import Any

from competitions.models import Deal
from tests.clients.rest import Client


def log_lines(client: Client, event: dict[str, Any]) -> list[bytes]:
    """The logs of an event that the client may see."""
    path, headers = (
        f"/api/v1/competitions/{event['id']}/logs.ndjson",
        {"Authorization": f"Bearer {client.token}"},
    )
    status, _, raw = client.send("GET", path, b"", headers)
    assert status == 200, raw
    return raw.splitlines()


def deal_of(event: dict[str, Any]) -> Deal:
    """The deal of an event's first round."""
    return Deal.objects.get(round__competition=event["id"], round__number=1)
