"""Which room answers which address."""

from importlib.util import find_spec

from django.urls import include, path

urlpatterns = []
if find_spec("competitions.api") and find_spec("competitions.api.urls"):
    urlpatterns.append(path("api/v1/", include("competitions.api.urls")))
if find_spec("frontend") and find_spec("frontend.urls"):
    urlpatterns.append(path("", include("frontend.urls")))
