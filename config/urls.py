"""The site's addresses."""

from django.urls import include, path

from frontend.guides.views import docs_page
from frontend.staff.staff_site import STAFF_SITE

urlpatterns = [
    path("api/v1/docs", docs_page, name="docs"),
    path("api/v1/", include("competitions.api.urls")),
    path("staff/", STAFF_SITE.urls),
    path("", include("frontend.urls")),
]

handler400 = "frontend.errors.error_pages.bad_request"
handler403 = "frontend.errors.error_pages.forbidden"
handler404 = "frontend.errors.error_pages.not_found"
handler500 = "frontend.errors.error_pages.server_error"
