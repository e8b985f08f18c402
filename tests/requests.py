"""What Django's test clients of one process share, which each would otherwise make for itself.

A client of Django loads the whole chain of middleware with its first request, which a server does once, and
copies what every template is drawn with. Here each test has clients of its own, and looks at answers alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.core.signals import setting_changed
from django.template.base import Template
from django.test.client import ClientHandler
from django.test.utils import _TestState

LOADED = ("_middleware_chain", "_view_middleware", "_template_response_middleware", "_exception_middleware")
"""What a handler loads. Nothing of it knows its client: each request says whether CSRF is checked."""


@contextmanager
def as_a_server_does() -> Iterator[None]:
    """All clients use what the first has loaded, until a setting changes; nobody listens to what is drawn."""
    shared: dict[str, Any] = {}

    def load(handler: ClientHandler) -> None:
        if not shared:
            BaseHandler.load_middleware(handler)
            shared.update({name: getattr(handler, name) for name in LOADED})
        vars(handler).update(shared)

    def forget(**_: Any) -> None:
        shared.clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", load)
        patch.setattr(Template, "_render", _TestState.saved_data.template_render)
        setting_changed.connect(forget)
        yield
        setting_changed.disconnect(forget)
