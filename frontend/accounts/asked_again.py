"""Ask players to confirm who they are before they make something that outlives their session, such as an API
token."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

from ..requests.page_limits import PageView
from ..requests.viewers import player_of


def _sends_a_form(request: HttpRequest) -> bool:
    return request.method == "POST" and player_of(request) is not None


asked_again: Callable[[PageView], PageView] = reauthentication_required(enabled=_sends_a_form)
"""Before the view handles a POST, ask for the password or the passkey, unless the player gave it a moment
ago. Guests have neither and are not asked."""
