"""The rules and the client as zip archives: for pages that run the rules, and for programs."""

import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import games
from competitions.web.caching import by_all

CLIENT = ("pyproject.toml", "README.md", "build_games.py", "generate.py", "src", "examples")
"""The parts of the folder `client` that go into the archive."""


@require_safe
def rules_as_zip(request: HttpRequest) -> HttpResponse:
    """Answer with the archive of `games/` that browsers run, without the conformance kit."""
    return _archive(packed(kit=False))


@require_safe
def rules_with_kit(request: HttpRequest) -> HttpResponse:
    """Answer with the archive of `games/` for authors of engines, with the conformance kit."""
    return _archive(packed(kit=True))


@require_safe
def client_as_zip(request: HttpRequest) -> HttpResponse:
    """The Python client, installable by pip from this address."""
    return _archive(packed_client())


def _archive(archive: bytes) -> HttpResponse:
    headers = {"Cache-Control": by_all().cache_control}
    return HttpResponse(archive, content_type="application/zip", headers=headers)


@cache
def packed(*, kit: bool) -> bytes:
    """The folder `games` as an archive, with or without the conformance kit. It is read once, because the
    rules do not change while the server runs."""
    room = Path(games.__file__).parent
    files = [file for file in _files(room) if kit or _is_played(file.relative_to(room))]
    return _zip((file, file.relative_to(room.parent)) for file in files)


def _is_played(file: Path) -> bool:
    """Whether a page needs this file of `games` to play. A page needs neither the Markdown texts of the rules
    nor the conformance kit and its recorded games."""
    return file.parts[0] != "conform" and file.suffix not in (".md", ".ndjson")


@cache
def packed_client() -> bytes:
    """A zip archive of the client: the folder `client`, with `games` and the licence inside it, as in the
    client's source distribution."""
    room = Path(games.__file__).parent
    project, client = room.parent, room.parent / "client"
    inside = [file for part in CLIENT for file in _files(client / part)]
    beside = [*_files(room), project / "LICENSE"]
    return _zip(
        [
            *((file, file.relative_to(client)) for file in inside),
            *((file, file.relative_to(project)) for file in beside),
        ]
    )


def _files(part: Path) -> Iterator[Path]:
    """The files of a folder without Python's caches; for a file, the file itself."""
    found = sorted(part.rglob("*.*")) if part.is_dir() else [part]
    return (file for file in found if file.suffix != ".pyc")


def _zip(files: Iterable[tuple[Path, Path]]) -> bytes:
    """A zip archive of files, each with its name in the archive."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as written:
        for file, name in files:
            written.write(file, name)
    return archive.getvalue()
