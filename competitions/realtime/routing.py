"""Paths of the sockets (/guides/contract#live)."""

from django.urls import re_path

from .attempt_socket import play_attempt
from .notices_socket import NoticesConsumer
from .standings_socket import StandingsConsumer

# Channels routes ASGI applications with Django's paths, but Django's types allow only views in paths.
# Therefore the paths need `type: ignore`.
urlpatterns = [
    # Any word matches as an id. So a socket is closed with 4404 for an id of the wrong length, as for an id
    # that does not exist.
    re_path(r"^ws/v1/competitions/(?P<competition_id>\w{1,64})$", StandingsConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/v1/attempts/(?P<attempt_id>\w{1,64})$", play_attempt),  # type: ignore[arg-type]
    re_path(r"^ws/v1/notices$", NoticesConsumer.as_asgi()),  # type: ignore[arg-type]
]
