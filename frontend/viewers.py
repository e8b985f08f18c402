"""Who is looking at a page, and remembering who plays as a guest."""

from datetime import timedelta
from typing import Final

from django.contrib.auth import login
from django.http import HttpRequest

from competitions.models import Player

REMEMBERED: Final = timedelta(days=365)
"""A guest has no password to come back with, so the browser is asked to remember them for long."""

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


def player_of(request: HttpRequest) -> Player | None:
    """The player whose browser asks; None for a stranger."""
    return request.user if request.user.is_authenticated else None


def remember(request: HttpRequest, player: Player) -> None:
    """Let this browser be `player` from now on."""
    login(request, player, backend=BACKEND)
    request.session.set_expiry(REMEMBERED)
