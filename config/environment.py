"""Reads the environment variables once. A wrong value stops the start, and the message names the variable."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import environ
from django.utils.translation import to_language

from config.catalogues import LOCALE
from config.secret import kept_secret, require_secret
from config.sqlite import QueuedConnection
from config.variables import ROLES, VARIABLES

ROOT = Path(__file__).resolve().parent.parent

SQLITE_OPTIONS = {
    # With this class of connections, the writers of this process take turns.
    "factory": QueuedConnection,
    # `IMMEDIATE` takes the write lock when a transaction begins. In SQLite's default mode, `DEFERRED`, a
    # transaction that reads first and then writes can fail without waiting for the lock.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL, not NORMAL: a log that the server has accepted must survive a power failure.
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA mmap_size=134217728;"
    "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-8000;PRAGMA temp_store=MEMORY;",
}
SQLITE_KEPT_S = 60
"""How many seconds a thread keeps its connection to SQLite. Opening a connection costs more than most
requests."""
CONNECTIONS_BESIDE = 8
"""How many connections to PostgreSQL the work beside requests may use."""
POOL = {
    "min_size": 2,
    # Seconds to wait for a connection, so that requests are refused within a second while the server is away.
    # `competitions.postgresql.pulse` takes a server for hanging after 0.8 seconds without an answer. A
    # refusal counts as an answer, so this wait must end before the 0.8 seconds are over.
    "timeout": 0.6,
    # After these seconds the pool gives up connecting. Then the next request makes the pool try at once. By
    # default the pool would retry for minutes, after ever longer pauses.
    "reconnect_timeout": 0.2,
}
POSTGRES_OPTIONS = {
    # How many seconds to wait at most for a server that does not answer at all, not even with a refusal.
    "connect_timeout": 2,
    # The connection ends if sent data is not acknowledged within this many milliseconds. It also ends if
    # `keepalives_count` probes are not answered. Probes begin after `keepalives_idle` seconds of silence.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

VAPID_KEY_BYTES = 32

ENGLISH = "en"
"""The language in which the texts are written, which needs no folder in `config/locale`."""

T = TypeVar("T")


class BadValue(SystemExit):
    """The error for an environment variable with an invalid value. If nothing catches it, Python prints why
    Evendeal cannot start, and exits with status 1."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"Evendeal cannot start: {name} {sentence}")


