"""`manage.py serve`: prepares the database, runs Daphne, and prints the address to open."""

import argparse
import ipaddress
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

# This module is imported before packages are installed, so imports of packages are inside functions.
from .preparing import prepare
from .setup.saying import SetupFailed

ROOT = Path(__file__).resolve().parent.parent

LAST_WORK_S = 2
"""How many seconds the demo has to end after the server has stopped. After that, requests that still run have
as many seconds again."""


def parse(arguments: list[str]) -> argparse.Namespace:
    """The parsed command line. Exits with a usage line if the command line is wrong.

    With `--data`, sets the variable `DATA_DIR`, for child processes too.
    """
    parser = argparse.ArgumentParser(prog="manage.py serve", description="Serve Evendeal on this machine.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: every one)")
    parser.add_argument("--port", type=_port, default=8000, help="port to listen on (0: any free one)")
    parser.add_argument("--data", type=Path, help="folder of the database and the secret (data/)")
    parser.add_argument("--demo", action="store_true", help="with a contest that a dozen bots play")
    parser.add_argument(
        "--no-worker", action="store_true", help="leave the work in the background to manage.py worker"
    )
    asked = parser.parse_args(arguments)
    if asked.data:
        os.environ["DATA_DIR"] = str(asked.data)
    return asked


def serve(asked: argparse.Namespace) -> None:
    """Serve until a signal ends the process."""
    _be_free(asked.host, asked.port)
    if not (_is_local(asked.host) or os.environ.get("PUBLIC_URL") or os.environ.get("ALLOWED_HOSTS")):
        # The server is open to the network, and nobody has configured the names by which visitors reach it.
        # So accept every name.
        os.environ["ALLOWED_HOSTS"] = "*"

    import django

    from .server.garbage import search_later

    search_later()
    django.setup()
    prepare()
    from .server.daphne import server_at

    if not asked.no_worker:
        from competitions.background import start_working

        start_working()
    children: list[subprocess.Popen[bytes]] = []

    def ready() -> None:
        url = _url(asked.host, server.listening_addresses[0][1])
        print(f"Evendeal is at {url}/ (Ctrl+C stops it)", flush=True)
        if asked.demo:
            children.append(_start_demo(url))

    server = server_at(asked.host, asked.port, ready)
    from django.conf import settings

    from .roles import reads_standings

    if reads_standings(settings.HERE.roles):
        from competitions.standings.first_readings import read_running

        read_running()
    try:
        server.run()
    finally:
        for child in children:
            child.terminate()
        for child in children:
            try:
                child.wait(LAST_WORK_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        # Without this timer, a request under way would wait for ever for the event loop that has ended, and
        # Python would wait for that request.
        last_resort = threading.Timer(LAST_WORK_S, os._exit, [0])
        last_resort.daemon = True
        last_resort.start()
    if server.abort_start:
        raise SetupFailed(f"Evendeal could not listen on {asked.host}, port {asked.port}.")


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port")
    return number


def _be_free(host: str, port: int) -> None:
    """Raise SetupFailed if the address is already in use."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise SetupFailed(
            f"Evendeal cannot listen on {host}, port {port}: {error.strerror}. Try another --host or --port."
        ) from None


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _url(host: str, port: int) -> str:
    """The URL to open in a browser. It has the machine's name if `host` stands for all addresses."""
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _start_demo(url: str) -> subprocess.Popen[bytes]:
    """Start the demo's bots in a process group of their own. So the terminal's Ctrl+C reaches only this
    process, which then ends the bots.

    If this process is killed, the standard input of the bots ends, and then the bots end, too.
    """
    command = [sys.executable, "-m", "config.demo", url, "--with-stdin"]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, process_group=0)
