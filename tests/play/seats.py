"""A player at an attempt of their own, over REST."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.clients.rest import Answer, Client


class Seat:
    """An attempt as its player sees it over REST."""

    def __init__(self, client: Client, attempt: dict[str, Any]) -> None:
        self.client, self.attempt = client, attempt
        self.path = f"/attempts/{attempt['id']}"

    def play(self, ply: int, *moves: Any) -> Answer:
        return self.client.post(f"{self.path}/moves", {"ply": ply, "moves": list(moves)})

    def undo(self, ply: int) -> Answer:
        return self.client.post(f"{self.path}/undo", {"ply": ply})

    def finish(self) -> Answer:
        return self.client.post(f"{self.path}/finish", {})

    def look(self) -> dict[str, Any]:
        answer = self.client.get(self.path)
        assert answer.status == 200, answer.raw
        return answer.body

    @property
    def view(self) -> dict[str, Any]:
        return self.look()["view"]


def begin(client: Client, event: dict[str, Any], round: int = 1, **headers: str) -> Answer:
    return client.post(f"/competitions/{event['id']}/rounds/{round}/attempts", {}, **headers)


def sit_down(client: Client, event: dict[str, Any], round: int = 1) -> Seat:
    """The client in the event, with an attempt begun."""
    client.join(event)
    answer = begin(client, event, round)
    assert answer.status in (200, 201), answer.raw
    return Seat(client, answer.body)


def close_soon(organiser: Client, event: dict[str, Any]) -> None:
    """Let the event's time run out in a moment; the server's own clock ends what is played there."""
    for seconds in (1, 4, 16, 64):  # that are over on a busy machine before it has read them
        soon = datetime.now(UTC) + timedelta(seconds=seconds)
        if organiser.change(event, closes_at=soon.isoformat()).status == 200:
            return
    raise AssertionError("its end was over before it could be set")
