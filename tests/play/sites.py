"""Processes of the service, and new players at them."""

from typing import Any

from tests.clients.rest import Client, over_http
from tests.clients.sockets import Table
from tests.servers.daphne import Daphne

from .tokens import ticket


class Site:
    """One process of the service, seen from the outside."""

    def __init__(self, servers: Daphne, number: int = 0) -> None:
        self.process = servers.processes[number]
        self.url, self.ws_url = servers.urls[number], servers.ws_urls[number]
        self.anyone = Client(over_http(self.url))

    def as_seen_by(self, client: Client) -> Client:
        """The same player, at this process."""
        return Client(over_http(self.url), client.token, client.player)

    def table(self, client: Client, attempt: Any, query: str | None = None, **headers: str) -> Table:
        """The socket of an attempt, with a new ticket unless a query says otherwise."""
        name = attempt if isinstance(attempt, str) else attempt["id"]
        asked = f"?ticket={ticket(self.as_seen_by(client))}" if query is None else query
        return Table(f"{self.ws_url}/ws/v1/attempts/{name}{asked}", **headers)


_guests = iter(range(1, 1_000_000))


def guest(site: Site) -> Client:
    """A new player at a site that other tests use too."""
    return site.anyone.guest(f"Patient {next(_guests)}")
