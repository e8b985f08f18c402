"""The service as `site` serves it, on a PostgreSQL that is there: on a busy machine, a connection to it may
take longer than a user waits to be told that it is gone."""

from django.conf import settings

from competitions.postgresql.pulse import TICK_S, pulse

from .running import PATIENCE_S
from .site import application

__all__ = ["application"]

settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = PATIENCE_S
pulse.longest_silence = int(PATIENCE_S / TICK_S)