@dataclass(frozen=True)
class Environment:
    """All settings that may differ between two installations."""

    debug: bool
    data_dir: Path
    secret_key: str
    secret_key_fallbacks: list[str]
    public_url: str
    """The public URL without a trailing slash; empty if it is not set."""
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    trusted_proxies: int
    metrics_allowed: list[IPv4Network | IPv6Network]
    """The networks whose clients may read `/metrics`."""
    traces: bool
    """Whether `OTEL_EXPORTER_OTLP_ENDPOINT` is set. OpenTelemetry reads the address from that variable."""
    database: dict[str, Any]
    requests_at_once: int
    roles: list[str]
    """The roles that this process serves, each one of `ROLES`."""
    workers: int
    standings_mb: int
    redis_url: str
    email: dict[str, Any]
    """Django's settings for sending mail."""
    email_from: str
    webhook_private: bool
    language_code: str
    """The language of the site. Readers who ask for no language that the site speaks get this one."""
    vapid_key: int | None
    """The private key for Web Push, as a number; None to derive one from the secret."""
    dumps_dir: Path | None
    """The folder of published data; None if the site publishes none."""
    dumps_cc_zero: bool

    @property
    def https(self) -> bool:
        return self.public_url.startswith("https://")

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> "Environment":
        """The settings that `variables` describe. Raises BadValue for an invalid value. Creates `DATA_DIR`
        and its secret if they are needed and missing."""
        read = _Reader(variables)
        public_url = read("PUBLIC_URL", _public_url, "")
        data_dir = read("DATA_DIR", _folder, ROOT / "data")
        requests_at_once = read("REQUESTS_AT_ONCE", _number(2, 64), 16)
        connections = read("DATABASE_CONNECTIONS", _number(4, 999), requests_at_once + CONNECTIONS_BESIDE)
        database = read("DATABASE_URL", partial(database_from, connections=connections), None)
        secret_key = read("SECRET_KEY", require_secret, "")
        if not secret_key:
            if database and database["ENGINE"].endswith("postgresql"):
                raise BadValue("SECRET_KEY", "is missing: with a DATABASE_URL of a server it must be given.")
            secret_key = _kept_secret(data_dir)
        own_host = urlsplit(public_url).hostname
        return cls(
            debug=read("DEBUG", _yes_or_no, False),
            data_dir=data_dir,
            secret_key=secret_key,
            secret_key_fallbacks=read("SECRET_KEY_FALLBACKS", _secrets, []),
            public_url=public_url,
            allowed_hosts=read(
                "ALLOWED_HOSTS", _hosts, [own_host] if own_host else ["localhost", "127.0.0.1", "[::1]"]
            ),
            csrf_trusted_origins=read("CSRF_TRUSTED_ORIGINS", _origins, [public_url] if public_url else []),
            trusted_proxies=read("TRUSTED_PROXIES", _number(0, 99), 0),
            metrics_allowed=read("METRICS_ALLOWED", _networks, _networks("127.0.0.0/8,::1")),
            traces=read("OTEL_EXPORTER_OTLP_ENDPOINT", bool, False),
            database=database or _embedded(data_dir),
            requests_at_once=requests_at_once,
            roles=read("ROLES", _roles, list(ROLES)),
            workers=read("WORKERS", _number(1, 16), 2),
            standings_mb=read("STANDINGS_MB", _number(1, 999_999), 500),
            redis_url=read("REDIS_URL", _redis_url, ""),
            email=read("EMAIL_URL", _email_url, environ.Env.email_url_config("consolemail://")),
            email_from=read("EMAIL_FROM", _email_address, f"evendeal@{own_host or 'localhost'}"),
            webhook_private=read("WEBHOOK_PRIVATE", _yes_or_no, False),
            language_code=read("LANGUAGE_CODE", _language, ENGLISH),
            vapid_key=read("VAPID_KEY", _vapid_key, None),
            dumps_dir=read("DUMPS_DIR", _folder, None),
            dumps_cc_zero=read("DUMPS_CC_ZERO", _yes_or_no, False),
        )


