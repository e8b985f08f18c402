"""The service worker, which lets a browser use the site without a network, and the page for that case."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, to_locale
from django.views.decorators.http import require_safe

from competitions.web.caching import by_all
from competitions.web.languages import tell_language
from games import GAMES

from ..games.archives import packed
from ..wording.scripts import build_in

BUILT: Final = Path(__file__).parents[1] / "static" / "frontend"
TEMPLATES: Final = Path(__file__).parents[1] / "templates"
KEPT: Final = ("base.html", "offline/offline.html", "practice/practice.html")
"""The templates that the stored pages are made from."""
POLICY: Final = "default-src 'none'; connect-src 'self'; img-src 'self'"
"""The worker's content security policy: the worker may load data and pictures from this site, and nothing
else."""
_GAMES: Final = {"games": GAMES.values()}


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    return render(request, "offline/offline.html", _GAMES)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script. Browsers often load the script again, and install it if it has changed.
    The script also changes when the reader chooses another language.
    """
    answer = HttpResponse(worker_script(get_language()), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = by_all(0).cache_control
    tell_language(answer, "Accept-Language", "Cookie")
    answer["Content-Security-Policy"] = POLICY
    return answer


@cache
def worker_script(language: str) -> str:
    """The worker's script for a language. It begins with the constant `BUILD`: a name that changes with the
    stored files, and the addresses of these files."""
    built = settings.DJANGO_VITE[build_in(language)]
    manifest: dict[str, dict[str, Any]] = json.loads(built["manifest_path"].read_text())
    script = (BUILT / manifest["src/sw.ts"]["file"]).read_text()
    alone = reverse("offline")
    site = _addresses(manifest, "src/translation.ts") | _addresses(manifest, "src/site.ts")
    build = {
        "language": language,
        "alone": alone,
        "site": sorted(site),
        "practice": sorted(_addresses(manifest, "src/practice.ts") | _python()),
        "rules": reverse("rules_as_zip"),
    }
    parts = (json.dumps(build), script, *((TEMPLATES / page).read_text() for page in KEPT))
    digest = hashlib.sha256("\n".join(parts).encode() + packed(kit=False) + _texts(language)).hexdigest()
    return f"const BUILD = {json.dumps({'name': f'evendeal-{digest[:16]}', **build})};\n{script}"


def _texts(language: str) -> bytes:
    """The compiled catalogues of the language, which the digest covers because the stored pages change with
    them."""
    files = (
        Path(folder, to_locale(language), "LC_MESSAGES", "django.mo") for folder in settings.LOCALE_PATHS
    )
    return b"".join(file.read_bytes() for file in files if file.exists())


def _addresses(manifest: dict[str, dict[str, Any]], entry: str) -> set[str]:
    """The addresses of all files that a page with the script `entry` loads, at once or later."""
    files: set[str] = set()
    waiting, known = [entry], {entry}
    while waiting:
        part = manifest[waiting.pop()]
        files |= {part["file"], *part.get("css", ()), *part.get("assets", ())}
        following = {*part.get("imports", ()), *part.get("dynamicImports", ())} - known
        known |= following
        waiting += following
    return {static(f"frontend/{file}") for file in files}


def _python() -> set[str]:
    """The addresses of the files of Python, which runs the games' rules in the browser."""
    return {static(f"frontend/{file}") for file in _files("python-*/*")}


def _files(pattern: str) -> Iterator[str]:
    return (str(path.relative_to(BUILT)) for path in BUILT.glob(pattern) if path.suffix != ".gz")
