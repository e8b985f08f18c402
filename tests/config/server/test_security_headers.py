"""Every answer has its security headers: each page, operation and file, and whatever refuses a request."""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from email.message import Message
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.settings import WHITENOISE_ROOT
from config.site.ports import accepts_connections
from config.site.programs import nginx_program
from config.site.whole_site import nginx_file
from config.variables import ROLES
from tests.clients.pages import fetch
from tests.clients.routes import ID, addresses
from tests.servers import daphne
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked
from tests.servers.ports import own_port
from tests.servers.running import running, wait_for

SECURE = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
HSTS = "max-age=31536000; includeSubDomains"
EMBEDDED = f"/c/{ID}/embed"


@pytest.fixture(scope="module")
def url(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site behind a proxy that speaks https."""
    folder = tmp_path_factory.mktemp("secure")
    settings = {
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'evendeal.sqlite3')}",
        "PUBLIC_URL": "https://127.0.0.1",
        "TRUSTED_PROXIES": "1",
        "METRICS_ALLOWED": "192.0.2.0/24",
    }
    with daphne.serving(settings, folder, 1, daphne.TESTED, forked, IDLE) as servers:
        yield servers.url


def check(headers: Message, where: object, *, shared: bool = False, secure: bool = True) -> None:
    def all_of(name: str) -> list[str]:
        return headers.get_all(name, [])

    assert all_of("X-Content-Type-Options") == ["nosniff"], where
    assert all_of("Referrer-Policy") == ["same-origin"], where
    assert all_of("Cross-Origin-Opener-Policy") == ["same-origin"], where
    assert all_of("Cross-Origin-Resource-Policy") == ["cross-origin" if shared else "same-origin"], where
    assert all_of("X-Frame-Options") == ["DENY"], where
    assert all_of("Strict-Transport-Security") == ([HSTS] if secure else []), where
    [policy], [permissions] = all_of("Content-Security-Policy"), all_of("Permissions-Policy")
    assert "default-src 'self'" in policy or "default-src 'none'" in policy, where
    assert "unsafe-inline" not in policy, where
    assert "unsafe-eval'" not in policy.replace("wasm-unsafe-eval'", ""), where
    assert "camera=()" in permissions, where


def test_of_every_route_by_every_method(url: str) -> None:
    for address in addresses():
        for method in ("GET", "POST"):
            got = fetch(url, method, address, headers=SECURE)
            assert got.status < 500, (method, address)
            check(got.headers, (method, address, got.status))


def files() -> list[str]:
    built = Path("frontend/static/frontend")
    kinds = {
        each.suffix: f"/static/frontend/{each.relative_to(built)}"
        for each in built.rglob("*")
        if each.is_file() and each.suffix != ".gz"
    }
    of_root = [f"/{each.relative_to(WHITENOISE_ROOT)}" for each in Path(WHITENOISE_ROOT).rglob("*.png")]
    worker = [f"/static/frontend/assets/{each.name}" for each in built.glob("assets/worker-*.js")]
    assert worker
    return [*kinds.values(), *of_root[:3], *worker, "/static/admin/css/base.css"]


def test_of_files(url: str) -> None:
    for path in files():
        got = fetch(url, "GET", path, headers=SECURE)
        assert got.status == 200, path
        check(got.headers, path, shared=True)
        since = {"If-Modified-Since": got.headers["Last-Modified"]}
        kept = fetch(url, "GET", path, headers={**SECURE, **since})
        assert kept.status == 304, path
        for name in ("Content-Security-Policy", "Cross-Origin-Resource-Policy"):
            # Browsers would take these over for the file that they have.
            assert kept.headers[name] in (None, got.headers[name]), path


LARGE = {"Content-Length": str(2**30)}


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/healthz", {}, 200),
        ("GET", "/readyz", {}, 200),
        ("GET", "/metrics", {}, 200),
        ("GET", "/metrics", {"X-Forwarded-For": "198.51.100.1"}, 404),
        ("GET", "/nothing", {}, 404),
        ("GET", "/api/v1/nothing", {}, 404),
        ("GET", "/static/nothing.js", {}, 404),
        ("GET", "/games/", {}, 308),
        ("GET", "/me", {}, 200),
        ("GET", "/", {"Host": "evil.example"}, 400),
        ("BREW", "/", {}, 403),
        ("POST", "/api/v1/guests", LARGE, 413),
        ("POST", "/new", LARGE, 413),
        ("GET", "/" + 9_000 * "x", {}, 414),
        ("GET", "/", {"X-Long": 20_000 * "x"}, 431),
        ("GET", "/", {"host": "localhost"}, 400),
        ("GET", "/ws/v1/notices", {"Upgrade": "websocket"}, 400),
        ("GET", "/ws/v1/notices", {"Upgrade": "websocket", "Connection": "Upgrade"}, 400),
    ],
)
def test_of_probes_and_refusals(
    url: str, method: str, path: str, headers: Mapping[str, str], status: int
) -> None:
    got = fetch(url, method, path, headers={**SECURE, **headers})
    assert got.status == status, got.raw[:300]
    # Who is refused before the headers are read is not known to have come over https.
    check(got.headers, path, secure="Strict-Transport-Security" in got.headers or status < 400)


def test_over_plain_http_all_but_one(url: str) -> None:
    got = fetch(url, "GET", "/games")
    assert got.status == 301
    assert got.headers["Location"].startswith("https://")
    check(got.headers, "the way to https", secure=False)


@contextlib.contextmanager
def proxied(folder: Path, process: int) -> Iterator[str]:
    """nginx as `manage.py site` sets it up, before a process at this port."""
    port, file = own_port(), folder / "nginx.conf"
    file.write_text(nginx_file(folder, port, {role: [process] for role in ROLES}))
    with running([nginx_program(), "-p", folder, "-c", file], folder / "log") as nginx:
        wait_for(nginx, partial(accepts_connections, port), folder / "log")
        yield f"http://127.0.0.1:{port}"


def test_of_nginx_which_says_nothing_twice(url: str, tmp_path: Path) -> None:
    process = urlsplit(url).port
    assert process
    with proxied(tmp_path, process) as site:
        for path in ("/nothing", "/healthz", "/api/v1/games"):
            got = fetch(site, "GET", path)
            check(got.headers, path, secure=False)
        large = fetch(site, "POST", "/api/v1/guests", headers=LARGE)
        assert (large.status, b"could not be answered" in large.raw) == (413, True)
        check(large.headers, "too large for nginx", secure=False)
    with proxied(tmp_path, own_port()) as site:
        away = fetch(site, "GET", "/games")
        assert (away.status, away.headers["Cache-Control"]) == (502, "no-store")
        check(away.headers, "nobody is there", secure=False)
        german = fetch(site, "GET", "/games", headers={"Accept-Language": "de-AT, en"})
        assert (german.status, b'lang="de"' in german.raw) == (502, True)
        check(german.headers, "nobody is there, in German", secure=False)
