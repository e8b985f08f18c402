"""The page that reads the API's schema, and tries what it says."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@ensure_csrf_cookie
@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """With the cookie that lets the page write in the name of this browser's player."""
    return render(request, "frontend/docs.html")
