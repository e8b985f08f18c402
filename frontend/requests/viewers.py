"""Who is looking at a page, and remembering who plays as a guest."""

from typing import Final

from django.contrib.auth import login
from django.http import HttpRequest

from competitions.models import Player

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


def player_of(request: HttpRequest) -> Player | None:
    """The player whose browser asks; None for a stranger."""
    return request.user if request.user.is_authenticated else None


def remember_guest(request: HttpRequest, player: Player) -> None:
    """Signs this browser in as `player` for a long time: a guest has no password to sign in again."""
    login(request, player, backend=BACKEND)
