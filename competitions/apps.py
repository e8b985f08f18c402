"""The app's name and label."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "competitions"
    label = "competitions"

    def ready(self) -> None:
        # This import must wait until Django has read the settings.
        from .postgresql.time_limits import limit_connections

        limit_connections()
