"""`manage.py site`: starts all parts, prints where each runs, and stops them when a signal comes."""

import argparse
import contextlib
import hashlib
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from ..secret import kept_secret
from ..setup.saying import SetupFailed, say
from ..variables import ROLES
from .ports import accepts_connections, free_port
from .programs import OWNER, make_cluster, nginx_program, other_user, postgres_programs, redis_program
from .supervisor import SitePart, Supervisor

# This module is imported before packages are installed, so imports of packages are inside functions.

ROOT: Final = Path(__file__).resolve().parents[2]

CONNECTIONS: Final = 24
"""How many connections to PostgreSQL a process may open."""
CONNECTIONS_BESIDE: Final = 20
"""How many connections PostgreSQL allows beyond those of the web processes and the worker: for management
commands, and for PostgreSQL itself."""
LOOK_EVERY_S: Final = 1.0

NGINX: Final = """\
daemon off;
{user}pid {folder}/nginx.pid;
error_log stderr;
worker_processes 2;
worker_rlimit_nofile 4096;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {folder}/bodies;
  proxy_temp_path {folder}/answers;
  proxy_cache_path {folder}/standings keys_zone=evendeal_standings:1m max_size=64m inactive=1m
    use_temp_path=off;
{groups}
  server {{
    listen 127.0.0.1:{port};
    include {root}/config/deploy/proxy.conf;
  }}
}}
"""


GROUP: Final = """\
  upstream evendeal_{role} {{
    zone evendeal_{role} 128k;
    least_conn;
{servers}
  }}
"""


def site_options(arguments: list[str]) -> argparse.Namespace:
    """The parsed command line. Exits with a usage line if the command line is wrong."""
    parser = argparse.ArgumentParser(
        prog="manage.py site",
        description="Run a whole site here: PostgreSQL, Redis, web processes, a worker and a proxy.",
    )
    numbers, ports = range(1, 17), range(1, 65_536)
    parser.add_argument(
        "--processes", type=int, choices=numbers, default=2, metavar="N", help="web processes"
    )
    parser.add_argument(
        "--apart", action="store_true", help="as many processes for pages, for play and for watching"
    )
    parser.add_argument(
        "--port", type=int, choices=ports, default=8000, metavar="N", help="port of the proxy"
    )
    return parser.parse_args(arguments)


def run_site(asked: argparse.Namespace) -> None:
    """Run the site until a signal ends this process."""
    if accepts_connections(asked.port):
        raise SetupFailed(
            f"Evendeal cannot listen on port {asked.port}, which is in use. Try another --port."
        )
    told = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: told.set())
    with _folder_of_postgres() as (folder, data):
        environment = {"TRUSTED_PROXIES": "1", **{name: value for name, value in os.environ.items() if value}}
        environment.setdefault("SECRET_KEY", kept_secret(folder))
        environment.pop("ROLES", None)
        roles = ROLES if asked.apart else ("",)
        ports = {role: [free_port() for _ in range(asked.processes)] for role in roles}
        processes = asked.processes * len(roles)
        servers = [*_postgres(environment, data, processes), *_redis(environment, folder)]
        web = [_web(role, number, port) for role in roles for number, port in enumerate(ports[role], 1)]
        proxy = _nginx(folder, asked.port, {role: ports.get(role, ports.get("", [])) for role in ROLES})
        groups = [*([each] for each in servers), web, [_worker(folder)], [proxy]]
        with Supervisor(folder, [part for group in groups for part in group], environment) as supervisor:
            for group in groups:
                supervisor.start(group, lambda: not told.is_set())
                for part in group:
                    say(f"{part.name:10} {part.place}")
            print(f"Evendeal is at http://127.0.0.1:{asked.port}/ (Ctrl+C stops it)", flush=True)
            while not told.wait(LOOK_EVERY_S):
                for name in supervisor.look():
                    say(f"{name} was started again.")
            say("Stopping…")


