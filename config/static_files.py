"""Security headers of static files."""

from importlib.resources import files
from typing import Final
from wsgiref.headers import Headers

ADMIN: Final = str(files("django.contrib.admin") / "static/admin")
"""The folder of the styles and scripts of the staff's desk."""

RUNS_PYTHON: Final = "; ".join(
    ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'")
)
"""The content security policy of the web worker that runs the rules in Python. This worker may compile
WebAssembly of this site; pages may not."""


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Add the headers of a static file. WhiteNoise calls it for each file.

    Other sites may show our files, such as the pictures of previews.
    """
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if url.startswith("/static/frontend/assets/worker-"):
        headers["Content-Security-Policy"] = RUNS_PYTHON
