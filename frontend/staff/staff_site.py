"""Who may use the staff's desk, and which of the admin's pages it has.

Only staff may use the desk, after they have confirmed who they are. All others get 404.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import unquote

from allauth.account.decorators import reauthentication_required
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from competitions.models import Measure, Player, Report, Sign
from competitions.moderation.staff import moderates

from ..accounts.account_pages import kept_as_ours
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .staff_tables import MeasureTable, PlayerTable, ReportTable, SignTable

PAGES_OF_ADMIN: Final = ("index", "jsi18n", "app_list")
"""The admin's own pages that are in use. Signing in, signing out and passwords have pages of our own instead.
"""


class StaffSite(AdminSite):
    site_title = "Evendeal"
    site_header = _("Evendeal: the staff's desk")
    index_title = _("Reports and measures")
    index_template = "staff/index.html"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        player = player_of(request)
        return player is not None and moderates(player, timezone.now())

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """The admin's view, for staff only. Refuses addresses with NUL, on which PostgreSQL fails."""
        asked_again = reauthentication_required(super().admin_view(view, cacheable))
        answered = limited("staff")(kept_as_ours(asked_again))

        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def for_staff(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
            if not self.has_permission(request) or "\0" in unquote(request.get_full_path()):
                raise Http404
            return answered(request, *args, **named)

        return for_staff

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [
            each
            for each in super().get_urls()
            if isinstance(each, URLResolver) or each.name in PAGES_OF_ADMIN
        ]


STAFF_SITE: Final = StaffSite()
STAFF_SITE.register(Report, ReportTable)
STAFF_SITE.register(Measure, MeasureTable)
STAFF_SITE.register(Sign, SignTable)
STAFF_SITE.register(Player, PlayerTable)