class _Reader:
    """Reads and converts single environment variables. An empty value counts as unset."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables

    def __call__(self, name: str, parse: Callable[[str], T], default: T) -> T:
        assert name in VARIABLES
        text = self.variables.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as error:
            raise BadValue(name, str(error)) from None


def database_from(url: str, *, connections: int) -> dict[str, Any]:
    """Django's settings for the database at `url`; at most `connections` connections to a server.

    An error never quotes the URL, which may hold a password.
    """
    scheme = urlsplit(url).scheme
    if scheme in ("postgres", "postgresql"):
        options: dict[str, Any] = {**POSTGRES_OPTIONS, "pool": {**POOL, "max_size": connections}}
    elif scheme == "sqlite":
        options = SQLITE_OPTIONS
    else:
        raise ValueError(
            "must be postgresql://user:password@host:port/name or sqlite:////path/to/file, "
            f"not something that starts with {scheme or url[:12]!r}."
        )
    try:
        config: dict[str, Any] = environ.Env.db_url_config(url)
    except ValueError:
        raise ValueError(f"cannot be read as {scheme}://user:password@host:port/name.") from None
    if config["NAME"] in ("", ":memory:"):
        raise ValueError(f"names no {'file' if scheme == 'sqlite' else 'database'} after the host.")
    if scheme == "sqlite":
        config = {"CONN_MAX_AGE": SQLITE_KEPT_S, **config}
    return {**config, "OPTIONS": {**options, **config.get("OPTIONS", {})}}


def _embedded(data_dir: Path) -> dict[str, Any]:
    _make(data_dir)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": data_dir / "evendeal.sqlite3",
        "CONN_MAX_AGE": SQLITE_KEPT_S,
        "OPTIONS": SQLITE_OPTIONS,
    }


def _make(data_dir: Path) -> None:
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadValue("DATA_DIR", f"cannot be made: {error}.") from None


def _kept_secret(data_dir: Path) -> str:
    _make(data_dir)
    try:
        return kept_secret(data_dir)
    except OSError as error:
        raise BadValue("DATA_DIR", f"cannot be used: {error}.") from None
    except ValueError as error:
        raise BadValue("DATA_DIR", str(error)) from None


def _secrets(text: str) -> list[str]:
    return [require_secret(each) for each in _list(text)]


def _yes_or_no(text: str) -> bool:
    if text.lower() in environ.Env.BOOLEAN_TRUE_STRINGS:
        return True
    if text.lower() in ("0", "false", "f", "no", "n", "off"):
        return False
    raise ValueError(f"must be 1 or 0, not {text!r}.")


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(highest))
        if not plain or not lowest <= int(text) <= highest:
            raise ValueError(f"must be a number from {lowest} to {highest}, not {text!r}.")
        return int(text)

    return read


def _folder(text: str) -> Path:
    folder = Path(text).expanduser().resolve()
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"must be a folder, and {folder} is a file.")
    return folder


def _public_url(text: str) -> str:
    if not _is_origin(text.rstrip("/")):
        raise ValueError(f"must be like https://patience.example, without a path, not {text!r}.")
    return text.rstrip("/")


def _origins(text: str) -> list[str]:
    origins = _list(text)
    for origin in origins:
        if not _is_origin(origin):
            raise ValueError(f"must be origins like https://patience.example, and {origin!r} is none.")
    return origins


def _is_origin(text: str) -> bool:
    parts = urlsplit(text)
    return (
        parts.scheme in ("http", "https")
        and bool(parts.hostname)
        and text == f"{parts.scheme}://{parts.netloc}"
    )


def _hosts(text: str) -> list[str]:
    hosts = _list(text)
    for host in hosts:
        if "/" in host or " " in host:
            raise ValueError(f"must be host names with commas between them, and {host!r} is none.")
    return hosts


def _networks(text: str) -> list[IPv4Network | IPv6Network]:
    try:
        return [ip_network(part) for part in _list(text)]
    except ValueError as error:
        raise ValueError(f"must be addresses or networks with commas between them: {error}.") from None


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _roles(text: str) -> list[str]:
    roles = _list(text)
    if not roles or not set(roles) <= set(ROLES):
        raise ValueError(f"must be {', '.join(ROLES)} or some of these, not {text!r}.")
    return roles


def _email_url(text: str) -> dict[str, Any]:
    """Django's settings for the mail server at this URL. Errors never quote the URL, because it may contain a
    password."""
    try:
        parts = urlsplit(text)
        if parts.scheme in ("smtp", "smtps", "smtp+tls", "smtp+ssl") and parts.hostname and parts.port:
            return dict(environ.Env.email_url_config(text))
        if parts.scheme == "consolemail" or (parts.scheme == "filemail" and parts.path):
            # The library removes the first slash of a path, so the path is set again.
            return {**environ.Env.email_url_config(text), "EMAIL_FILE_PATH": parts.path}
    except ValueError:
        pass
    raise ValueError(
        "must be like smtp+tls://user:password@mail.example:587 (or smtp+ssl://, smtp://), "
        "filemail:///folder or consolemail://."
    )


def _email_address(text: str) -> str:
    name, _, host = text.rpartition("@")
    if not (name and host) or any(char.isspace() for char in text):
        raise ValueError(f"must be an address like patience@example.org, not {text!r}.")
    return text


def _language(text: str) -> str:
    known = sorted({ENGLISH, *(to_language(each.parent.name) for each in LOCALE.glob("*/LC_MESSAGES"))})
    if text not in known:
        raise ValueError(f"must be one of {', '.join(known)}, not {text!r}.")
    return text


def _vapid_key(text: str) -> int:
    """The private key as an integer; `text` is the key in base64url. Errors never quote the key."""
    # This import stands here, because most sites do not set the variable and so do not need it.
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        number = int.from_bytes(key)
        if len(key) != VAPID_KEY_BYTES:
            raise ValueError
        ec.derive_private_key(number, ec.SECP256R1())
    except ValueError:
        raise ValueError("must be a private key of the curve P-256: 32 bytes in base64url.") from None
    return number


def _redis_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("redis", "rediss", "unix") or not (parts.hostname or parts.path):
        raise ValueError("must be like redis://host:6379/0 (or rediss://, or unix:///path).")
    return text
