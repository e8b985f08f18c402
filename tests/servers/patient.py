"""The service as `site` serves it, on a PostgreSQL that is there: on a busy machine, a connection to it may
take longer than a user waits to be told that it is gone."""

from importlib import import_module

from django.conf import settings

from competitions.postgresql.pulse import TICK_S, pulse

from .running import PATIENCE_S

settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = PATIENCE_S
pulse.longest_silence = int(PATIENCE_S / TICK_S)

application = import_module("tests.servers.site").application
"""Imported last: it starts the pulse, which soon connects."""
