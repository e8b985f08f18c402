"""Somebody who follows a contest by its events, over REST."""

from collections.abc import Iterator
from typing import Any

from tests.clients.rest import Answer, Client


class Follower:
    """Reads what is new, and keeps what was told; it checks that events are numbered without a gap."""

    def __init__(self, client: Client, event: dict[str, Any]) -> None:
        self.client, self.path = client, f"/competitions/{event['id']}/events"
        self.cursor: str | None = None
        self.told: list[dict[str, Any]] = []

    def page(self) -> Answer:
        answer = self.client.get(self.path, **({} if self.cursor is None else {"after": self.cursor}))
        assert answer.status == 200, answer.raw
        return answer

    def new(self) -> list[str]:
        """What is new, in short."""
        found = []
        while True:
            page = self.page().body
            found += page["results"]
            self.cursor = page["cursor"]
            if page["next"] is None:
                break
        self.told += found
        assert [event["seq"] for event in self.told] == list(range(1, len(self.told) + 1))
        return [short(event) for event in found]


def told(client: Client, event: dict[str, Any]) -> list[str]:
    """The whole list of a viewer, in short."""
    return Follower(client, event).new()


def short(event: dict[str, Any]) -> str:
    """`joined Ray`, `result Ray 1 22`, `act close`, `state running oc`."""
    return " ".join(_words(event["type"], event["data"]))


def _words(event_type: str, data: dict[str, Any]) -> Iterator[str]:
    yield event_type
    match event_type:
        case "joined":
            yield data["player"]["name"]
        case "result":
            yield from (data["player"]["name"], str(data["round"]), str(data["score"]))
        case "act":
            yield data["act"]
        case "state":
            yield data["state"]
            yield "".join(round["state"][0] for round in data["rounds"])
            if data["frozen"]:
                yield "frozen"
