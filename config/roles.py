"""Roles: what a web process serves. The roles are pages, play and watching; by default a process has all.

Where many people play or watch, play and watching can have processes of their own. The proxy
(`config/deploy/proxy.conf`) chooses a process by the same paths as `role_of`.
"""

import re
from collections.abc import Collection
from typing import Final

from django.utils.translation import gettext_lazy as _

from competitions.realtime.admission import UNAVAILABLE, close_socket
from competitions.web.asgi_types import Application, ASGIMessage, Receive, Send
from competitions.web.browser_language import accept_language

from .server.cheap_refusals import misdirected
from .variables import ROLES

PAGES, PLAY, WATCH = ROLES

IN_PLAY: Final = re.compile(
    "/ws/v1/attempts/"
    "|/api/v1/attempts/[^/]+(/(moves|undo|finish))?$"
    "|/api/v1/competitions/[^/]+/rounds/[^/]+/(attempts|logs|done)$"
)
"""The pattern of the paths of what players do in a game. Requests to these paths read no standings."""

IN_WATCHING: Final = re.compile(
    "/ws/v1/(competitions/|notices$)|/api/v1/competitions/[^/]+/(stream|standings)$"
)


def role_of(path: str) -> str:
    """The role whose processes serve this path."""
    return PLAY if IN_PLAY.match(path) else WATCH if IN_WATCHING.match(path) else PAGES


def reads_standings(roles: Collection[str]) -> bool:
    """Whether a process with these roles needs the standings of running contests in memory."""
    return not {PAGES, WATCH}.isdisjoint(roles)


def serving_only(roles: Collection[str], application: Application) -> Application:
    """Wrap the application, so that it refuses what only processes of other roles serve. A socket is closed
    with a code after which clients open a new one."""

    async def application_of_roles(scope: ASGIMessage, receive: Receive, send: Send) -> None:
        if role_of(scope["path"]) in roles:
            await application(scope, receive, send)
        elif scope["type"] == "websocket":
            sentence = _("Another process of this site serves this address.")
            await close_socket(scope, receive, send, UNAVAILABLE, sentence)
        else:
            refusal = misdirected(scope["path"], accepts=accept_language(scope["headers"]))
            for message in refusal.messages():
                await send(message)

    return application if set(ROLES) <= set(roles) else application_of_roles
