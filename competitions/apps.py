"""The Django app of the service: its name and label, and the time limits for PostgreSQL that it sets."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CompetitionsConfig(AppConfig):
    name = "competitions"
    label = "competitions"
    verbose_name = _("Contests")
    """The heading of the service's tables on the staff's desk."""

    def ready(self) -> None:
        # This import must wait until Django has read the settings.
        from .postgresql.time_limits import limit_connections

        limit_connections()
