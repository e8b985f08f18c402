"""The app's name and label."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CompetitionsConfig(AppConfig):
    name = "competitions"
    label = "competitions"
    verbose_name = _("Contests")
    """What the staff's desk calls its tables together."""

    def ready(self) -> None:
        # This import must wait until Django has read the settings.
        from .postgresql.time_limits import limit_connections

        limit_connections()
