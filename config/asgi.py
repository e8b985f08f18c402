"""The ASGI application. It passes HTTP on to Django, and sockets and streams to `competitions.realtime`."""

import os
from typing import Any

import django
from django.conf import settings
from django.utils.translation import gettext_lazy as _

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.template import engines
from django.urls import re_path, resolve
from prometheus_client import REGISTRY

from competitions.backlog import BacklogCollector
from competitions.jobs.processes import this_process
from competitions.people.last_uses import keep_writing
from competitions.postgresql.pool_counts import PoolCollector
from competitions.postgresql.pulse import pulse
from competitions.realtime.admission import NOT_FOUND, close_socket
from competitions.realtime.routing import urlpatterns
from competitions.realtime.streams import with_streams
from competitions.web.buckets import buckets
from competitions.web.costs import LARGEST_BODY
from config.handler import TurnsHandler
from config.probes import Readiness, with_probes
from config.roles import serving_only
from config.server.guard import guarded


async def nothing_here(scope: Any, receive: Any, send: Any) -> None:
    """Close a socket at an unknown address."""
    await close_socket(scope, receive, send, NOT_FOUND, _("There is no such socket."))


# The Origin is not checked here, because clients other than browsers send none. If a socket has a cookie, its
# Origin is checked when the socket opens.
paths: Any = [*urlpatterns, re_path("", nothing_here)]  # type: ignore[arg-type]  # not views, but applications
sockets = AuthMiddlewareStack(URLRouter(paths))
REGISTRY.register(BacklogCollector())
REGISTRY.register(PoolCollector())
readiness = Readiness()
service = guarded(
    ProtocolTypeRouter({"http": with_streams(TurnsHandler()), "websocket": sockets}),  # type: ignore[arg-type]  # both are ASGI
    largest_body=LARGEST_BODY,
    trusted_proxies=settings.HERE.trusted_proxies,
)
application = with_probes(
    serving_only(settings.HERE.roles, service),
    readiness=readiness,
    allowed=settings.HERE.metrics_allowed,
    trusted_proxies=settings.HERE.trusted_proxies,
)

# Import every view and open the counters of the rate limits now, so that the first visitor does not wait for
# them.
resolve("/")
buckets()
# Load every template library now, too: a library stays broken if it is first loaded when no file descriptor
# is free.
engines.all()
# Every half minute, store the times at which sessions and tokens were last used.
keep_writing()
# Watch whether the database hangs, and refuse the requests that then wait for it.
pulse.start()
# Tell other processes about this one, and warn in the log if no process does background work.
this_process.keep_saying()
