"""What lets a player in: tickets for sockets, and tokens with few scopes."""

from django.utils import timezone

from competitions.models import Player, Token
from tests.clients.rest import Client


def narrow(client: Client, *scopes: str) -> None:
    """Give the client a token of these scopes instead of the one it has."""
    client.token = Token.issue(
        player=Player.objects.get(pk=client.player["id"]), name="narrow", scopes=scopes, now=timezone.now()
    )[1]


def ticket(client: Client) -> str:
    answer = client.post("/tickets", {})
    assert answer.status == 201, answer.raw
    return answer.body["ticket"]
