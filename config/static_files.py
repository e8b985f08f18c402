"""What the files beside the pages may do."""

from importlib.resources import files
from typing import Final
from wsgiref.headers import Headers

ADMIN: Final = str(files("django.contrib.admin") / "static/admin")
"""The styles and scripts of the staff's desk."""

RUNS_PYTHON: Final = "; ".join(
    ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'")
)
"""The policy of the worker that runs the rules in a page. It alone may compile, and what it
compiles comes from here; a page's own policy stays as it is."""


def add_headers(headers: Headers, path: str, url: str) -> None:
    """Called by WhiteNoise once for each file."""
    if url.startswith("/static/frontend/assets/worker-"):
        headers["Content-Security-Policy"] = RUNS_PYTHON