@contextlib.contextmanager
def _folder_of_postgres() -> Iterator[tuple[Path, Path]]:
    """Yield the folder of the site, and the folder for PostgreSQL. The two are the same, unless root starts
    the site and DATABASE_URL names no server: PostgreSQL then runs as another user, in a temporary folder."""
    folder = Path(os.environ.get("DATA_DIR") or ROOT / "data").resolve() / "site"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.geteuid() != 0 or os.environ.get("DATABASE_URL"):
        yield folder, folder
        return
    say(
        "PostgreSQL does not run as root, so everything is forgotten at the end. Another user's site is kept."
    )
    temporary = Path(tempfile.mkdtemp(prefix="evendeal-site-"))
    try:
        yield folder, temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _postgres(environment: dict[str, str], folder: Path, processes: int) -> list[SitePart]:
    """The part that runs PostgreSQL, with its data in `folder`; no part if DATABASE_URL names a server. Sets
    DATABASE_URL in `environment`."""
    if given := environment.get("DATABASE_URL", ""):
        if not given.startswith("postgres"):
            raise SetupFailed("Several processes need PostgreSQL: DATABASE_URL must name one, or nothing.")
        return []
    user = other_user(folder)
    programs, data, port = postgres_programs(folder), folder / "postgres", free_port()
    password = hashlib.sha256(f"PostgreSQL {environment['SECRET_KEY']}".encode()).hexdigest()
    if not (data / "PG_VERSION").exists():
        file = folder / "password"
        file.write_text(password)
        file.chmod(0o644 if user else 0o600)
        shutil.rmtree(data, ignore_errors=True)
        make_cluster(programs, data, user, ["-A", "scram-sha-256", f"--pwfile={file}"])
        file.unlink()
    url = f"postgresql://{OWNER}:{password}@127.0.0.1:{port}/"
    environment["DATABASE_URL"] = f"{url}{OWNER}"
    most = (processes + 1) * CONNECTIONS + CONNECTIONS_BESIDE
    options = ["--listen_addresses=127.0.0.1", "--unix_socket_directories=", f"--max_connections={most}"]
    command: list[str | Path] = [programs / "postgres", "-D", data, f"--port={port}", *options]
    has_database = partial(_has_database, f"{url}postgres")
    return [
        SitePart("postgres", command, 1, has_database, folder, f"port {port}, data in {data}", "INT", user)
    ]


def _has_database(url: str) -> bool:
    """Whether PostgreSQL answers. Creates our database if it does not exist yet."""
    import psycopg
    from psycopg import sql

    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [OWNER])
            if not known.fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(OWNER)))
    except psycopg.OperationalError:
        return False
    return True


def _redis(environment: dict[str, str], folder: Path) -> list[SitePart]:
    """The part that runs Redis, which stores nothing on disk; no part if REDIS_URL names a server. Sets
    REDIS_URL in `environment`."""
    if environment.get("REDIS_URL"):
        return []
    port, file = free_port(), folder / "redis.conf"
    password = hashlib.sha256(f"Redis {environment['SECRET_KEY']}".encode()).hexdigest()
    lines = [f"port {port}", "bind 127.0.0.1", 'save ""', "appendonly no", f"requirepass {password}"]
    _write(file, "\n".join(lines) + "\n")
    environment["REDIS_URL"] = f"redis://:{password}@127.0.0.1:{port}/0"
    answers = partial(accepts_connections, port)
    return [SitePart("redis", [redis_program(), file], 1, answers, folder, f"port {port}, keeps nothing")]


def _web(role: str, number: int, port: int) -> SitePart:
    """A web process that serves this role, or everything if the role is empty."""
    command: list[str | Path] = [sys.executable, ROOT / "manage.py", "serve", "--no-worker", f"--port={port}"]
    command = ["env", f"ROLES={role}", *command] if role else command
    return SitePart(f"{role or 'web'}-{number}", command, 2, partial(_is_ready, port), ROOT, f"port {port}")


def _is_ready(port: int) -> bool:
    with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def _worker(folder: Path) -> SitePart:
    log = folder / "logs" / "worker.log"
    command: list[str | Path] = [sys.executable, "-u", ROOT / "manage.py", "worker"]
    return SitePart(
        "worker", command, 2, lambda: log.exists() and "Working on" in log.read_text(), ROOT, "all queues"
    )


def _nginx(folder: Path, port: int, ports: Mapping[str, Sequence[int]]) -> SitePart:
    """nginx in front of the web processes. `ports` maps each role to the ports of its processes."""
    file = folder / "nginx.conf"
    _write(file, nginx_file(folder, port, ports))
    command: list[str | Path] = [nginx_program(), "-p", folder, "-c", file]
    return SitePart("proxy", command, 3, partial(accepts_connections, port), folder, f"nginx on port {port}")


def nginx_file(folder: Path, port: int, ports: Mapping[str, Sequence[int]]) -> str:
    """The configuration of nginx, which listens on `port` and sends the requests for each role to the role's
    ports."""
    user = "user root;\n" if os.geteuid() == 0 else ""
    groups = "".join(
        GROUP.format(
            role=role, servers="\n".join(f"    server 127.0.0.1:{each} max_fails=0;" for each in ports[role])
        )
        for role in ROLES
    )
    return NGINX.format(user=user, folder=folder, groups=groups, port=port, root=ROOT)


def _write(file: Path, text: str) -> None:
    """Write a file that only this user may read."""
    file.touch(0o600)
    file.write_text(text)
