"""supervisord (https://supervisord.org), which runs the processes of the site."""

import configparser
import os
import secrets
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from xmlrpc.client import ServerProxy

from ..setup.saying import SetupFailed
from .ports import free_port

STARTING_S: Final = 120
"""How many seconds a part may take from its start until it is ready."""
PAUSE_S: Final = 0.1


@dataclass(frozen=True)
class SitePart:
    """One process of the site. Parts with a higher `rank` stop first."""

    name: str
    command: Sequence[str | Path]
    rank: int
    ready: Callable[[], bool]
    folder: Path
    place: str
    """Where the part runs, in words for the operator, such as its port."""
    stopped_by: str = "TERM"
    user: str = ""


class PartFailed(SetupFailed):
    """A part of the site did not start, or did not stay up."""

    def __init__(self, name: str, log: Path) -> None:
        said = log.read_text(errors="replace").splitlines()[-3:] if log.exists() else []
        sentence = f"{name} does not stay up, so everything stops. The last lines of {log}:"
        super().__init__("\n".join([sentence, *said]))


class Supervisor:
    """supervisord with its files in `folder`. No part starts before `start` is called for the part."""

    def __init__(self, folder: Path, parts: Sequence[SitePart], environment: Mapping[str, str]) -> None:
        self.folder, self.parts, self.environment = folder, parts, environment
        self.file = folder / "supervisord.conf"
        self.processes: dict[str, int] = {}
        """The process id that each running part had at the last call of `look`, keyed by the part's name."""

    def __enter__(self) -> "Supervisor":
        port, password = free_port(), secrets.token_urlsafe(24)
        self._write(port, password)
        command: list[str | Path] = [
            sys.executable,
            "-m",
            "supervisor.supervisord",
            "--nodaemon",
            "-c",
            self.file,
        ]
        with (self.folder / "supervisord.log").open("ab") as log:
            # supervisord runs in a process group of its own, so that the terminal's Ctrl+C reaches only us,
            # and we stop the parts in order.
            self._process = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
            )
        self._proxy = ServerProxy(f"http://evendeal:{password}@127.0.0.1:{port}/RPC2")
        self._rpc: Any = self._proxy.supervisor
        until = time.monotonic() + STARTING_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise PartFailed("supervisord", self.folder / "supervisord.log")
            time.sleep(PAUSE_S)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop all parts, those with the highest rank first."""
        self._proxy("close")()
        self._process.terminate()
        self._process.wait()

    def start(self, parts: Sequence[SitePart], goes_on: Callable[[], bool]) -> None:
        """Start these parts. Wait until they are ready, but only while `goes_on` returns True."""
        for part in parts:
            self._rpc.startProcess(part.name, False)
        until = time.monotonic() + STARTING_S
        for part in parts:
            while goes_on() and not part.ready():
                self.look()
                if time.monotonic() > until:
                    raise PartFailed(part.name, self.log_of(part.name))
                time.sleep(PAUSE_S)
        self.look()

    def look(self) -> list[str]:
        """The names of the parts that were started again since the last call. Raises PartFailed if a part
        does not stay up."""
        if self._process.poll() is not None:
            raise PartFailed("supervisord", self.folder / "supervisord.log")
        renewed = []
        for found in self._rpc.getAllProcessInfo():
            if found["statename"] == "FATAL":
                raise PartFailed(found["name"], self.log_of(found["name"]))
            if found["statename"] == "RUNNING":
                if self.processes.get(found["name"], found["pid"]) != found["pid"]:
                    renewed.append(found["name"])
                self.processes[found["name"]] = found["pid"]
        return renewed

    def log_of(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"

    def _answers(self) -> bool:
        try:
            return bool(self._rpc.getState()["statename"] == "RUNNING")
        except (OSError, HTTPException):
            return False

    def _write(self, port: int, password: str) -> None:
        """Write supervisord's file, which only this user may read: whoever has its password can stop the
        parts."""
        (self.folder / "logs").mkdir(exist_ok=True)
        address = {"username": "evendeal", "password": password}
        config = configparser.RawConfigParser()
        config["supervisord"] = {
            "logfile": str(self.folder / "supervisord.events"),
            "pidfile": str(self.folder / "supervisord.pid"),
            "childlogdir": str(self.folder / "logs"),
            **({"user": "root"} if os.geteuid() == 0 else {}),
        }
        config["inet_http_server"] = {"port": f"127.0.0.1:{port}", **address}
        config["rpcinterface:supervisor"] = {
            "supervisor.rpcinterface_factory": "supervisor.rpcinterface:make_main_rpcinterface"
        }
        config["supervisorctl"] = {"serverurl": f"http://127.0.0.1:{port}", **address}
        for part in self.parts:
            self.log_of(part.name).unlink(missing_ok=True)
            config[f"program:{part.name}"] = {
                "command": shlex.join(map(str, part.command)),
                "directory": str(part.folder),
                "priority": str(part.rank),
                "autostart": "false",
                "autorestart": "true",
                "startsecs": "3",
                "startretries": "3",
                "stopsignal": part.stopped_by,
                "stopwaitsecs": "15",
                "redirect_stderr": "true",
                "stdout_logfile": str(self.log_of(part.name)),
                **({"user": part.user} if part.user else {}),
            }
        for section in config.values():
            for name, value in section.items():
                section[name] = value.replace("%", "%%")
        self.file.touch(0o600)
        with self.file.open("w") as file:
            config.write(file)
