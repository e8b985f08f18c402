"""The static files: lists of built files, and security headers."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final
from wsgiref.headers import Headers

ADMIN: Final = str(files("django.contrib.admin") / "static/admin")
"""The folder of the styles and scripts of the staff's desk."""

RUNS_PYTHON: Final = "; ".join(
    ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'")
)
"""The content security policy of the web worker that runs the rules in Python. Unlike pages, this worker may
compile WebAssembly."""


def manifests(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the manifest of each build in this folder: `default` with `manifest.json`, even if
    nothing has been built, and each other language with its own, such as `de` with `manifest.de.json`."""
    yield "default", folder / "manifest.json"
    for file in sorted(folder.glob("manifest.*.json")):
        yield file.name.split(".")[1], file


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Add the headers of a static file. WhiteNoise calls this function for each file.

    Other sites may show our files, such as the pictures of previews.
    """
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if url.startswith("/static/frontend/assets/worker-"):
        headers["Content-Security-Policy"] = RUNS_PYTHON
