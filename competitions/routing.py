"""Paths of the sockets, as SERVICE section 5 lists them."""

from django.urls import path, register_converter

from .api.converters import PublicId
from .live.consumers import StandingsConsumer
from .playing.sockets import AttemptConsumer

register_converter(PublicId, "public_id")

urlpatterns = [
    path("ws/v1/competitions/<public_id:competition_id>", StandingsConsumer.as_asgi()),
    path("ws/v1/attempts/<public_id:attempt_id>", AttemptConsumer.as_asgi()),
]
