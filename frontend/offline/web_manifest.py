"""What a browser needs to install the site on a device."""

from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from competitions.web.caching import by_all
from competitions.web.languages import tell_language

PNG: Final = "image/png"

ICONS: Final = [
    {"src": "/icon-192.png", "sizes": "192x192", "type": PNG},
    {"src": "/icon-512.png", "sizes": "512x512", "type": PNG},
    {"src": "/icon-maskable-512.png", "sizes": "512x512", "type": PNG, "purpose": "maskable"},
]


@require_safe
def web_manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest. Browsers ask for it as they ask for a page, with the cookies of its reader."""
    answer = JsonResponse(_manifest(), content_type="application/manifest+json")
    answer["Cache-Control"] = by_all(0).cache_control
    tell_language(answer, "Accept-Language", "Cookie")
    return answer


def _manifest() -> dict[str, Any]:
    """The manifest, in the language of the reader."""
    return {
        "id": "/",
        "name": "Evendeal",
        "short_name": "Evendeal",
        "description": gettext("The same deal of patience for everyone, to play at any time."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": "#17513c",
        "background_color": "#f5f0e1",
        "categories": ["games"],
        "icons": ICONS,
        "shortcuts": [
            {"name": gettext("Play now"), "url": reverse("practice", args=("three-by-three",))},
            {"name": gettext("Your contests"), "url": f"{reverse('contests')}?show=yours"},
            {"name": gettext("Start a contest"), "url": reverse("new")},
        ],
    }
