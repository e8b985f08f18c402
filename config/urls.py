"""Which room answers which address."""

from django.urls import include, path

from frontend.staff.staff_site import STAFF_SITE
from frontend.views.guides import docs_page

urlpatterns = [
    path("api/v1/docs", docs_page, name="docs"),
    path("api/v1/", include("competitions.api.urls")),
    path("staff/", STAFF_SITE.urls),
    path("", include("frontend.urls")),
]

handler400 = "frontend.views.errors.bad_request"
handler403 = "frontend.views.errors.forbidden"
handler404 = "frontend.views.errors.not_found"
handler500 = "frontend.views.errors.server_error"
