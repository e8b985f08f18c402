"""The floor of `benchmarks.moves`: a Channels consumer that sends back what it was sent."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter


class Echo(AsyncWebsocketConsumer):
    channel_layer_alias = None  # type: ignore[assignment]  # it waits for nobody else

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data)


application = ProtocolTypeRouter({"websocket": Echo.as_asgi()})
