"""The ASGI application: HTTP to Django, sockets to the live standings."""

import os
from importlib.util import find_spec

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

routes = []
if find_spec("competitions.live") and find_spec("competitions.live.routing"):
    from competitions.live.routing import urlpatterns as routes  # noqa: E402
application = ProtocolTypeRouter({"http": http, "websocket": AuthMiddlewareStack(URLRouter(routes))})
