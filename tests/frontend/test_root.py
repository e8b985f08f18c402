"""Files that browsers and robots look for under fixed names."""

import json
import struct
from urllib.robotparser import RobotFileParser

import pytest

from .reading import read, says

pytestmark = pytest.mark.django_db


def file_of(browser, path, kind):
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].partition(";")[0] in kind
    assert "public" in answer.headers["Cache-Control"]
    return b"".join(answer)


def size_of(image):
    """Width and height of a PNG, or of the largest image of an ICO."""
    if image.startswith(b"\x89PNG"):
        return struct.unpack(">II", image[16:24])
    return max((image[at], image[at + 1]) for at in range(6, 6 + 16 * image[4], 16))


@pytest.mark.parametrize(
    ("path", "size"),
    [("/favicon.ico", 48), ("/apple-touch-icon.png", 180), ("/icon-192.png", 192), ("/icon-512.png", 512)],
)
def test_there_are_icons(stranger, path, size):
    kinds = ("image/png", "image/x-icon", "image/vnd.microsoft.icon")
    assert size_of(file_of(stranger, path, kinds)) == (size, size)
    assert path not in ("/favicon.ico", "/apple-touch-icon.png") or path in read(stranger, "/")


def test_it_can_be_installed(stranger):
    assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in read(stranger, "/")
    manifest = json.loads(file_of(stranger, "/manifest.webmanifest", ("application/manifest+json",)))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        size = size_of(file_of(stranger, icon["src"], (icon["type"],)))
        assert "x".join(map(str, size)) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert stranger.get(shortcut["url"]).status_code in (200, 302)
    assert "/contests/mine" in [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert stranger.get(manifest["start_url"]).status_code == 200


def test_the_service_worker_knows_this_build_and_may_only_ask(stranger):
    answer = stranger.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=0"
    assert (
        answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'; img-src 'self'"
    )
    assert "worker-src 'self'" in stranger.get("/").headers["Content-Security-Policy"]
    first, _, script = answer.content.decode().partition("\n")
    build = json.loads(first.removeprefix("const BUILD = ").removesuffix(";"))
    assert "BUILD" in script
    for path in (build["alone"], build["rules"], *build["site"], *build["practice"]):
        found = stranger.get(path)
        found.close()
        assert found.status_code == 200, path
        assert not found.cookies, path
    assert not [path for path in build["practice"] if "/static/frontend/" not in path]
    assert any("worker-" in path for path in build["practice"])
    assert any(path.endswith(".wasm") for path in build["practice"])


def test_what_is_kept_in_browsers_is_of_nobody(stranger):
    says(read(stranger, "/offline"), lacks=["You play as", "csrfmiddlewaretoken"])


def test_robots_are_told_what_has_no_end(stranger):
    rules = RobotFileParser()
    rules.parse(file_of(stranger, "/robots.txt", ("text/plain",)).decode().splitlines())
    assert not rules.can_fetch("Anybody", "/practice/wish")
    assert not rules.can_fetch("Anybody", "/api/v1/competitions")
    for shared in ("/", "/games/wish", "/beat/wish/pub", "/c/2222222222222222", "/previews/site.png"):
        assert rules.can_fetch("Anybody", shared)
