"""The manifest, with which a browser installs the site on a device."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_safe

from competitions.web.caching import by_all
from competitions.web.languages import named_in_address, tell_language

PNG: Final = "image/png"

ICONS: Final = [
    {"src": "/icon-192.png", "sizes": "192x192", "type": PNG},
    {"src": "/icon-512.png", "sizes": "512x512", "type": PNG},
    {"src": "/icon-maskable-512.png", "sizes": "512x512", "type": PNG, "purpose": "maskable"},
]


@require_safe
def web_manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, in the language that the address names: `?language=de`. Browsers ask for it
    without cookies, so each page names the language of its reader."""
    with override(named_in_address(request) or settings.LANGUAGE_CODE):
        answer = JsonResponse(_manifest(), content_type="application/manifest+json")
        tell_language(answer)
    answer["Cache-Control"] = by_all().cache_control
    return answer


def _manifest() -> dict[str, Any]:
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
            {"name": gettext("Your contests"), "url": reverse("my_contests")},
            {"name": gettext("Start a contest"), "url": reverse("new")},
        ],
    }
