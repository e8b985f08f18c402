"""The app's name and label."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "competitions"
    label = "competitions"

    def ready(self) -> None:
        from .postgresql.time_limits import limit_connections  # after the settings

        limit_connections()
