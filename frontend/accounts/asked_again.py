"""Asking players once more whether it is them, before they make what lasts longer than their session."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

from ..requests.page_limits import PageView
from ..requests.viewers import player_of


def _sends_a_form(request: HttpRequest) -> bool:
    return request.method == "POST" and player_of(request) is not None


asked_again: Callable[[PageView], PageView] = reauthentication_required(enabled=_sends_a_form)
"""Asks for the password or a passkey before the form is looked at, unless that was shown a moment ago; a
guest has nothing to be asked for."""
